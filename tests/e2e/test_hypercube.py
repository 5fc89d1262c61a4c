"""kdor-hc and kdor-ghc: hypercubes and HyperX in several orders of their dimensions, in the real opensm."""

import json

import pytest

import dumps
import judge
from conftest import weft
from test_lane_engines import Plan, conf, expect_planned
from test_lanes import QOS, path_sl

FABRICS = {
    "hypercube": ["hypercube", "--dimensions", "4", "--cas", "1", "--shuffle", "2"],
    "hyperx": ["hyperx", "--dims", "3,4", "--cas", "2", "--shuffle", "2"],
    "worn": ["hypercube", "--dimensions", "5", "--cas", "1", "--fail-links", "2", "--fail-switches", "1", "--aggregation",
             "all", "--shuffle", "3"],
    "tree": ["xgft", "--down", "3,3", "--up", "1,3"],
}
ENGINES = {"hypercube": "kdor-hc", "hyperx": "kdor-ghc", "worn": "kdor-hc"}


@pytest.mark.parametrize("fabric, engine", ENGINES.items())
def test_tables_and_sls_are_those_of_the_plan(fabric, engine, net, runs, tmp_path):
    opensm = runs.subnet(net(fabric), conf(f"weft-{engine}"), arguments=QOS)
    assert opensm.engines_used() == [f"weft-{engine}"]
    assert opensm.errors() == []
    plan = expect_planned(opensm, Plan(opensm, tmp_path / "plan"))
    assert fabric == "worn" or not plan.sls


@pytest.mark.parametrize("fabric, sls", [("hypercube", [0, 1, 2, 3]), ("hyperx", [0, 1, 0, 1])])
def test_path_records_have_a_lane_for_each_path_bit(fabric, sls, net, runs):
    opensm = runs.subnet(net(fabric), conf(f"weft-{ENGINES[fabric]}", lmc=2), arguments=QOS)
    assert opensm.errors() == []
    assert dumps.ibdmchk(opensm.directory).all_routed()
    first, *_, last = dumps.Subnet(opensm.path("opensm-subnet.lst")).end_ports()
    for source, destination in ((first, last), (last, first)):
        assert [path_sl(opensm.simulation, source.lid, destination.lid + bit) for bit in range(4)] == sls


@pytest.mark.parametrize("fabric, engine", ENGINES.items())
def test_path_bits_close_no_credit_loop(fabric, engine, net, tmp_path):
    """With SLs as in the files, each path walked."""
    report = json.loads(weft("route", net(fabric).path, "--engine", engine, "--lmc", 2, "-o", tmp_path, "--json"))
    assert (report["credit_loop"], report["credit_loop_reversed"], report["unreachable_pairs"]) == (None, None, 0)
    plan, subnet = Plan.of(tmp_path), dumps.Subnet(tmp_path / "opensm-subnet.lst")
    paths = []
    for source in subnet.end_ports():
        for destination in subnet.end_ports():
            for lid in range(destination.lid, destination.lid + 4):
                channels = judge.channels(plan.tables, subnet, source, lid)
                paths.append([(guid, port, plan.sl(source.lid, lid)) for guid, port in channels])
    assert len({channel[2] for path in paths for channel in path}) >= 2
    assert not judge.has_cycle(paths)


@pytest.mark.parametrize("engine", ["kdor-hc", "kdor-ghc"])
def test_the_vendors_names_work(engine, net, runs):
    opensm = runs.subnet(net("hypercube"), conf(engine, lmc=1), arguments=QOS)
    assert opensm.engines_used() == [engine]
    assert opensm.errors() == []
    assert dumps.ibdmchk(opensm.directory).all_routed()


@pytest.mark.parametrize("fabric, engine", [("tree", "kdor-hc"), ("tree", "kdor-ghc"), ("hyperx", "kdor-hc")])
def test_another_fabric_is_left_to_the_next_engine(fabric, engine, net, runs):
    opensm = runs.subnet(net(fabric), conf(f"weft-{engine}", "weft-minhop"), arguments=QOS)
    assert opensm.engines_used() == ["weft-minhop"]
    assert any("no hypercube" in line for line in opensm.errors())
