"""weft-file loads stored tables, and OpenSM's own engine `file` loads what Weft writes."""

import pathlib
import re
import subprocess

import pytest

import dumps
from conftest import BUILD, weft

FILE = {"event_plugin_name": "weft-file", "routing_engine": "weft-file,no_fallback"}


def stored_by_stock(runs, net, **options):
    """A subnet that a stock engine has routed, as OpenSM has dumped it."""
    opensm = runs.subnet(net, {"routing_engine": "minhop", **options})
    assert opensm.stop() == 0
    return pathlib.Path(opensm.directory)


def stored_by_weft(net, directory):
    weft("route", net.path, "--engine", "minhop", "-o", directory)
    return directory


def load(runs, net, tables, **options):
    opensm = runs.subnet(net, {**FILE, "lfts_file": tables, **options})
    assert opensm.stop() == 0
    return opensm


def tables_of(directory):
    return dumps.read_lfts(pathlib.Path(directory) / "opensm-lfts.dump")


def by_port(directory):
    """The tables by the GUIDs of ports: {switch GUID: {(port GUID, path bit): port}}."""
    owner, tables, row = {}, {}, None
    for line in (pathlib.Path(directory) / "opensm-lfts.dump").read_text(errors="replace").splitlines():
        if match := re.match(r"Unicast lids .* guid 0x([0-9a-f]+)", line):
            row = tables[int(match[1], 16)] = {}
        elif match := re.match(r"0x([0-9a-f]+) (\d+) # .*? portguid 0x([0-9a-f]+)", line):
            lid, port, guid = int(match[1], 16), int(match[2]), int(match[3], 16)
            first = owner.setdefault(guid, lid)
            row[guid, lid - first] = port
    return tables


@pytest.mark.parametrize("lmc", [0, 2])
@pytest.mark.parametrize("name", ["tree", "torus", "small"])
def test_what_stock_dumped_comes_back(name, lmc, fabrics, runs):
    before = stored_by_stock(runs, fabrics(name), lmc=lmc)
    opensm = load(runs, fabrics(name), before / "opensm-lfts.dump", lmc=lmc)
    assert opensm.engines_used() == ["weft-file"]
    assert tables_of(opensm.directory) == tables_of(before)
    assert "skipped" not in opensm.log()


@pytest.mark.parametrize("engine", ["file", "weft-file"])
def test_what_weft_wrote_is_loaded(engine, fabrics, runs, tmp_path):
    written = stored_by_weft(fabrics("tree"), tmp_path / "written")
    options = {"routing_engine": f"{engine},no_fallback", "lfts_file": written / "opensm-lfts.dump"}
    if engine == "weft-file":
        options["event_plugin_name"] = "weft"
    opensm = runs.subnet(fabrics("tree"), options)
    assert opensm.stop() == 0
    assert opensm.engines_used() == [engine]
    assert by_port(opensm.directory) == by_port(written)
    assert dumps.ibdmchk(opensm.directory).all_routed()


def test_what_dump_fts_prints_is_loaded(fabrics, runs, tmp_path):
    stock = runs.subnet(fabrics("tree"), {"routing_engine": "minhop"})
    printed = stock.simulation.run("dump_fts", host=fabrics("tree").hosts()[-1].name).stdout
    assert stock.stop() == 0
    (tmp_path / "fts").write_text(printed)
    opensm = load(runs, fabrics("tree"), tmp_path / "fts")
    assert tables_of(opensm.directory) == tables_of(stock.directory)


def test_lids_were_given_anew(fabrics, runs):
    """OpenSM keeps LIDs in guid2lid; other ones are written there between the two runs."""
    net = fabrics("tree")
    before = stored_by_stock(runs, net)
    again = runs.ibsim(net)
    lines = (before / "guid2lid").read_text().splitlines()
    pairs = [match.groups() for match in (re.match(r"(0x\w+) 0x(\w+) 0x\w+", l) for l in lines) if match]
    top = max(int(lid, 16) for _, lid in pairs) + 10
    turned = "".join(f"{guid} {top - int(lid, 16):#06x} {top - int(lid, 16):#06x}\n\n" for guid, lid in pairs)
    (pathlib.Path(again.directory) / "guid2lid").write_text(turned)
    opensm = runs.opensm(again, {**FILE, "lfts_file": before / "opensm-lfts.dump",
                                 "honor_guid2lid_file": "TRUE"})
    assert opensm.stop() == 0
    assert opensm.engines_used() == ["weft-file"]
    assert tables_of(opensm.directory) != tables_of(before)
    assert by_port(opensm.directory) == by_port(before)
    assert dumps.ibdmchk(opensm.directory).all_routed()


def with_a_hole(directory):
    """The dump without one switch's entry for one host; returns its path and the line."""
    lines = (directory / "opensm-lfts.dump").read_text().splitlines(keepends=True)
    gone = next(i for i, line in enumerate(lines) if "Channel Adapter" in line)
    path = directory / "holed"
    path.write_text("".join(lines[:gone] + lines[gone + 1:]))
    return path


def test_a_hole_is_refused_and_the_next_engine_routes(fabrics, runs):
    before = stored_by_stock(runs, fabrics("tree"))
    opensm = runs.subnet(fabrics("tree"), {
        "event_plugin_name": "weft", "routing_engine": "weft-file,weft-minhop,no_fallback",
        "lfts_file": with_a_hole(before)})
    assert opensm.stop() == 0
    assert opensm.engines_used() == ["weft-minhop"]
    assert "have no path although links connect them" in opensm.log()
    assert dumps.ibdmchk(opensm.directory).all_routed()


def test_a_hole_may_stay_if_the_administrator_says_so(fabrics, runs):
    before = stored_by_stock(runs, fabrics("tree"))
    opensm = load(runs, fabrics("tree"), with_a_hole(before), weft_file_unchecked="TRUE")
    assert opensm.engines_used() == ["weft-file"]
    assert "are active although" in opensm.log()
    holes = [(guid, lid) for guid, row in tables_of(before).items() for lid in row
             if lid not in tables_of(opensm.directory)[guid]]
    assert len(holes) == 1


@pytest.mark.parametrize("contents", [None, "once upon a time\n", "Unicast lids [0-1] of switch Lid 1 guid 0x1:\n"],
                         ids=["missing", "no tables", "cut off"])
def test_a_bad_file(contents, fabrics, runs, tmp_path):
    if contents is not None:
        (tmp_path / "lfts").write_text(contents)
    opensm = runs.subnet(fabrics("torus"), {
        "event_plugin_name": "weft", "routing_engine": "weft-file,weft-minhop,no_fallback",
        "lfts_file": tmp_path / "lfts"})
    assert opensm.stop() == 0
    assert opensm.engines_used() == ["weft-minhop"]
    assert f"lfts_file: {tmp_path / 'lfts'}" in opensm.log()


def test_without_the_engine_the_file_is_not_read(fabrics, runs, tmp_path):
    opensm = runs.subnet(fabrics("tree"), {"event_plugin_name": "weft", "routing_engine": "weft-minhop",
                                           "lfts_file": tmp_path / "missing"})
    assert opensm.errors() == []


def test_a_file_that_changes_is_read_again(fabrics, runs, tmp_path):
    net = fabrics("tree")
    before = stored_by_stock(runs, net)
    path = tmp_path / "lfts"
    path.write_text(with_a_hole(before).read_text())
    opensm = runs.subnet(net, {**FILE, "routing_engine": "weft-file", "lfts_file": path})
    assert opensm.engines_used() == ["minhop"]
    path.write_text((before / "opensm-lfts.dump").read_text())
    opensm.hang_up()
    opensm.settle()
    assert opensm.engines_used() == ["minhop", "weft-file"]
    # Nonsense does not replace what was good.
    path.write_text("once upon a time\n")
    for _ in range(2):
        opensm.hang_up()
        opensm.settle()
    assert opensm.engines_used()[2:] == ["weft-file", "weft-file"]
    assert opensm.log().count("the previous content stays active") == 1
    assert tables_of(opensm.directory) == tables_of(before)


def test_the_tool_loads_tables(fabrics, tmp_path):
    net = fabrics("tree")
    written = stored_by_weft(net, tmp_path / "written")
    loaded = tmp_path / "loaded"
    weft("route", written / "opensm-subnet.lst", "--engine", "file",
         "--set", f"lfts_file={written / 'opensm-lfts.dump'}", "-o", loaded)
    assert tables_of(loaded) == tables_of(written)
    assert "set lfts_file" in weft_error("route", net.path, "--engine", "file")
    holed = with_a_hole(written)
    assert "have no path" in weft_error("route", net.path, "--engine", "file", "--set", f"lfts_file={holed}")
    weft("route", net.path, "--engine", "file", "--set", f"lfts_file={holed}",
         "--set", "weft_file_unchecked=TRUE", status=1)


def weft_error(*arguments):
    """The tool's words on standard error, where it fails."""
    result = subprocess.run([str(BUILD / "weft"), *map(str, arguments)], capture_output=True, text=True,
                            timeout=60, check=False)
    assert result.returncode != 0
    return result.stderr
