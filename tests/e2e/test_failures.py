"""No memory, no threads: opensm survives, says why, and recovers at its next sweep."""

import pytest

from conftest import ENGINE, LIBRARIES, WEFT
from groups import Groups

# Two threads, so that starting one is among the calls; stock min-hop takes over where Weft fails.
OPTIONS = {**WEFT, "routing_engine": ENGINE, "weft_threads": 2}
RUNS = 20


class Failing:
    """Runs opensm with failing calls, again and again on one fabric."""

    def __init__(self, ibsim, runs):
        self.ibsim = ibsim
        self.runs = runs
        self.count = 0

    def run(self, **variables):
        """A first sweep, a group that is joined, a second sweep, and the end of opensm."""
        self.count += 1
        opensm = self.runs.opensm(
            self.ibsim,
            OPTIONS,
            settle=False,
            directory=f"{self.ibsim.directory}/opensm{self.count}",
            preload=[str(LIBRARIES / "libfailing-calls.so")],
            variables={"WEFT_FAIL_REPORT": "calls", **variables},
        )
        opensm.wait_for_sweep()
        groups = Groups(self.ibsim, opensm)
        for host in self.ibsim.net.hosts()[:20:10]:
            groups.ask(host, f"ff12:401b:ffff::{self.count}")
        opensm.hang_up()
        opensm.wait_for_sweep()
        assert opensm.stop() == 0, opensm.output()
        with open(opensm.path("calls"), encoding="ascii") as calls:
            opensm.calls, opensm.failures = (int(word) for word in calls.read().split() if word.isdigit())
        return opensm


@pytest.fixture(scope="module")
def failing(fabrics, module_runs):
    return Failing(module_runs.ibsim(fabrics("tree")), module_runs)


@pytest.fixture(scope="module")
def calls(failing):
    """How often memory or a thread is asked for when nothing fails."""
    opensm = failing.run()
    assert opensm.engines_used() == [ENGINE, ENGINE]
    assert opensm.errors() == []
    assert opensm.calls > 10
    return opensm.calls


def spread(calls):
    """The first calls, which set the plug-in up, and then some all over the rest."""
    return sorted({*range(1, 8), *(8 + i * max(1, calls - 8) // (RUNS - 7) for i in range(RUNS - 7))})


def test_one_call_that_fails(failing, calls):
    recovered = 0
    for number in spread(calls):
        opensm = failing.run(WEFT_FAIL_FIRST=str(number))
        first, last = opensm.engines_used()[0], opensm.engines_used()[-1]
        assert opensm.failures <= 1
        assert first == last == ENGINE or opensm.errors(), f"call {number} failed without a word"
        if first != ENGINE and f"Failed to setup routing engine '{ENGINE}'" not in opensm.log():
            assert last == ENGINE, f"after call {number} failed, the next sweep does not use Weft"
            recovered += 1
    assert recovered > 0


def test_all_calls_fail_from_one_on(failing, calls):
    for number in spread(calls):
        opensm = failing.run(WEFT_FAIL_FIRST=str(number), WEFT_FAIL_COUNT="0")
        assert opensm.failures > 0
        assert opensm.errors(), f"all calls from {number} on failed without a word"
