"""multipath: several paths to each port with an LMC, in the real opensm."""

import collections
import json

import pytest

import dumps
import judge
from conftest import weft
from test_lane_engines import Plan, conf
from test_lanes import QOS, path_sl

FABRICS = {
    "slim-fly": ["slim-fly", "--q", "3", "--cas", "2"],
    "worn hyperx": ["hyperx", "--dims", "4,3", "--cas", "2", "--fail-links", "2", "--shuffle", "3"],
    "tree": ["xgft", "--down", "6,6", "--up", "1,6"],
    "dragonfly": ["dragonfly", "--routers", "4", "--global-links", "2", "--cas", "2"],
    "mesh": ["mesh", "--dims", "4,4", "--cas", "2"],
    "hypercube": ["hypercube", "--dimensions", "4", "--cas", "2"],
    "torus": ["torus", "--dims", "4,5", "--cas", "2"],
    "worn tree": ["xgft", "--down", "6,6", "--up", "1,6", "--fail-links", "4", "--seed", "1"],
    "random": ["random", "--switches", "16", "--degree", "4", "--cas", "2"],
}
WITH_ONE_SHORTEST_PATH = ["slim-fly", "worn hyperx"]


def paths(subnet, tables, lid):
    """Of all end ports to a LID: by source, the links of its path."""
    return {end.lid: judge.channels(tables, subnet, end, lid) for end in subnet.end_ports()}


@pytest.mark.parametrize("fabric", WITH_ONE_SHORTEST_PATH)
def test_ports_have_two_paths(fabric, net, runs):
    opensm = runs.subnet(net(fabric), conf("weft-multipath", lmc=1), arguments=QOS)
    assert opensm.engines_used() == ["weft-multipath"]
    assert opensm.errors() == []
    assert dumps.ibdmchk(opensm.directory).all_routed()
    subnet, tables = dumps.Subnet(opensm.path("opensm-subnet.lst")), dumps.read_lfts(opensm.path("opensm-lfts.dump"))
    ends = list(subnet.end_ports())
    longer, sls = 0, set()
    for end in ends:
        first, second = (paths(subnet, tables, end.lid + bit) for bit in (0, 1))
        longer += sum(len(second[lid]) > len(first[lid]) for lid in first)
        source = ends[0] if end != ends[0] else ends[1]
        sls |= {path_sl(opensm.simulation, source.lid, end.lid + bit) for bit in (0, 1)}
    assert longer > 0
    assert None not in sls and len(sls) > 1


@pytest.mark.parametrize("fabric", WITH_ONE_SHORTEST_PATH)
def test_the_plan_closes_no_credit_loop(fabric, net, tmp_path):
    """By a walk of its own, with the SLs of the plan."""
    weft("route", net(fabric).path, "--engine", "multipath", "--lmc", 1, "-o", tmp_path)
    plan, subnet = Plan.of(tmp_path), dumps.Subnet(tmp_path / "opensm-subnet.lst")
    lanes = {}
    for end in subnet.end_ports():
        for lid in (end.lid, end.lid + 1):
            for source, path in paths(subnet, plan.tables, lid).items():
                if source != end.lid:
                    lanes.setdefault(plan.sl(source, lid), []).append(path)
    assert len(lanes) > 1
    assert not any(judge.has_cycle(of_lane) for of_lane in lanes.values())


def test_a_lost_link_is_routed_around(net):
    """Whichever it is, all pairs keep a path on every LID, and nothing closes a credit loop."""
    lines = weft("whatif", net("slim-fly").path, "--engine", "multipath", "--lmc", 1, "--fail", "every-link",
                 "--json").splitlines()
    outcomes = [outcome for outcome in map(json.loads, lines) if "failure" in outcome]
    assert len(outcomes) == 45
    for outcome in outcomes:
        assert (outcome["repaired"], outcome["lost_pairs"], outcome["credit_loop"]) == (True, 0, False)


def different_ports(opensm, lids=4):
    """Of leaf switches: how many pairs of a switch and a port elsewhere have LIDs behind so many different ports."""
    subnet, tables = dumps.Subnet(opensm.path("opensm-subnet.lst")), dumps.read_lfts(opensm.path("opensm-lfts.dump"))
    own = {end: subnet.links[end].node_guid for end in subnet.end_ports()}
    leaves = set(own.values())
    return collections.Counter(len({tables[leaf][end.lid + bit] for bit in range(lids)})
                               for end in own for leaf in leaves if own[end] != leaf)


@pytest.mark.parametrize("engine", ["minhop", "updn", "ftree", "sssp", "dfsssp", "nue", "lash", "multipath"])
def test_the_lids_of_a_port_take_different_links(engine, net, runs):
    """As with OpenSM's own engines, of which lash has one path for each pair of switches."""
    opensm = runs.subnet(net("tree"), conf(f"weft-{engine}", lmc=2), arguments=QOS)
    assert opensm.engines_used() == [f"weft-{engine}"]
    assert different_ports(opensm) == {4: 36 * 5}


# Paths between two switches that minimise hops alone are often as many whichever is chosen first.
NEARLY = 0.97


@pytest.mark.parametrize("engine", ["minhop", "sssp", "dfsssp", "nue", "lash", "dor"])
@pytest.mark.parametrize("fabric", ["worn tree", "mesh", "hypercube", "worn hyperx", "torus", "dragonfly", "random"])
def test_the_lids_of_a_port_are_as_far_apart_as_with_stock(fabric, engine, net, runs):
    """By the mean number of different ports towards a remote port's four LIDs."""
    means = []
    for name in (engine, f"weft-{engine}"):
        opensm = runs.subnet(net(fabric), conf(name, lmc=2), arguments=QOS)
        assert opensm.engines_used() == [name]
        count = different_ports(opensm)
        means.append(sum(ports * pairs for ports, pairs in count.items()) / count.total())
    stock, ours = means
    assert ours >= NEARLY * stock


@pytest.mark.parametrize("name", ["weft", "multipath", "dragonfly"])
def test_names_without_weft(name, net, runs):
    opensm = runs.subnet(net("dragonfly"), conf(name, lmc=1), arguments=QOS)
    assert opensm.engines_used() == [name]
    assert opensm.errors() == []
    if name == "weft":
        assert "routed by dragonfly" in opensm.log()
