"""dragonfly and dfp: minimal paths, and others through other groups, in the real opensm."""

import json

import pytest

import dumps
import judge
from conftest import weft
from test_lane_engines import Plan, conf, expect_planned
from test_lanes import QOS, in_hardware, links_between_switches, sl2vl
from test_torus_lanes import read_sl2vl

FABRICS = {
    "dragonfly": ["dragonfly", "--routers", "4", "--global-links", "1", "--cas", "2"],
    "rows": ["dragonfly", "--routers", "4", "--rows", "2", "--global-links", "1", "--cas", "1", "--groups", "4"],
    "small": ["dragonfly", "--routers", "4", "--global-links", "4", "--cas", "2", "--groups", "3"],
    "medium": ["dragonfly", "--routers", "5", "--global-links", "3", "--cas", "2", "--groups", "4", "--shuffle", "2"],
    "tree": ["xgft", "--down", "3,3", "--up", "1,3"],
    "worn": ["dragonfly", "--routers", "5", "--global-links", "2", "--cas", "1", "--groups", "6", "--fail-links", "3",
             "--fail-switches", "1", "--aggregation", "all", "--shuffle", "3"],
    "plus": ["dragonfly-plus", "--leaves", "3", "--spines", "2", "--global-links", "2", "--cas", "3"],
    "worn plus": ["dragonfly-plus", "--leaves", "4", "--spines", "3", "--global-links", "2", "--cas", "3", "--groups", "5",
                  "--fail-links", "3", "--aggregation", "all", "--shuffle", "3"],
}
ENGINES = {"dragonfly": "dragonfly", "rows": "dragonfly", "small": "dragonfly", "medium": "dragonfly", "worn": "dragonfly", "plus": "dfp", "worn plus": "dfp"}


def lanes_of(fabric):
    """Of paths through other groups: two where every switch has links to all groups."""
    return 2 if fabric in ("small", "medium") else 3


class NonminimalPlan(Plan):
    OPTIONS = ["--set", "weft_dragonfly_paths=nonminimal"]


@pytest.mark.parametrize("paths", ["mix", "nonminimal"])
@pytest.mark.parametrize("fabric, engine", ENGINES.items())
def test_tables_sls_and_maps_are_those_of_the_plan(fabric, engine, paths, net, runs, tmp_path):
    opensm = runs.subnet(net(fabric), conf(f"weft-{engine}", weft_dragonfly_paths=paths), arguments=QOS)
    assert opensm.engines_used() == [f"weft-{engine}"]
    assert opensm.errors() == []
    plan = expect_planned(opensm, (Plan if paths == "mix" else NonminimalPlan)(opensm, tmp_path / "plan"))
    if paths == "nonminimal":
        assert len(plan.lanes()) >= lanes_of(fabric)
    planned = read_sl2vl(plan.directory / "slvl.txt")
    by_ports = 0
    for end in links_between_switches(dumps.Subnet(opensm.path("opensm-subnet.lst")))[::5]:
        maps = {in_port: vls for in_port, vls in sl2vl(opensm.simulation, end.lid, end.port).items()
                if (end.node_guid, in_port, end.port) in planned}
        for in_port, vls in maps.items():
            assert vls == in_hardware(planned[end.node_guid, in_port, end.port])
        by_ports += len({tuple(vls) for vls in maps.values()}) > 1
    assert by_ports > 0


@pytest.mark.parametrize("fabric, engine", ENGINES.items())
def test_path_bits_close_no_credit_loop(fabric, engine, net, tmp_path):
    """With SLs and maps as in the files, each path walked."""
    report = json.loads(weft("route", net(fabric).path, "--engine", engine, "--lmc", 2, "-o", tmp_path, "--json"))
    assert (report["credit_loop"], report["unreachable_pairs"]) == (None, 0)
    plan, subnet = Plan.of(tmp_path), dumps.Subnet(tmp_path / "opensm-subnet.lst")
    maps = read_sl2vl(tmp_path / "slvl.txt")
    paths = []
    for source in subnet.end_ports():
        for destination in subnet.end_ports():
            for lid in range(destination.lid, destination.lid + 4):
                path, in_port = [], subnet.links[source].port
                for guid, port in judge.channels(plan.tables, subnet, source, lid):
                    path.append((guid, port, maps[guid, in_port, port][plan.sl(source.lid, lid)]))
                    in_port = subnet.peer(guid, port).port
                paths.append(path)
    assert len({channel[2] for path in paths for channel in path}) >= lanes_of(fabric)
    assert not judge.has_cycle(paths)


@pytest.mark.parametrize("fabric", ["dragonfly", "plus"])
@pytest.mark.parametrize("paths, lanes", [("minimal", 2), ("mix", 3), ("nonminimal", 3)])
def test_the_option_says_which_lids_go_through_other_groups(paths, lanes, fabric, net, tmp_path):
    report = json.loads(weft("route", net(fabric).path, "--engine", ENGINES[fabric], "--lmc", 1, "--set",
                             f"weft_dragonfly_paths={paths}", "-o", tmp_path, "--json"))
    assert (report["credit_loop"], report["unreachable_pairs"]) == (None, 0)
    assert report["lanes_used"] == lanes
    checked = json.loads(weft("check", tmp_path / "fabric.net", "--lfts", tmp_path / "opensm-lfts.dump",
                              "--psl", tmp_path / "psl.txt", "--sl2vl", tmp_path / "slvl.txt", "--json"))
    assert checked["credit_loop"] is None


def test_the_vendors_configuration_works(net, runs):
    opensm = runs.subnet(net("plus"), conf("dfp", dfp_max_cas_on_spine=1, dfp_down_up_turns_mode=2, lmc=1), arguments=QOS)
    assert opensm.engines_used() == ["dfp"]
    assert opensm.errors() == []
    assert dumps.ibdmchk(opensm.directory).all_routed()


@pytest.mark.parametrize("engine, refusal", [("dragonfly", "no dragonfly"), ("dfp", "no Dragonfly+")])
def test_another_fabric_is_left_to_the_next_engine(engine, refusal, net, runs):
    opensm = runs.subnet(net("tree"), conf(f"weft-{engine}", "weft-minhop"), arguments=QOS)
    assert opensm.engines_used() == ["weft-minhop"]
    assert any(refusal in line for line in opensm.errors())
