"""The load is evened out once the fabric has not changed for a time, and where links are new at once."""

import os
import re

import pytest

import dumps
from conftest import check, weft
from simulation import wait_until


OPTIONS = {"event_plugin_name": "weft", "routing_engine": "weft-updn,no_fallback"}


@pytest.fixture(scope="module")
def bundles(tmp_path_factory):
    """Six leaf switches with six hosts each, joined to five spines by two links each."""
    path = tmp_path_factory.mktemp("bundles") / "fabric.net"
    weft("generate", "xgft", "--down", "6,6", "--up", "1,5", "--parallel", "1,2", "-o", path)
    return dumps.Net(path)


def start(runs, net, **options):
    return runs.subnet(net, {**OPTIONS, **options})


def leaves(net):
    return [node for node in net.switches() if any(not net.nodes[peer].is_switch for peer, _ in node.links.values())]


def first_link_up(net):
    leaf = leaves(net)[0]
    return leaf.name, min(port for port, (peer, _) in leaf.links.items() if net.nodes[peer].is_switch)


def busiest(opensm):
    assert dumps.ibdmchk(opensm.directory).missing == 0
    return check(opensm.directory)["link_load"]["max"]


def moved(opensm):
    return [int(count) for count in re.findall(r"rebalanced because .*?: (\d+) entries", opensm.log())]


def test_what_is_left_of_a_bundle_is_relieved_when_all_is_quiet(bundles, runs):
    opensm = start(runs, bundles, weft_rebalance_window=2)
    even = busiest(opensm)
    opensm.simulation.unlink(*first_link_up(bundles))
    opensm.settle()
    uneven = busiest(opensm)
    assert uneven > 1.5 * even and moved(opensm) == []
    opensm.wait_for_sweep()  # by itself
    opensm.wait_until_quiet()
    assert busiest(opensm) < uneven
    assert len(moved(opensm)) == 1 and 0 < moved(opensm)[0] < 30
    opensm.simulation.relink(*first_link_up(bundles))
    opensm.settle()
    assert busiest(opensm) == even
    assert opensm.errors() == []


def test_a_restart_does_not_forget_it(bundles, runs, tmp_path):
    first = start(runs, bundles)
    first.simulation.unlink(*first_link_up(bundles))
    first.settle()
    uneven = busiest(first)
    wait_until(lambda: os.path.exists(first.path("weft.state")), "a state file", 30)
    first.stop()
    second = runs.opensm(first.simulation, {**OPTIONS, "weft_rebalance_window": 2, "weft_state_dir": first.directory}, directory=tmp_path)
    assert "resumed from" in second.log() and moved(second) == []
    second.wait_for_sweep()
    second.wait_until_quiet()
    assert len(moved(second)) == 1 and busiest(second) < uneven


def test_it_is_done_at_once_with_no_window(bundles, runs):
    opensm = start(runs, bundles, offsweep_balancing_window=0)
    opensm.simulation.unlink(*first_link_up(bundles))
    opensm.settle()
    assert len(moved(opensm)) == 1


def test_it_is_left_out_if_that_is_asked_for(bundles, runs):
    opensm = start(runs, bundles, offsweep_balancing_enabled="FALSE", weft_rebalance_window=0)
    even = busiest(opensm)
    opensm.simulation.unlink(*first_link_up(bundles))
    opensm.settle()
    assert busiest(opensm) > 1.5 * even and moved(opensm) == []


def test_what_carries_nothing_is_said_with_what_will_change_that(bundles, runs):
    opensm = start(runs, bundles, weft_rebalance_window=2)
    assert "carry nothing" not in opensm.log()
    leaf = leaves(bundles)[-1]  # opensm is on the first
    for port, (peer, _) in leaf.links.items():
        if not bundles.nodes[peer].is_switch:
            opensm.simulation.unlink(leaf.name, port)
    line = ("leaf 5 .*has 10 idle links, and other switches have such links; once the fabric has not changed "
            "for 2 s, Weft rebalances: links that a full recompute uses get paths")
    wait_until(lambda: re.search(line, opensm.log()), "idle links are named", timeout=20)


def test_a_new_spine_is_used_at_once(bundles, runs, tmp_path):
    spine = next(node for node in bundles.switches()
                 if all(bundles.nodes[peer].is_switch for peer, _ in node.links.values()))
    first = start(runs, bundles)
    even = busiest(first)
    unused = check(first.directory)["link_load"]["unused_links"]
    first.stop()
    first.simulation.unlink(spine.name)
    second = runs.opensm(first.simulation, OPTIONS, directory=tmp_path)
    assert busiest(second) >= even
    second.simulation.relink(spine.name)
    second.settle()
    assert busiest(second) == even
    assert check(second.directory)["link_load"]["unused_links"] <= unused
    assert len(moved(second)) == 1
