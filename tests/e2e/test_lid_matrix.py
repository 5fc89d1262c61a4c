"""weft-file with lid_matrix_dump_file alone: hop counts from the file, and the balance of min-hop."""

import pathlib
import re

import pytest

import dumps
from conftest import CLUSTERS, GENERATED, weft

FILE = {"event_plugin_name": "weft-file", "routing_engine": "weft-file,no_fallback"}
MATRIX = "opensm-lid-matrix.dump"


def tables_of(directory):
    return dumps.read_lfts(pathlib.Path(directory) / "opensm-lfts.dump")


def matrix_of(directory):
    """{switch GUID: {LID: hops by port}}, the first of them the fewest."""
    matrix, row = {}, None
    for line in (pathlib.Path(directory) / MATRIX).read_text().splitlines():
        if match := re.match(r"Switch: guid 0x([0-9a-f]+)", line):
            row = matrix[int(match[1], 16)] = {}
        else:
            lid, hops = re.match(r"0x([0-9a-f]+):([ 0-9a-f]+)", line).groups()
            row[int(lid, 16)] = bytes.fromhex(hops)
    return matrix


def fewest(hops):
    """Without those that are more than the fewest."""
    return bytes(n if n == hops[0] else 0xFF for n in hops)


def routed(runs, net, options):
    opensm = runs.subnet(net, options)
    assert opensm.stop() == 0
    return opensm


def routed_by_stock(runs, net, engine="minhop", **options):
    opensm = routed(runs, net, {"routing_engine": f"{engine},no_fallback", **options})
    assert opensm.engines_used() == [engine]
    return pathlib.Path(opensm.directory)


def root_file(net, path):
    """The switches that no host is on."""
    roots = [switch for switch in net.switches()
             if all(net.nodes[peer].is_switch for peer, _ in switch.links.values())]
    path.write_text("".join(f"0x{root.guid:016x}\n" for root in roots))
    return path


def expect_the_same(runs, net, before, **options):
    """What stock's engine `file` makes of the matrix is what weft-file does."""
    matrix = before / MATRIX
    stock = routed_by_stock(runs, net, "file", lid_matrix_dump_file=matrix, **options)
    opensm = routed(runs, net, {**FILE, "lid_matrix_dump_file": matrix, "weft_balance": "switch", **options})
    assert opensm.engines_used() == ["weft-file"]
    assert tables_of(opensm.directory) == tables_of(stock)
    # What OpenSM dumps of Weft's engine is the file again, as far as paths may go.
    assert matrix_of(opensm.directory) == {guid: {lid: fewest(hops) for lid, hops in row.items()}
                                           for guid, row in matrix_of(matrix.parent).items()}
    return tables_of(stock)


@pytest.mark.parametrize("lmc", [0, 2])
@pytest.mark.parametrize("name", [*GENERATED, *CLUSTERS])
def test_minhop_comes_back(name, lmc, fabrics, runs):
    before = routed_by_stock(runs, fabrics(name), lmc=lmc)
    assert expect_the_same(runs, fabrics(name), before, lmc=lmc) == tables_of(before)


@pytest.mark.parametrize("lmc", [0, 1])
def test_updn_comes_back(lmc, fabrics, runs, tmp_path):
    net = fabrics("tree")
    roots = root_file(net, tmp_path / "roots")
    before = routed_by_stock(runs, net, "updn", root_guid_file=roots, lmc=lmc)
    assert expect_the_same(runs, net, before, lmc=lmc) == tables_of(before)


@pytest.mark.parametrize("options", [{"port_shifting": "TRUE"}, {"port_profile_switch_nodes": "TRUE"}])
def test_options_of_the_balance_are_in_force(options, fabrics, runs):
    net = fabrics("torus")
    before = routed_by_stock(runs, net)
    expect_the_same(runs, net, before, **options)


def test_other_hops_than_the_shortest(fabrics, runs, tmp_path):
    """A matrix in which the ports 1 of all switches are left out, wherever there is another."""
    net = fabrics("torus")
    before = routed_by_stock(runs, net)
    (tmp_path / MATRIX).write_text(re.sub(
        r"(?m)^(0x\w+: (\w\w)) \2(?=( \w\w)* \2\b)", r"\1 ff", (before / MATRIX).read_text()))
    assert matrix_of(tmp_path) != matrix_of(before)
    assert expect_the_same(runs, net, tmp_path) != tables_of(before)


def test_over_the_fabric(fabrics, runs):
    before = routed_by_stock(runs, fabrics("tree"))
    opensm = routed(runs, fabrics("tree"), {**FILE, "lid_matrix_dump_file": before / MATRIX})
    assert opensm.engines_used() == ["weft-file"]
    minhop = routed(runs, fabrics("tree"), {"event_plugin_name": "weft", "routing_engine": "weft-minhop"})
    assert tables_of(opensm.directory) == tables_of(minhop.directory)
    assert dumps.ibdmchk(opensm.directory).all_routed()


def test_lids_were_given_anew(fabrics, runs):
    """OpenSM keeps LIDs in guid2lid; the switches' are exchanged there between the two runs."""
    net = fabrics("tree")
    before = routed_by_stock(runs, net)
    again = runs.ibsim(net)
    text = (before / "guid2lid").read_text()
    lids = dict(re.findall(r"(0x\w+) (0x\w+) 0x\w+", text))
    switches = [f"0x{switch.guid:016x}" for switch in net.switches()]
    others = dict(zip(switches, [lids[guid] for guid in reversed(switches)]))
    turned = "".join(f"{guid} {lid} {lid}\n\n" for guid, lid in {**lids, **others}.items())
    (pathlib.Path(again.directory) / "guid2lid").write_text(turned)
    opensm = runs.opensm(again, {**FILE, "lid_matrix_dump_file": before / MATRIX, "weft_balance": "switch",
                                 "honor_guid2lid_file": "TRUE"})
    assert opensm.stop() == 0
    assert opensm.engines_used() == ["weft-file"]
    moved = {int(lids[guid], 16): int(lid, 16) for guid, lid in others.items()}
    assert {guid: {moved[lid]: fewest(hops) for lid, hops in row.items()}
            for guid, row in matrix_of(before).items()} == matrix_of(opensm.directory)
    assert dumps.ibdmchk(opensm.directory).all_routed()


def test_tables_come_first(fabrics, runs, tmp_path):
    """Where lfts_file is given too, the matrix is not even read."""
    net = fabrics("tree")
    before = routed_by_stock(runs, net)
    opensm = routed(runs, net, {**FILE, "lfts_file": before / "opensm-lfts.dump",
                                "lid_matrix_dump_file": tmp_path / "missing"})
    assert tables_of(opensm.directory) == tables_of(before)
    assert opensm.errors() == []


def test_a_hole_is_refused_and_the_next_engine_routes(fabrics, runs, tmp_path):
    before = routed_by_stock(runs, fabrics("tree"))
    lines = (before / MATRIX).read_text().splitlines(keepends=True)
    gone = next(i for i, line in enumerate(lines) if ": 02" in line)
    (tmp_path / "holed").write_text("".join(lines[:gone] + lines[gone + 1:]))
    opensm = routed(runs, fabrics("tree"), {
        "event_plugin_name": "weft", "routing_engine": "weft-file,weft-minhop,no_fallback",
        "lid_matrix_dump_file": tmp_path / "holed"})
    assert opensm.engines_used() == ["weft-minhop"]
    assert "have no path although links connect them" in opensm.log()
    assert dumps.ibdmchk(opensm.directory).all_routed()


@pytest.mark.parametrize("contents", [None, "once upon a time\n", "Switch: guid 0x1\n0x0002: 00 ff"],
                         ids=["missing", "no matrix", "cut off"])
def test_a_bad_file(contents, fabrics, runs, tmp_path):
    if contents is not None:
        (tmp_path / "matrix").write_text(contents)
    opensm = routed(runs, fabrics("torus"), {
        "event_plugin_name": "weft", "routing_engine": "weft-file,weft-minhop,no_fallback",
        "lid_matrix_dump_file": tmp_path / "matrix"})
    assert opensm.engines_used() == ["weft-minhop"]
    assert f"lid_matrix_dump_file: {tmp_path / 'matrix'}" in opensm.log()


def test_a_file_that_changes_is_read_again(fabrics, runs, tmp_path):
    before = routed_by_stock(runs, fabrics("tree"))
    path = tmp_path / "matrix"
    path.write_text("once upon a time\n")
    opensm = runs.subnet(fabrics("tree"), {**FILE, "routing_engine": "weft-file", "lid_matrix_dump_file": path})
    path.write_text((before / MATRIX).read_text())
    opensm.hang_up()
    opensm.settle()
    assert opensm.engines_used() == ["minhop", "weft-file"]


def test_the_tool_loads_a_matrix(fabrics, runs, tmp_path):
    before = routed_by_stock(runs, fabrics("tree"))
    weft("route", before / "opensm-subnet.lst", "--engine", "file",
         "--set", f"lid_matrix_dump_file={before / MATRIX}", "--set", "weft_balance=switch", "-o", tmp_path)
    assert tables_of(tmp_path) == tables_of(before)
