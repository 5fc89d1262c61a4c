"""weft check --far: tables of adaptive routing, as ibdiagnet2 writes them."""

import gzip
import json
import re
import subprocess

import pytest

from conftest import BUILD, ROOT

WEFT = BUILD / "weft"
TRIANGLE = [ROOT / "tests/data/triangle.ibnetdiscover", "--far"]


def run(*arguments, status=0):
    result = subprocess.run([WEFT, *map(str, arguments)], capture_output=True, text=True, timeout=60, check=False)
    assert result.returncode == status, result.stdout + result.stderr
    return result


def far(tables, groups, choices):
    """An ibdiagnet2.far of opensm-lfts.dump. groups: ports by switch and group; choices: groups by switch and LID."""
    text = "# made by hand\nFile version: 1\n"
    for section in re.split(r"(?m)^Unicast lids ", tables)[1:]:
        guid = re.search(r"guid (0x[0-9a-f]+)", section)[1]
        text += f"Switch {guid}\nGroups Definition:\nGroup  Sub Group  WHBF  Ports\n------\n"
        for group, ports in groups.get(guid, {}).items():
            text += f"{group}      0          0     {', '.join(map(str, ports))},\n"
        text += "LFT Definition:\nPLFT_NUM: 0, top: 0x0030\nLID  Static Port  Lid State  Group\n------\n"
        for lid, port in re.findall(r"(?m)^(0x[0-9a-f]{4}) (\d{3})", section):
            group = choices.get(guid, {}).get(int(lid, 16))
            text += f"{lid}  {int(port)}  {'Static  0' if group is None else f'Free  {group}'}\n"
    return text


def test_what_holds_whatever_ports_packets_take(tmp_path):
    good = run("check", *TRIANGLE, ROOT / "tests/data/triangle.far").stdout
    assert "adaptive routing: 6 of 24 entries have several ports" in good
    assert "every packet arrives, whatever ports it takes" in good
    assert "all or some of them, that stays true" in good
    report = json.loads(run("check", *TRIANGLE, ROOT / "tests/data/triangle.far", "--json").stdout)
    assert report["adaptive"]["unsafe_pairs"] == 0 and report["adaptive"]["credit_loop"] is None
    assert report["adaptive"]["link_load"]["mean"] > report["link_load"]["mean"]

    # Two ways round to leaf-2: leaf-1 by leaf-3, which may send it back.
    text = (ROOT / "tests/data/triangle.far").read_text().replace("1        0            0       3, 4,", "1 0 0 3, 4, 5,", 1)
    (tmp_path / "loop.far").write_text(text)
    bad = run("check", *TRIANGLE, tmp_path / "loop.far", status=1).stdout
    assert "some choices lose packets between" in bad
    assert re.search(r"packets from host-1 .* to .* can get lost: leaf-1 .* port 5 -> leaf-3 .* port 5 -> leaf-1", bad)
    assert "where all switches fall back to their static entries, all is reached and there is no credit loop" in bad
    brief = run("check", *TRIANGLE, tmp_path / "loop.far", "--brief", status=1).stdout
    assert "with adaptive routing, packets between" in brief
    report = json.loads(run("check", *TRIANGLE, tmp_path / "loop.far", "--json", status=1).stdout)
    assert report["unreachable_pairs"] == report["forwarding_loops"] == 0
    assert report["adaptive"]["unsafe_pairs"] > 0 and report["adaptive"]["looping_lids"] == 1


def test_choices_can_close_a_credit_loop_that_static_entries_do_not_have(tmp_path):
    net = tmp_path / "ring.net"
    run("generate", "ring", "--switches", "4", "-o", net)
    run("route", net, "--engine", "updn", "-o", tmp_path)
    tables = (tmp_path / "opensm-lfts.dump").read_text()
    fabric = tmp_path / "fabric.net"
    (tmp_path / "static.far").write_text(far(tables, {}, {}))
    report = json.loads(run("check", fabric, "--far", tmp_path / "static.far", "--json").stdout)
    assert report["lft_digest"] == json.loads(run("check", fabric, "--lfts", tmp_path / "opensm-lfts.dump",
                                                  "--json").stdout)["lft_digest"]
    assert report["adaptive"]["with_several_ports"] == 0
    assert report["adaptive"]["link_load"] == report["link_load"]

    # Both ways to the end ports of the switch that is opposite.
    text = fabric.read_text()
    switches = re.findall(r"(?ms)^switchguid=(0x[0-9a-f]+).*?^Switch[^\n]*\n(.*?)\n\n", text + "\n\n")
    ahead = {}
    hosts = {}
    for guid, ports in switches:
        ahead[guid] = {int(port): f"0x{peer}" for port, peer in re.findall(r"(?m)^\[(\d+)\]\s+\"S-([0-9a-f]+)\"", ports)}
        hosts[guid] = [int(lid) for lid in re.findall(r"(?m)^\[\d+\]\s+\"H-[^\n]* lid (\d+) ", ports)]
    assert len(switches) == 4 and all(len(ports) == 2 for ports in ahead.values()) and all(hosts.values())
    full = {guid: f"0x{int(guid, 16):016x}" for guid in ahead}
    opposite = {guid: next(other for other in ahead if full[other] not in {full[guid], *ahead[guid].values()})
                for guid in ahead}
    (tmp_path / "both.far").write_text(far(
        tables, {full[guid]: {7: sorted(ports)} for guid, ports in ahead.items()},
        {full[guid]: {lid: 7 for lid in hosts[opposite[guid]]} for guid in ahead}))
    bad = run("check", fabric, "--far", tmp_path / "both.far", status=1).stdout
    assert "every packet arrives, whatever ports it takes" in bad
    assert "  credit loop: possible: " in bad
    report = json.loads(run("check", fabric, "--far", tmp_path / "both.far", "--json", status=1).stdout)
    assert report["credit_loop"] is None and len(report["adaptive"]["credit_loop"]) == 4
    run("check", fabric, "--far", tmp_path / "both.far", "--prometheus", tmp_path / "check.prom", status=1)
    assert 'weft_check_good{source="check"} 0' in (tmp_path / "check.prom").read_text()


@pytest.mark.parametrize("entry, reason", [
    ("0x0009 256 Static 0\n", "expected a static port"),
    ("0x0009 1 Busy 0\n", "'Busy' is no state of a LID"),
    ("PLFT_NUM: 1, top: 0x0008\n", "table 1 is a private one"),
    ("0x0009 1", "is it cut off"),
])
def test_a_bad_file_is_refused_with_line_and_reason(tmp_path, entry, reason):
    text = (ROOT / "tests/data/triangle.far").read_text()
    (tmp_path / "bad.far").write_text(text + entry)
    error = run("check", *TRIANGLE, tmp_path / "bad.far", status=2).stderr
    assert f"bad.far:{text.count(chr(10)) + 1}: " in error and reason in error


def test_what_the_file_is_and_what_it_is_not(tmp_path):
    text = (ROOT / "tests/data/triangle.far").read_text()
    (tmp_path / "far.gz").write_bytes(gzip.compress(text.encode()))
    run("check", *TRIANGLE, tmp_path / "far.gz")
    (tmp_path / "more.far").write_text(text + "0x0009  1  Static  0\n")
    assert "nobody has" in run("check", *TRIANGLE, tmp_path / "more.far", status=1).stderr
    tables = ROOT / "tests/data/triangle-lfts.dump"
    assert "leave out --lfts or --far" in run("check", *TRIANGLE, ROOT / "tests/data/triangle.far", "--lfts", tables,
                                              status=2).stderr
    for other in ("far", "mcfdbs"):
        assert "of multicast tables or of adaptive routing?" in run(
            "check", TRIANGLE[0], "--lfts", ROOT / f"tests/data/triangle.{other}", status=2).stderr
    assert "leave out" in run("check", "--live", "--far", tmp_path / "more.far", status=2).stderr
    assert "no tables of adaptive routing in it" in run("check", *TRIANGLE, tables, status=2).stderr


def test_multicast_groups_have_one_tree_each(tmp_path):
    tables = [ROOT / "tests/data/triangle.ibnetdiscover", "--lfts", ROOT / "tests/data/triangle-lfts.dump", "--mcfdbs"]
    assert "the trees of 2 groups reach all their members" in run("check", *tables, ROOT / "tests/data/triangle.mcfdbs").stdout
    text = (ROOT / "tests/data/triangle.mcfdbs").read_text()
    (tmp_path / "one-way").write_text(text.replace("0x001 0x005", "0x001"))
    bad = run("check", *tables, tmp_path / "one-way", status=1).stdout
    assert "0 go round and 0 are split; 1 links send one way" in bad
    (tmp_path / "round").write_text(text.replace("0x001 0x003\n", "0x001 0x003 0x008\n").replace("0x001 0x005\n", "0x001 0x005 0x008\n"))
    report = json.loads(run("check", *tables, tmp_path / "round", "--json", status=1).stdout)
    assert report["multicast"]["looping_groups"] == 1
    (tmp_path / "bad").write_text(text + "0xC001 : 0x1ff\n")
    assert "bad:11: expected ports" in run("check", *tables, tmp_path / "bad", status=2).stderr
