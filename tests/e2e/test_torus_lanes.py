"""torus-2QoS, whose packets change their VLs: the SL2VL maps and arbitration tables that opensm writes for it."""

import json
import re

import pytest

import dumps
from conftest import weft
from test_lane_engines import Plan, conf, expect_planned
from test_lanes import QOS, in_hardware, links_between_switches, path_sl, sl2vl, vl_weights

FABRICS = {
    "4x4": ["torus", "--dims", "4,4", "--cas", "1"],
    "3x3x3": ["torus", "--dims", "3,3,3", "--cas", "1"],
}
ENGINE = "weft-torus-2QoS"
SECOND_LEVEL = 8  # the bit of the SL
LEVELS = [{0, 1, 2, 3}, {4, 5, 6, 7}]  # on links between switches


@pytest.fixture(name="torus", params=sorted(FABRICS))
def routed_torus(request, net, runs):
    opensm = runs.subnet(net(request.param), conf(ENGINE), arguments=QOS)
    assert opensm.engines_used() == [ENGINE]
    assert opensm.errors() == []
    return opensm


def read_sl2vl(path):
    """{(GUID of a switch, in port, out port): 16 VLs}"""
    maps = {}
    with open(path, encoding="ascii") as file:
        for line in file:
            guid, in_port, out_port, *vls = line.split()
            pairs = [int(pair, 16) for pair in vls]
            maps[int(guid, 16), int(in_port), int(out_port)] = [vl for pair in pairs for vl in (pair >> 4, pair & 15)]
    return maps


def test_switches_have_the_maps_of_the_plan(torus, tmp_path):
    plan = expect_planned(torus, Plan(torus, tmp_path / "plan"))
    planned = read_sl2vl(plan.directory / "slvl.txt")
    by_ports = 0
    for end in links_between_switches(dumps.Subnet(torus.path("opensm-subnet.lst")))[::7]:
        maps = sl2vl(torus.simulation, end.lid, end.port)
        linked = {in_port: vls for in_port, vls in maps.items() if (end.node_guid, in_port, end.port) in planned}
        assert len(linked) >= 5
        for in_port, vls in linked.items():
            assert vls == in_hardware(planned[end.node_guid, in_port, end.port])
        by_ports += len({tuple(vls) for vls in linked.values()}) > 1
    assert by_ports > 0


def test_clients_choose_the_level(torus, tmp_path):
    plan = Plan(torus, tmp_path / "plan")
    lids = [end.lid for end in dumps.Subnet(torus.path("opensm-subnet.lst")).end_ports()]
    for destination in lids[1:8]:
        sl = plan.sl(lids[0], destination)
        assert sl < SECOND_LEVEL
        for asked in (sl, sl | SECOND_LEVEL):
            assert path_sl(torus.simulation, lids[0], destination, "--sl", asked) == asked


def test_vls_of_a_level_are_served_alike(torus):
    subnet = dumps.Subnet(torus.path("opensm-subnet.lst"))
    for end in links_between_switches(subnet)[::11]:
        served = set()
        for table in vl_weights(torus.simulation, end.lid, end.port):
            weights = {vl: 0 for level in LEVELS for vl in level}
            for vl, weight in table:
                weights[vl] += weight
            assert all(len({weights[vl] for vl in level}) == 1 for level in LEVELS)
            served |= {vl for vl, weight in weights.items() if weight}
        assert served == set.union(*LEVELS)
    # Stock's default has weight of VL 0 in the high table, and of VL 4, which is VL 1 there, in the low one.
    end = next(end for end, peer in subnet.links.items() if end.is_switch and not peer.is_switch)
    low, high = vl_weights(torus.simulation, end.lid, end.port)
    assert {vl for vl, weight in low if weight} == {1}
    assert {vl for vl, weight in high if weight} == {0}
    assert "no weight in qos_swe_vlarb_high" not in torus.log()


def test_a_level_without_weight_is_named(net, runs):
    """As VLs that stock's way of QoS leaves without weight at other engines; opensm goes on."""
    opensm = runs.subnet(net("4x4"), conf(ENGINE, qos_swe_vlarb_high="0:4", qos_swe_vlarb_low="0:4,1:4"), arguments=QOS)
    assert opensm.engines_used() == [ENGINE]
    assert "QoS level 1 is mapped to VLs 4, 5, 6, 7, which have no weight" in opensm.log()


def test_the_next_engine_has_none_of_it(net, runs):
    """A torus with one VL is left to an engine of one lane, whose maps are OpenSM's."""
    opensm = runs.subnet(net("4x4"), conf(ENGINE, "weft-minhop", max_op_vls=1), arguments=QOS)
    assert opensm.engines_used() == ["weft-minhop"]
    end = links_between_switches(dumps.Subnet(opensm.path("opensm-subnet.lst")))[0]
    maps = sl2vl(opensm.simulation, end.lid, end.port)
    assert len({tuple(vls) for vls in maps.values()}) == 1


@pytest.mark.parametrize("fabric", sorted(FABRICS))
def test_files_have_the_maps(fabric, net, tmp_path):
    routed = json.loads(weft("route", net(fabric).path, "--engine", "torus-2QoS", "-o", tmp_path, "--json"))
    checked = json.loads(weft("check", tmp_path / "fabric.net", "--lfts", tmp_path / "opensm-lfts.dump",
                              "--psl", tmp_path / "psl.txt", "--sl2vl", tmp_path / "slvl.txt", "--json"))
    for report in (routed, checked):
        assert report["credit_loop"] is None
        assert report["unreachable_pairs"] == 0
    assert checked["paths_by_lane"] == routed["paths_by_lane"]
    assert {lane["vl"] for lane in routed["paths_by_lane"]} == {0, 1}
    assert routed["lanes_used"] == 4  # with those of the second level, which psl.txt has no paths of
    assert checked["lanes_used"] == 2


def test_one_lane_would_not_do(net, tmp_path):
    """Of a ring of four, paths of two hops close a circle; of three, none has two."""
    weft("route", net("4x4").path, "--engine", "torus-2QoS", "-o", tmp_path)
    report = json.loads(weft("check", tmp_path / "fabric.net", "--lfts", tmp_path / "opensm-lfts.dump",
                             "--json", status=1))
    assert report["credit_loop"] is not None


def test_what_maps_mean_is_in_no_file(net, tmp_path):
    weft("route", net("4x4").path, "--engine", "torus-2QoS", "-o", tmp_path)
    report = json.loads(weft("route", net("4x4").path, "--engine", "torus-2QoS", "--live", tmp_path, "--json",
                             status=2))
    assert re.search(r"slvl.txt: not all ports send SL i on VL i", json.dumps(report))
