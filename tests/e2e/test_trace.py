"""weft trace: the way between two nodes, as an independent walk through the dumps finds it."""

import json
import random
import re

import pytest

import dumps
from conftest import complaint, weft
from schema import validate


@pytest.fixture
def routed(tmp_path):
    """routed(topology, ..., engine=E, lmc=N): a folder with the fabric and what weft route wrote."""

    def make(*topology, engine, lmc=0):
        weft("generate", *topology, "-o", tmp_path / "fabric.net")
        weft("route", tmp_path / "fabric.net", "--engine", engine, "--lmc", lmc, "-o", tmp_path)
        return tmp_path

    return make


def tables(folder, *more):
    return "--lfts", folder / "opensm-lfts.dump", *more


def trace(folder, *arguments, status=0):
    found = json.loads(weft("trace", folder / "opensm-subnet.lst", *arguments, "--json", status=status))
    validate(found, "trace")
    return found


def test_both_ways_are_those_of_the_tables(routed):
    folder = routed("xgft", "--down", "3,3,4", "--up", "1,2,2", engine="updn")
    subnet, lfts = dumps.Subnet(folder / "opensm-subnet.lst"), dumps.read_lfts(folder / "opensm-lfts.dump")
    busiest = json.loads(weft("check", folder / "opensm-subnet.lst", *tables(folder), "--json"))["link_load"]["max"]
    ends = subnet.end_ports()
    for source, target in random.Random(1).sample([(a, b) for a in ends for b in ends if a != b], 20):
        there, back = trace(folder, source.lid, target.lid, *tables(folder))["paths"]
        for path, (here, to) in ((there, (source, target)), (back, (target, source))):
            assert path["from"]["lid"] == here.lid and path["lid"] == to.lid
            assert path["lost"] is None and path["sl"] is None
            walked = [(int(hop["switch"], 16), hop["out"]) for hop in path["hops"]]
            assert walked == dumps.route(lfts, subnet, here, to.lid)
            came_by = [subnet.links[here].port] + [subnet.peer(*end).port for end in walked[:-1]]
            assert [hop["in"] for hop in path["hops"]] == came_by
            loads = [hop["paths"] for hop in path["hops"]]
            assert loads[-1] is None and all(0 < load <= busiest for load in loads[:-1])


def test_lanes_are_those_of_the_maps(routed):
    folder = routed("torus", "--dims", "4,4", "--cas", "1", engine="torus-2QoS")
    lanes = tables(folder, "--psl", folder / "psl.txt", "--sl2vl", folder / "slvl.txt")
    used = set()
    ends = dumps.Subnet(folder / "opensm-subnet.lst").end_ports()
    for target in ends[1:]:
        for path in trace(folder, ends[0].lid, target.lid, *lanes)["paths"]:
            places = [re.findall(r"\d+", hop["name"]) for hop in path["hops"]]
            for hop, here, there in zip(path["hops"], places, places[1:]):
                used.add((path["sl"], 0 if here[0] != there[0] else 1, hop["vl"]))
    # In a whole torus an SL has a bit for each dimension, which is the VL there.
    assert any(all(vl == sl >> bits[d] & 1 for sl, d, vl in used) for bits in ((0, 1), (1, 0)))
    assert {vl for _, _, vl in used} == {0, 1}


def test_each_lid_has_its_path(routed):
    folder = routed("xgft", "--down", "3,3", "--up", "1,4", engine="ftree", lmc=2)
    found = trace(folder, "node-0001", "node-0009", "--lmc", 2, *tables(folder))
    paths = found["paths"]
    there, back = found["several_lids"]
    assert there["lids"] == [path["lid"] for path in paths[:4]] and back["lids"] == [path["lid"] for path in paths[4:]]
    assert (there["first_links"], there["apart"], there["shared"]) == (4, 4, [])
    text = weft("trace", folder / "opensm-subnet.lst", "node-0001", "node-0009", "--lmc", 2, *tables(folder))
    assert "4 different first links, 4 paths without a link in common" in text
    assert len(paths) == 8
    assert len({path["lid"] for path in paths}) == 8
    assert len({path["hops"][1]["switch"] for path in paths[:4]}) > 1


def test_where_paths_to_several_lids_meet(routed):
    """There are two spines for four LIDs."""
    folder = routed("xgft", "--down", "3,3", "--up", "1,2", engine="updn", lmc=2)
    there, _ = trace(folder, "node-0001", "node-0009", "--lmc", 2, *tables(folder))["several_lids"]
    assert (there["first_links"], there["apart"]) == (2, 2)
    assert [len(link["lids"]) for link in there["shared"]] == [2] * 4, "up and down, for each pair of LIDs"
    assert {lid for link in there["shared"] for lid in link["lids"]} == set(there["lids"])


def test_where_packets_are_lost(routed):
    folder = routed("xgft", "--down", "3,3", "--up", "1,2", engine="minhop")
    there, _ = trace(folder, "node-0001", "node-0009", *tables(folder))["paths"]
    spine = there["hops"][1]
    dump = folder / "opensm-lfts.dump"
    rows = re.split(r"(?=Unicast lids)", dump.read_text(encoding="utf-8"))
    hole = re.compile(rf"^0x{there['lid']:04x} .*\n", re.MULTILINE | re.IGNORECASE)
    dump.write_text("".join(hole.sub("", row) if f" guid {spine['switch']} " in row.partition("\n")[0] else row for row in rows),
                    encoding="utf-8")
    there, back = trace(folder, "node-0001", "node-0009", *tables(folder), status=1)["paths"]
    assert len(there["hops"]) == 1 and "has no entry for it" in there["lost"] and spine["switch"] in there["lost"]
    assert back["lost"] is None
    text = weft("trace", folder / "opensm-subnet.lst", "node-0001", "node-0009", *tables(folder), status=1)
    assert "is lost: " in text and "arrives after 2 links between switches" in text


def test_who_is_not_known_or_not_the_only_one(routed):
    folder = routed("xgft", "--down", "3,3", "--up", "1,2", engine="minhop")
    assert "no switch and no host is called 'nobody'" in trace(folder, "node-0001", "nobody", *tables(folder), status=2)["error"]
    assert trace(folder, "node-0001", "0xffff", *tables(folder), status=2)["paths"] is None
    subnet = folder / "opensm-subnet.lst"
    subnet.write_text(subnet.read_text(encoding="utf-8").replace("node-0002", "node-0001"), encoding="utf-8")
    error = trace(folder, "node-0009", "node-0001", *tables(folder), status=2)["error"]
    assert error.startswith("2 nodes are called 'node-0001': give the GUID of one (0x")


@pytest.mark.parametrize("engine", ["updn", "lash"])
def test_an_engine_in_place_of_tables(routed, engine):
    folder = routed("torus", "--dims", "5,5", "--cas", "1", engine=engine)
    lanes = ("--psl", folder / "psl.txt") if engine == "lash" else ()
    given = trace(folder, "node-0001", "node-0014", *tables(folder, *lanes))
    assert trace(folder, "node-0001", "node-0014", "--engine", engine) == given
    assert "--lfts excludes --engine" in complaint("trace", folder / "fabric.net", 1, 2, "--engine", "updn", "--lfts", "x")
    assert "--set requires" in complaint("trace", folder / "fabric.net", 1, 2, *tables(folder), "--set", "a=b")


def test_who_shares_the_busiest_link(routed):
    folder = routed("xgft", "--down", "4,4", "--up", "1,2", engine="updn")
    subnet, lfts = dumps.Subnet(folder / "opensm-subnet.lst"), dumps.read_lfts(folder / "opensm-lfts.dump")
    path = trace(folder, "node-0001", "node-0016", "--top", 99, *tables(folder))["paths"][0]
    busiest = path["busiest"]
    loads = [hop["paths"] for hop in path["hops"][:-1]]
    assert busiest["paths"] == max(loads) and busiest["port"] == path["hops"][loads.index(max(loads))]["out"]
    ends = subnet.end_ports()
    over = [(a.lid, b.lid) for a in ends for b in ends if a != b and
            (int(busiest["switch"], 16), busiest["port"]) in dumps.route(lfts, subnet, a, b.lid)]
    assert len(over) == busiest["paths"]
    for key, lids in (("senders", [a for a, _ in over]), ("lids", [b for _, b in over])):
        assert {use["lid"]: use["paths"] for use in busiest[key]["list"]} == {lid: lids.count(lid) for lid in lids}
        assert busiest[key]["count"] == len(set(lids))
    text = weft("trace", folder / "opensm-subnet.lst", "node-0001", "node-0016", "--top", 1, *tables(folder))
    assert f"shared by {busiest['senders']['count']} senders to {busiest['lids']['count']} LIDs" in text
    first, others = busiest["senders"]["list"][0], busiest["senders"]["count"] - 1
    assert f"from {first['name']}" in text and f"({first['paths']}) and {others} more" in text
    near = trace(folder, "node-0001", "node-0002", *tables(folder))["paths"][0]
    assert near["busiest"] is None, "they are on one switch"
