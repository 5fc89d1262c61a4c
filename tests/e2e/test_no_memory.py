"""No more address space for opensm, which has no C++ of its own: it lives, says why, and recovers."""

import resource

import pytest

from conftest import weft
import dumps

ENGINES = ["weft-dfsssp", "weft-updn"]


@pytest.fixture(scope="module")
def wide(tmp_path_factory):
    """A torus whose routing takes some memory."""
    path = tmp_path_factory.mktemp("wide") / "fabric.net"
    weft("generate", "torus", "--dims", "6,6,4", "--cas", "2", "-o", path)
    return dumps.Net(path)


def limit(opensm, more):
    """To what it uses and so many bytes; None: not at all."""
    pid = opensm.process.pid
    with open(f"/proc/{pid}/statm", encoding="ascii") as statm:
        used = int(statm.read().split()[0]) * resource.getpagesize()
    soft = resource.RLIM_INFINITY if more is None else used + more
    resource.prlimit(pid, resource.RLIMIT_AS, (soft, resource.RLIM_INFINITY))


@pytest.mark.parametrize("more", [0, 1 << 18, 1 << 20, 4 << 20, 16 << 20])
def test_opensm_lives_through_a_shortage(more, wide, runs):
    opensm = runs.subnet(wide, {"event_plugin_name": "weft", "routing_engine": ",".join([*ENGINES, "no_fallback"]),
                                "weft_threads": 4}, arguments=["-Q"])
    ibsim = opensm.simulation
    ends = [(switch.name, port) for switch in ibsim.net.switches()[:3]
            for port, (peer, _) in switch.links.items() if ibsim.net.nodes[peer].is_switch]
    limit(opensm, more)
    for switch, port in ends[:3]:
        ibsim.unlink(switch, port)
        opensm.wait_until_quiet(seconds=1)
        assert opensm.process.poll() is None, opensm.output()
    limit(opensm, None)
    opensm.hang_up()
    opensm.settle()
    assert opensm.engines_used()[-1] in ENGINES
    assert dumps.ibdmchk(opensm.directory).all_routed()
