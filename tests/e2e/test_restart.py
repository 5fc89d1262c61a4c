"""A daemon that ends and begins again: it resumes from its state file as if it had never ended."""

import os
import re
import signal
import time

import pytest

import dumps
import simulation
from conftest import ENGINE, WEFT

STATE, STATE_BEFORE = "weft.state", "weft.state.old"
DFSSSP = {"event_plugin_name": "weft-dfsssp", "routing_engine": "weft-dfsssp,no_fallback"}


def tables_of(opensm):
    return dumps.read_lfts(opensm.path("opensm-lfts.dump"))


def wait_for_state_file(opensm, newer_than=None):
    """The file's stamp, when it is another one than `newer_than`."""
    path = opensm.path(STATE)
    simulation.wait_until(lambda: os.path.exists(path) and stamp(path) != newer_than, "a new state file", 30)
    return stamp(path)


def stamp(path):
    status = os.stat(path)
    return status.st_mtime_ns, status.st_ino


def changes(opensm):
    """What the last routing was beside the one before it: how, entries, SLs; None if there was none."""
    found = re.findall(r"since the last routing: .*?; (repaired|recomputed)[^:]*: (\d+) entries and (\d+) SLs changed",
                       opensm.log())
    return (found[-1][0], int(found[-1][1]), int(found[-1][2])) if found else None


def lose_a_link(ibsim, nth=0):
    nodes = ibsim.net.nodes
    spines = [s for s in ibsim.net.switches() if all(nodes[name].is_switch for name, _ in s.links.values())]
    spine = (spines or ibsim.net.switches())[nth]
    port = min(port for port, (name, _) in spine.links.items() if nodes[name].is_switch)
    ibsim.unlink(spine.name, port)
    return spine.name, port


class Restarts:
    """An opensm that is started again and again, in one directory and on one fabric."""

    def __init__(self, runs, net, options, **more):
        self.ibsim = runs.ibsim(net)
        self.runs, self.options, self.more = runs, options, more

    def start(self):
        return self.runs.opensm(self.ibsim, self.options, **self.more)

    def start_and_lose_a_link(self):
        """The opensm, when the state of before the loss and that of after it are on the disk; and its tables."""
        opensm = self.start()
        written = wait_for_state_file(opensm)
        lose_a_link(self.ibsim)
        opensm.settle()
        wait_for_state_file(opensm, newer_than=written)
        return opensm, tables_of(opensm)


@pytest.fixture(params=[WEFT, DFSSSP], ids=["minhop", "dfsssp"])
def restarts(request, fabrics, runs):
    lanes = {"arguments": ["-Q"]} if request.param is DFSSSP else {}
    return Restarts(runs, fabrics("torus" if lanes else "tree"), request.param, **lanes)


@pytest.mark.parametrize("end", [signal.SIGTERM, signal.SIGKILL])
def test_a_restart_changes_nothing(restarts, end):
    """Nor after links have been lost, whose paths are where a repair has laid them."""
    first, before = restarts.start_and_lose_a_link()
    first.process.send_signal(end)
    first.stop()
    second = restarts.start()
    assert "resumed from" in second.log()
    assert changes(second) == ("repaired", 0, 0)
    assert tables_of(second) == before
    assert second.errors() == []


def test_killed_while_it_writes_it_goes_on_from_the_new_state_or_the_one_before(restarts):
    opensm = restarts.start()
    wait_for_state_file(opensm)
    known, link = 1, lose_a_link(restarts.ibsim)
    for turn, milliseconds in enumerate((0, 2, 4, 8, 16, 32)):
        routings = len(opensm.engines_used())
        opensm.hang_up()
        simulation.wait_until(lambda: len(opensm.engines_used()) > routings, "a routing", 30, 0.0005, opensm.process)
        time.sleep(milliseconds / 1000)  # it is written after the tables are sent, some time soon
        opensm.process.kill()
        opensm.process.wait()
        opensm = restarts.start()
        assert "cannot be used" not in opensm.log()
        generation = int(re.search(r"resumed from \S+, generation (\d+)", opensm.log())[1])
        assert known <= generation
        known = generation
        opensm.wait_until_quiet()
        (restarts.ibsim.unlink if turn % 2 else restarts.ibsim.relink)(*link)


def test_a_link_that_is_lost_meanwhile_is_repaired(fabrics, runs):
    restarts = Restarts(runs, fabrics("tree"), WEFT)
    first = restarts.start()
    wait_for_state_file(first)
    before = tables_of(first)
    first.stop()
    switch, port = lose_a_link(restarts.ibsim)
    second = restarts.start()
    how, entries, _ = changes(second)
    assert how == "repaired" and 0 < entries < sum(len(row) for row in before.values()) / 10
    second.stop()
    restarts.ibsim.relink(switch, port)
    third = restarts.start()
    assert changes(third)[0] == "repaired"
    assert tables_of(third) == before


def test_a_first_sweep_that_finds_no_switch_forgets_nothing(restarts):
    """The switch of opensm's host boots together with it."""
    first, before = restarts.start_and_lose_a_link()
    first.stop()
    leaf = next(iter(restarts.ibsim.net.hosts()[0].links.values()))[0]
    restarts.ibsim.lose_mads(leaf, 100, "NodeInfo")
    second = restarts.start()
    assert second.engines_used() == []
    restarts.ibsim.lose_mads(leaf, 0, "NodeInfo")
    second.hang_up()
    second.settle()
    assert "resumed from" in second.log()
    assert changes(second) == ("repaired", 0, 0)
    assert tables_of(second) == before


def test_nothing_new_is_not_written_again(restarts):
    first = restarts.start()
    written = wait_for_state_file(first)
    first.hang_up()
    first.settle()
    first.stop()
    second = restarts.start()
    second.stop()
    assert stamp(second.path(STATE)) == written


def test_other_options_route_anew(fabrics, runs):
    restarts = Restarts(runs, fabrics("tree"), WEFT)
    first = restarts.start()
    wait_for_state_file(first)
    first.stop()
    restarts.options = {**WEFT, "weft_balance": "switch"}
    second = restarts.start()
    assert changes(second)[0] == "recomputed"
    assert "because the options have changed" in second.log()


def test_another_engine_routes_anew_and_is_kept_from_then_on(fabrics, runs):
    restarts = Restarts(runs, fabrics("torus"), DFSSSP, arguments=["-Q"])
    first = restarts.start()
    written = wait_for_state_file(first)
    first.stop()
    restarts.options = {"event_plugin_name": "weft-nue", "routing_engine": "weft-nue,no_fallback"}
    second = restarts.start()
    assert "routes of dfsssp" in second.log() and second.engines_used() == ["weft-nue"]
    assert "resumed from" not in second.log()
    wait_for_state_file(second, newer_than=written)
    second.stop()
    third = restarts.start()
    assert "routes of nue" in third.log() and changes(third) == ("repaired", 0, 0)


@pytest.mark.parametrize("damage", ["cut off", "foreign", "empty", "a byte", "a pipe", "a folder"])
def test_a_state_of_no_use_is_said_and_left_alone(fabrics, runs, damage):
    restarts = Restarts(runs, fabrics("tree"), WEFT)
    first = restarts.start()
    wait_for_state_file(first)
    before = tables_of(first)
    first.stop()
    path = first.path(STATE)
    with open(path, "rb") as file:
        good = file.read()
    bad = {"cut off": good[:-1], "foreign": b"# opensm.conf\n" * 10, "empty": b"",
           "a byte": good[:500] + bytes([good[500] ^ 1]) + good[501:]}
    os.unlink(path)
    if damage == "a pipe":
        os.mkfifo(path)
    elif damage == "a folder":
        os.mkdir(path)
    else:
        with open(path, "wb") as file:
            file.write(bad[damage])
    second = restarts.start()
    assert len([line for line in second.log().splitlines() if STATE in line]) == 1
    assert second.engines_used() == [ENGINE]
    assert tables_of(second) == before  # routed anew


def test_the_state_before_serves_where_the_newest_is_damaged(fabrics, runs):
    restarts = Restarts(runs, fabrics("tree"), WEFT)
    first, before = restarts.start_and_lose_a_link()
    first.stop()
    with open(first.path(STATE), "r+b") as file:
        file.truncate(1000)
    second = restarts.start()
    assert re.search(rf"{STATE} cannot be used: it is cut off", second.log())
    assert re.search(rf"resumed from \S*{STATE_BEFORE}, generation 1", second.log())
    assert changes(second)[0] == "repaired"
    assert tables_of(second) == before  # the link's loss is repaired in the same way


@pytest.mark.parametrize("where", ["none", "/proc/none", "/dev/full"])
def test_where_nothing_can_be_kept_opensm_goes_on(fabrics, runs, where):
    restarts = Restarts(runs, fabrics("tree"), {**WEFT, "weft_state_dir": where})
    first = restarts.start()
    first.hang_up()
    first.settle()
    faults = [line for line in first.log().splitlines() if "not saved for a restart" in line]
    assert len(faults) == (0 if where == "none" else 1)
    assert not os.path.exists(first.path(STATE))
    assert set(first.engines_used()) == {ENGINE}


def test_a_standby_with_the_same_folder_takes_over_without_a_change(fabrics, runs, tmp_path):
    ibsim = runs.ibsim(fabrics("tree"))

    def start(number, priority, **more):
        options = {**WEFT, "sm_priority": priority, "sminfo_polling_timeout": 500, "polling_retry_number": 2,
                   "sweep_on_trap": "FALSE", "weft_state_dir": tmp_path}
        return runs.opensm(ibsim, options, settle=False, directory=tmp_path / f"sm{number}",
                           variables={"SIM_HOST": ibsim.net.hosts()[number].name}, **more)

    first = start(0, priority=10)
    first.settle()
    path = tmp_path / STATE
    simulation.wait_until(path.exists, "a state file", 30)
    written = stamp(path)
    lose_a_link(ibsim)
    first.hang_up()
    first.settle()
    simulation.wait_until(lambda: stamp(path) != written, "a new state file", 30)
    before, written = tables_of(first), stamp(path)
    second = start(1, priority=1)
    simulation.wait_until(lambda: "Entering STANDBY state" in second.log(), "a standby", 30)
    second.wait_until_quiet()
    first.kill_when_quiet(second)
    simulation.wait_until(lambda: "Entering MASTER state" in second.log(), "a take-over", 30)
    second.settle()
    assert re.search(r"resumed from \S+, generation 2", second.log())
    assert changes(second) == ("repaired", 0, 0)
    assert tables_of(second) == before
    # So the master before, should it be one again, finds that no connection got another SL meanwhile.
    simulation.wait_until(lambda: stamp(path) != written, "a state of the new master", 30)
