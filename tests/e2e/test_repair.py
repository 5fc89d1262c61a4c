"""Routes after a change are those of before, repaired: online, offline by --live, and both the same."""

import json
import random
import re
import shutil

import pytest

import dumps
from conftest import weft
from test_lane_engines import Plan, conf, expect_planned
from test_lanes import QOS, path_sl
from test_options import reload

FABRICS = {
    "torus": ["torus", "--dims", "5,5", "--cas", "1"],
    "tree": ["xgft", "--down", "4,4,4", "--up", "1,2,2"],
}


def tables_of(opensm):
    return dumps.read_lfts(opensm.path("opensm-lfts.dump"))


def links_up(net):
    """The ports of a switch all of whose neighbours are switches: (switch, port)."""
    for switch in net.switches():
        if all(net.nodes[name].is_switch for name, _ in switch.links.values()):
            yield from ((switch, port) for port in sorted(switch.links))


def repaired_offline(opensm, live, out, *arguments):
    """What `weft route --live` makes of the fabric as opensm sees it: its report."""
    engine = opensm.engines_used()[-1]
    return json.loads(weft("route", opensm.path("opensm-subnet.lst"), "--engine", engine, "--live", live,
                           "-o", out, "--json", *arguments))


@pytest.mark.parametrize("engine", ["weft-minhop", "weft-updn", "weft-ftree", "weft-dfsssp"])
def test_a_spine_that_comes_back_has_all_its_entries_again(engine, net, runs):
    opensm = runs.subnet(net("tree"), conf(engine), arguments=QOS)
    ibsim = opensm.simulation
    spine, _ = list(links_up(ibsim.net))[-1]
    before = tables_of(opensm)
    ibsim.unlink(spine.name)
    opensm.settle()
    assert spine.guid not in tables_of(opensm)
    assert dumps.ibdmchk(opensm.directory).all_routed()
    ibsim.relink(spine.name)
    opensm.settle()
    assert tables_of(opensm) == before
    assert set(opensm.engines_used()) == {engine}
    assert opensm.errors() == []


@pytest.mark.parametrize("engine", ["weft-minhop", "weft-updn", "weft-ftree", "weft-nue"])
def test_offline_the_repair_is_the_same(engine, net, runs, tmp_path):
    """From the folder that opensm wrote when the fabric was whole."""
    opensm = runs.subnet(net("tree"), conf(engine))
    ibsim = opensm.simulation
    whole = tmp_path / "whole"
    whole.mkdir()
    for name in ("opensm-subnet.lst", "opensm-lfts.dump"):
        shutil.copy(opensm.path(name), whole)
    before = tables_of(opensm)
    switch, port = next(links_up(ibsim.net))
    ibsim.unlink(switch.name, port)
    opensm.settle()
    report = repaired_offline(opensm, whole, tmp_path / "out")
    assert report["change"]["repaired"]
    assert report["change"]["fabric"] == "1 pair of switches no longer linked"
    assert tables_of(opensm) != before
    assert dumps.read_lfts(tmp_path / "out" / "opensm-lfts.dump") == tables_of(opensm)


def test_lash_goes_on_after_a_lost_link(net, runs, tmp_path):
    """Path queries are answered as before, and the lanes stay free of credit loops."""
    opensm = runs.subnet(net("torus"), conf("weft-lash"), arguments=QOS)
    ibsim = opensm.simulation
    before = Plan(opensm, tmp_path / "before")
    assert len(before.lanes()) > 1
    lids = [end.lid for end in dumps.Subnet(opensm.path("opensm-subnet.lst")).end_ports()]
    pairs = random.Random(1).sample([(a, b) for a in lids for b in lids if a != b], 30)
    switch = ibsim.net.switches()[0]
    port = next(p for p, (name, _) in switch.links.items() if ibsim.net.nodes[name].is_switch)
    ibsim.unlink(switch.name, port)
    opensm.settle()
    assert opensm.engines_used() == ["weft-lash"] * 2
    for pair in pairs:
        assert path_sl(ibsim, *pair) == before.sl(*pair)
    expect_planned(opensm, Plan(opensm, tmp_path / "repaired", live=before))


def write_sls(directory, sls):
    with open(directory / "psl.txt", "w", encoding="ascii") as psl:
        for (header, lid), sl in sls.items():
            psl.write(f"{header}\n0x{lid:04X} : {sl}\n")


def read_sls(directory):
    """{(heading of the source, LID): SL}"""
    sls, heading = {}, None
    with open(directory / "psl.txt", encoding="ascii") as psl:
        for line in psl:
            if line.startswith("Channel"):
                heading = line.strip()
            else:
                lid, sl = line.split(" : ")
                sls[heading, int(lid, 16)] = int(sl)
    return sls


GRIDS = {"torus 8x8": ["torus", "--dims", "8,8", "--cas", "1", "--seed", "9"],
         "torus 6x6x6": ["torus", "--dims", "6,6,6", "--cas", "1", "--seed", "9"],
         "random": ["random", "--switches", "64", "--degree", "4", "--seed", "3"]}


@pytest.mark.parametrize("grid, engine, lost", [
    *[(grid, engine, lost) for grid in ("torus 8x8", "random") for engine in ("dfsssp", "lash")
      for lost in (1, 2, 5, 10)],
    ("torus 6x6x6", "dfsssp", 1), ("torus 6x6x6", "dfsssp", 2),
])
def test_connections_keep_the_sls_that_they_have(grid, engine, lost, tmp_path):
    """New tables with the new SLs have no credit loop. Connections are on the old ones: where some mix of old
    and new has one, the report says so before; and not many pairs have another SL."""
    whole, degraded, out = tmp_path / "whole.net", tmp_path / "degraded.net", tmp_path / "out"
    weft("generate", *GRIDS[grid], "-o", whole)
    weft("generate", *GRIDS[grid], "--fail-links", lost, "-o", degraded)
    weft("route", whole, "--engine", engine, "-o", tmp_path / "before")
    report = json.loads(weft("route", degraded, "--engine", engine, "--live", tmp_path / "before", "-o", out,
                             "--json"))
    assert report["change"]["repaired"], report["change"]
    assert (report["pairs_at_risk"] > 0) == (report["credit_loop_granted"] is not None)
    (out / "opensm.mcfdbs").touch()
    old, new = read_sls(tmp_path / "before"), read_sls(out)
    assert old.keys() == new.keys()
    changed = sum(old[pair] != new[pair] for pair in old)
    assert changed <= len(old) * lost * 0.0125
    for share in (0, 1, 0.5, 0.3):
        rng = random.Random(lost)
        write_sls(out, {pair: old[pair] if rng.random() < share else new[pair] for pair in new})
        verdict = dumps.ibdmchk(out)
        assert verdict.all_routed()
        if share == 0 or report["credit_loop_granted"] is None:
            assert not verdict.credit_loop


def test_where_the_way_is_not_safe_tables_go_out_in_two_stages(net, runs, tmp_path):
    """Another root: paths turn round, and while switches have old and new rows packets could wait in a circle."""
    opensm = {}
    for way in ("at_once", "staged"):
        roots = tmp_path / f"roots_{way}"
        torus = net("torus")
        switches = sorted(switch.guid for switch in torus.switches())
        roots.write_text(f"{switches[0]:#x}\n")
        running = opensm[way] = runs.subnet(torus, conf("weft-updn", weft_transition=way, root_guid_file=roots))
        before = tables_of(running)
        roots.write_text(f"{switches[12]:#x}\n")
        running.hang_up()
        running.settle()
        assert tables_of(running) != before
        assert dumps.ibdmchk(running.directory).all_routed()
        assert running.errors() == []
    assert opensm["at_once"].engines_used() == ["weft-updn"] * 2
    assert opensm["staged"].engines_used() == ["weft-updn"] * 3
    assert "can close a credit loop" in opensm["at_once"].log()
    assert "dropped until a second sweep" in opensm["staged"].log()
    assert tables_of(opensm["staged"]) == tables_of(opensm["at_once"])


def test_another_balance_comes_in_steps(net, runs):
    """One sweep after the other, without anybody asking for them; none changes more than it may."""
    wanted = runs.subnet(net("tree"), conf("weft-updn"))
    opensm = runs.subnet(net("tree"), conf("weft-updn", weft_balance="switch", weft_migrate=100))
    assert tables_of(opensm) != tables_of(wanted)
    reload(opensm, "weft_balance fabric")
    steps = re.findall(r"(?:the options have changed|the rest of the last change follows): (\d+) entries and 0 SLs changed; (?:(\d+) changes are left)?", opensm.log())
    assert len(steps) > 2
    assert all(0 < int(changed) <= 100 for changed, _ in steps)
    left = [int(entries or 0) for _, entries in steps]
    assert left == sorted(left, reverse=True) and left[-1] == 0
    assert opensm.engines_used() == ["weft-updn"] * (1 + len(steps))
    assert tables_of(opensm) == tables_of(wanted)
    assert dumps.ibdmchk(opensm.directory).all_routed()
    assert opensm.errors() == []
