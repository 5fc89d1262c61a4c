"""weft plan diff: what a fabric has otherwise than its plan, in all formats that plans have."""

import gzip
import json
import os
import pathlib
import re

import pytest

from conftest import SHARED, complaint, run_weft, weft
from schema import validate

LINE = "xgft --down 4,8 --up 1,4"


def differences(plan, fabric, *arguments, status=0):
    found = json.loads(weft("plan", "diff", plan, fabric, *arguments, "--json", status=status))
    validate(found, "plan_diff")
    return found


@pytest.fixture
def tree(tmp_path):
    weft("generate", *LINE.split(), "-o", tmp_path / "tree.net")
    return tmp_path / "tree.net"


@pytest.mark.parametrize("name", ["dgx-ndr-40sw-582ca", "directors-edr-174sw-1644ca", "small-qdr-8sw-144ca",
                                  "x5-mixed-11sw-89ca"])
def test_a_real_fabric_is_as_it_was(name, tmp_path):
    path = SHARED / f"{name}.ibnetdiscover"
    if not path.exists():
        pytest.skip("the fabric is not on this machine")
    found = differences(path, path)
    assert found["findings"] == [] and found["plan"] == found["found"]
    # The cables that are written of it are its plan as well, though names of switches come twice.
    weft("plan", "cables", path, "-o", tmp_path / "plan")
    written = differences(tmp_path / "plan/cables.csv", path)
    assert written["faults"] == 0, written["findings"]
    assert written["found"]["cables"] == found["found"]["cables"]


def test_each_format_is_the_same_plan(tree, tmp_path):
    weft("plan", "cables", LINE, "-o", tmp_path / "plan")
    csv = tmp_path / "plan/cables.csv"
    zipped = tmp_path / "plan.csv.gz"
    zipped.write_bytes(gzip.compress(csv.read_bytes()))
    topo = tmp_path / "plan/fabric.topo"
    for plan in (LINE, tree, csv, zipped, topo):
        arguments = ["--ibnl", tmp_path / "plan/ibnl"] if plan == topo else []
        found = differences(plan, tree, *arguments)
        assert found["faults"] == 0 and found["found"] == {"switches": 12, "end_ports": 32, "cables": 64}, plan
    assert weft("plan", "diff", csv, tree, "--brief") == "good: the fabric is as planned\n"


def test_what_is_otherwise_is_said_with_what_to_do(tree, tmp_path):
    text = tree.read_text()
    # Two hosts have changed places, and a leaf switch was replaced by one that has no name yet.
    text = text.replace('"node-0001"', '"x"').replace('"node-0032"', '"node-0001"').replace('"x"', '"node-0032"')
    text = text.replace('"leaf 3"', '"Quantum Mellanox Technologies"')
    (tmp_path / "now.net").write_text(text)
    found = differences(LINE, tmp_path / "now.net", status=1)
    assert [(f["kind"], f["severity"]) for f in found["findings"]] == [("swapped", "fault"), ("replaced", "note")]
    assert found["faults"] == 1 and found["verdict"] == "BAD: 1 difference from the plan"
    printed = run_weft("plan", "diff", LINE, tmp_path / "now.net", status=1).stdout.splitlines()
    assert printed[0] == "plan: 12 switches, 32 end ports"
    assert printed[2] == "differences: 1"
    assert re.match(r"  two cables have changed places: leaf 0 .* port 1 leads to node-0032 .*Gb/s\)$", printed[3])
    assert printed[4].startswith("      exchange the ends at ")
    assert printed[-1] == "BAD: 1 difference from the plan"


def test_names_of_a_generated_plan_are_those_of_the_racks(tree, tmp_path):
    text = re.sub(r'"leaf (\d)"', lambda m: f'"MF0;rack{int(m[1]) + 1:02}:MQM8700/U1"', tree.read_text())
    text = re.sub(r'"node-00(\d\d)"', r'"c\1 HCA-1"', text)
    (tmp_path / "racks.net").write_text(text)
    names = tmp_path / "names"
    names.write_text("leaf [0-7] = rack[1-8]\nnode-00[01-32] = c[01-32]\n")
    found = differences(LINE, tmp_path / "racks.net", "--names", names)
    assert found["findings"] == []


@pytest.mark.skipif(not list(pathlib.Path("/usr/lib").glob("*/ibdm*/ibnl/RhinoBased512.topo")),
                    reason="ibutils keeps its sample of a plan elsewhere")
def test_the_sample_of_ibutils_has_lost_a_director(tmp_path):
    folder = next(pathlib.Path("/usr/lib").glob("*/ibdm*/ibnl"))
    # Its list calls switches CAs.
    text = (folder / "RhinoBased512.no_sp2-3.lst").read_text().replace("{ CA Ports:18 ", "{ SW Ports:18 ")
    (tmp_path / "now.lst").write_text(text)
    found = differences(folder / "RhinoBased512.topo", tmp_path / "now.lst", status=1)
    assert [f["kind"] for f in found["findings"] if f["severity"] == "fault"] == ["missing_switch"]
    assert found["findings"][0]["what"].startswith("chassis SL2-3 with its 18 switches of the plan is missing")
    assert found["found"] == {"switches": 198, "end_ports": 512, "cables": 2480}


HOSTILE = {
    "empty": (b"", "is empty"),
    "words": (b"hello\n", ":1: this is no plan in a known format"),
    "cut off": (b"leaf1,1,h1,1\nleaf1,2,h2\n" + b"leaf1,3", ":3: the file ends within a line"),
    "ports": (b"leaf1,1,h1,1\nleaf1,1,h2,1\n", ":2: port 1 of 'leaf1' has another cable in line 1"),
    "many": (b"a[0-999999][0-9],1,b,2\n", ":1: '0-999999' in brackets stands for more than 400000 names"),
    "bytes": (bytes(range(256)) * 40, ":1: this is no text"),
    "gzip": (b"\x1f\x8b\x08\x00\x00", ""),
    "generator": (b"xgft --down 4,8 --up\n", ":1: "),
    "giant": (b"xgft --down 9999,9999,9999 --up 1,1,1\n", ":1: "),
    "topo": (b"MTS3600 S1\n P1 -> MTS3600 S2 P1\nMTS3600 S1\n", ":3: there are two sections of 'S1'"),
}


@pytest.mark.parametrize("name", HOSTILE)
def test_a_bad_plan_is_a_sentence(name, tree, tmp_path):
    content, expected = HOSTILE[name]
    (tmp_path / "plan").write_bytes(content)
    said = complaint("plan", "diff", tmp_path / "plan", tree)
    assert expected in said and str(tmp_path / "plan") in said and said.count("\n") == 1
    refused = json.loads(run_weft("plan", "diff", tmp_path / "plan", tree, "--json", status=2).stdout)
    validate(refused, "plan_diff")
    assert expected in refused["error"]


def test_what_cannot_be_is_refused(tree, tmp_path):
    assert "either FABRIC or --live" in complaint("plan", "diff", LINE)
    assert "either FABRIC or --live" in complaint("plan", "diff", LINE, tree, "--live")
    assert "cannot be read" in complaint("plan", "diff", tmp_path / "none", tree)
    assert "the folder cannot be read" in complaint("plan", "diff", write(tmp_path / "p", "A a\n P1 -> B b P1\n"), tree,
                                                    "--ibnl", tmp_path / "none")


def write(path, text):
    path.write_text(text)
    return path


def test_descriptions_cannot_break_out_of_their_line(tree, tmp_path):
    text = tree.read_text().replace('"node-0001"', '"evil\x1b[2Jhost"')
    (tmp_path / "now.net").write_text(text)
    printed = run_weft("plan", "diff", LINE, tmp_path / "now.net", "--all").stdout
    assert "\x1b" not in printed and "evil" in printed
