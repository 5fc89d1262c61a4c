"""Links that go down and up again and again are not used until they stay up."""

import re
import time

import pytest

import dumps
from conftest import check


def tables_of(opensm):
    return dumps.read_lfts(opensm.path("opensm-lfts.dump"))


def link_between_switches(net):
    """Of a leaf, and where it leads: the name and the port of either end."""
    for switch in net.switches():
        for port, (peer, peer_port) in sorted(switch.links.items()):
            if net.nodes[peer].is_switch:
                return (switch, port), (net.nodes[peer], peer_port)
    raise AssertionError("there is none")


def is_used(opensm, ends):
    tables = tables_of(opensm)
    return any(port in tables[switch.guid].values() for switch, port in ends)


def flap(opensm, end, seen=True):
    """Down and up; seen: with a sweep in between."""
    switch, port = end
    opensm.simulation.unlink(switch.name, port)
    if seen:
        opensm.settle()
    opensm.simulation.relink(switch.name, port)
    opensm.settle()


def start(runs, net, engine="weft-updn", **options):
    lanes = ["-Q"] if engine == "weft-dfsssp" else []
    return runs.subnet(net, {"event_plugin_name": "weft", "routing_engine": f"{engine},no_fallback", **options},
                       arguments=lanes)


@pytest.mark.parametrize("engine", ["weft-updn", "weft-ftree", "weft-dfsssp"])
def test_a_link_that_flaps_is_held_until_it_stays_up(engine, fabrics, runs):
    opensm = start(runs, fabrics("tree"), engine, weft_flap_hold=4)
    home = tables_of(opensm)
    ends = link_between_switches(opensm.simulation.net)
    assert is_used(opensm, ends)
    for _ in range(2):
        flap(opensm, ends[0])
        assert tables_of(opensm) == home
    flap(opensm, ends[0])
    held_at = time.monotonic()
    held = tables_of(opensm)
    assert not is_used(opensm, ends)
    assert check(opensm.directory)["unreachable_pairs"] == 0
    assert dumps.ibdmchk(opensm.directory).missing == 0
    flap(opensm, ends[0])
    held_at = max(held_at, time.monotonic() - 1)
    assert tables_of(opensm) == held, "it flaps on, and no route moves"
    opensm.wait_for_sweep()  # by itself
    assert time.monotonic() - held_at > 1
    opensm.wait_until_quiet()
    assert tables_of(opensm) == home
    log = opensm.log()
    assert len(re.findall("is drained until it stays up: no path uses it", log)) == 1
    assert len(re.findall("the others have stayed up and are used again", log)) == 1
    assert opensm.errors() == []


def test_losses_that_no_sweep_saw_count_too(fabrics, runs):
    opensm = start(runs, fabrics("tree"), weft_flap_losses=2)
    ends = link_between_switches(opensm.simulation.net)
    for _ in range(2):
        flap(opensm, ends[0], seen=False)
    assert not is_used(opensm, ends)


def test_what_would_be_cut_off_stays_in_use(fabrics, runs):
    """A leaf that comes and goes as a whole: all of its paths are its hosts'."""
    opensm = start(runs, fabrics("tree"), weft_flap_losses=2)
    home = tables_of(opensm)
    nodes = opensm.simulation.net.nodes
    last_host = opensm.simulation.net.hosts()[-1]  # opensm runs on the first one
    (leaf, _), = last_host.links.values()
    links = [port for port, (peer, _) in nodes[leaf].links.items() if nodes[peer].is_switch]
    assert len(links) > 1
    for _ in range(3):
        for change in (opensm.simulation.unlink, opensm.simulation.relink):
            for port in links:
                change(leaf, port)
            opensm.settle()
    assert tables_of(opensm) == home
    assert len(re.findall("flaps but stays in use: hosts are linked to it", opensm.log())) == 1


def test_a_restart_does_not_forget(fabrics, runs, tmp_path):
    state = tmp_path / "state"
    state.mkdir()
    first = start(runs, fabrics("tree"), weft_state_dir=state)
    ends = link_between_switches(first.simulation.net)
    for _ in range(3):
        flap(first, ends[0])
    held = tables_of(first)
    assert not is_used(first, ends)
    first.stop()
    options = {"event_plugin_name": "weft", "routing_engine": "weft-updn,no_fallback", "weft_state_dir": state}
    second = runs.opensm(first.simulation, options, directory=tmp_path / "second")
    assert tables_of(second) == held
    assert "is drained until it stays up" in second.log()


def test_without_limits_every_link_is_used(fabrics, runs):
    opensm = start(runs, fabrics("tree"), weft_flap_losses=0)
    home = tables_of(opensm)
    ends = link_between_switches(opensm.simulation.net)
    for _ in range(4):
        flap(opensm, ends[0])
    assert tables_of(opensm) == home
