"""weft plan: fabrics that are to be built, their cables, and how they grow."""

import csv
import json
import os
import subprocess

import pytest

from conftest import complaint, weft
from schema import validate


def shapes(*arguments):
    found = json.loads(weft("plan", "shapes", *arguments, "--json"))
    validate(found, "plan_shapes")
    return found


def test_shapes_are_what_generate_and_route_say(tmp_path):
    found = shapes("--hosts", "60", "--radix", "16", "--oversubscription", "2", "--switch-price", "9000",
                   "--cable-price", "300")
    assert found["error"] is None and found["hosts"] == 60
    rows = found["shapes"]
    assert {"tree of 2 levels", "dragonfly", "HyperX of 2 dimensions"} <= {row["family"] for row in rows}
    assert {row["family"] for row in rows}.isdisjoint(found["without"])
    assert [row["cost"] for row in rows] == sorted(row["cost"] for row in rows)
    for row in rows:
        assert row["cost"] == 9000 * row["switches"] + 300 * (60 + row["cables"]["switches"])
        assert row["ports_in_use"] <= 16
        assert 0 < row["bisection"]["share"] <= 1
        net = tmp_path / "shape.net"
        made = weft("generate", *row["line"].split(), "-o", net)
        assert f"{row['switches']} switches, 60 end ports" in made
        whole, lost = row["whole"], row["lost"]
        routed = json.loads(weft("route", net, "--engine", whole["engine"], "--json"))
        assert routed["hops"] == whole["hops"]
        assert routed["unreachable_pairs"] == 0 and not routed["credit_loop"]
        assert 0 < whole["jobs"]["adversarial"] <= 1 and 0 < whole["jobs"]["shifts"] <= 1
        assert lost["error"] is None and lost["links"] == -(-row["cables"]["switches"] // 100)
    tree = next(row for row in rows if row["family"] == "tree of 2 levels")
    assert tree["whole"]["engine"] == "ftree" and tree["whole"]["jobs"]["shifts"] > 0.5


def test_a_whole_tree_gives_every_shift_all():
    row = shapes("--hosts", "64", "--radix", "16")["shapes"][0]
    assert row["line"] == "xgft --down 8,8 --up 1,4 --parallel 1,2 --hosts 64 --speed 4xNDR"
    assert row["whole"]["jobs"] == {"shifts": 1, "adversarial": 1}
    assert row["bisection"] == {"cut_links": 32, "hosts": 32, "share": 1, "gbps_per_host": 400}
    assert row["cost"] is None, "no prices were given, and none are made up"


def test_the_table():
    text = weft("plan", "shapes", "--hosts", "64", "--radix", "16", "--speed", "4xHDR")
    first, lines = text.splitlines()[0], [line.split() for line in text.splitlines()]
    assert first == "64 hosts, switches of 16 ports, links 4xHDR, at most 1 : 1"
    row = next(line for line in lines if line[:1] == ["1"])
    assert row[1:5] == ["tree", "of", "2", "levels"] and row[5:9] == ["12", "64", "64", "-"]
    assert ["1", "xgft", "--down", "8,8", "--up", "1,4", "--parallel", "1,2", "--hosts", "64", "--speed", "4xHDR"] in lines
    assert "no tree of 2 levels for 200 hosts at 1 : 1" in weft(
        "plan", "shapes", "--hosts", "200", "--radix", "12")


def test_few_hosts_need_no_links():
    row = shapes("--hosts", "7", "--radix", "254")["shapes"][0]
    assert (row["family"], row["switches"], row["cables"]["switches"]) == ("switch alone", 1, 0)
    assert row["whole"]["jobs"]["shifts"] == row["lost"]["jobs"]["shifts"] == 1
    tree = next(row for row in shapes("--hosts", "10", "--radix", "8")["shapes"] if row["family"] == "tree of 2 levels")
    assert tree["lost"]["error"] is None or "cannot fail" in tree["lost"]["error"]


def test_shapes_that_cannot_be():
    none = shapes("--hosts", "40000", "--radix", "4")
    assert none["shapes"] == [] and len(none["without"]) == 8
    assert weft("plan", "shapes", "--hosts", "40000", "--radix", "4") == (
        "no shape connects 40000 hosts at 1 : 1 with switches of 4 ports\n")
    assert "--hosts" in complaint("plan", "shapes", "--radix", "16")
    assert "is expected" in complaint("plan", "shapes", "--hosts", "60", "--radix", "16", "--speed", "fast")
    assert complaint("plan")


TREE = "xgft --down 2,3 --up 1,2 --hosts 5 --speed 4xHDR"


def read_csv(path):
    with open(path, newline="", encoding="utf-8") as file:
        return list(csv.DictReader(file))


def test_cables_of_a_line_and_of_its_fabric(tmp_path):
    said = weft("plan", "cables", TREE, "-o", tmp_path / "line")
    assert said == f"{tmp_path}/line: 5 switches, 11 cables, 22 labels\n"
    cables = read_csv(tmp_path / "line/cables.csv")
    assert len(cables) == 11 and list(cables[0]) == ["a", "a_port", "b", "b_port", "width", "speed"]
    assert cables[0] == {"a": "leaf 0", "a_port": "1", "b": "node-0001", "b_port": "1", "width": "4x", "speed": "HDR"}
    weft("generate", *TREE.split(), "-o", tmp_path / "fabric.net")
    weft("plan", "cables", tmp_path / "fabric.net", "-o", tmp_path / "file")
    for name in ("cables.csv", "labels.csv", "fabric.topo", "ibnl/SW4.ibnl"):
        assert (tmp_path / "line" / name).read_text() == (tmp_path / "file" / name).read_text()


def test_labels_are_both_ends_of_every_cable(tmp_path):
    weft("plan", "cables", TREE, "-o", tmp_path)
    cables, labels = read_csv(tmp_path / "cables.csv"), read_csv(tmp_path / "labels.csv")
    ends = {(label["name"], label["port"]): (label["other"], label["other_port"], int(label["cable"])) for label in labels}
    assert len(ends) == len(labels) == 2 * len(cables)
    for number, cable in enumerate(cables, 1):
        a, b = (cable["a"], cable["a_port"]), (cable["b"], cable["b_port"])
        assert ends[a] == (*b, number) and ends[b] == (*a, number)


def test_ibutils_reads_the_topology(tmp_path):
    weft("plan", "cables", TREE, "-o", tmp_path, "--without-rates")
    result = subprocess.run(["ibdmtr", "-t", tmp_path / "fabric.topo", "-s", "node-0001/U1", "-p", "1", "-d", "0,1,3,2"],
                            capture_output=True, text=True, timeout=60, check=True,
                            env={**os.environ, "IBDM_IBNL_PATH": str(tmp_path / "ibnl")})
    assert "Defined 10/10 systems/nodes" in result.stdout and "Ignoring" not in result.stdout + result.stderr
    assert "Host:spine_0 Plug:P2" in result.stdout and "Host:leaf_1 Plug:P3" in result.stdout
    weft("plan", "cables", TREE, "-o", tmp_path)
    assert "  P1 -4x-50G-> HCA1 node-0001 P1\n" in (tmp_path / "fabric.topo").read_text()


def test_cables_of_what_is_none(tmp_path):
    assert "no_such" in complaint("plan", "cables", tmp_path / "no_such", "-o", tmp_path / "plan")
    assert "needs --dims" in complaint("plan", "cables", "torus --cas 2", "-o", tmp_path / "plan")
    (tmp_path / "file").touch()
    assert "cannot create" in complaint("plan", "cables", TREE, "-o", tmp_path / "file")


def grow(line, *arguments):
    found = json.loads(weft("plan", "grow", line, *arguments, "--json"))
    validate(found, "plan_growth")
    return found["steps"]


@pytest.mark.parametrize("line", [
    "xgft --down 4,6 --up 1,4 --hosts 22 --speed 4xHDR",
    "xgft --down 2,3,3 --up 1,2,3 --hosts 18 --speed 4xHDR",
    "dragonfly --routers 4 --global-links 2 --cas 2 --groups 5 --hosts 39 --speed 4xHDR",
    "hyperx --dims 4,3 --cas 2 --hosts 23 --speed 4xHDR",
], ids=["tree", "pods", "dragonfly", "hyperx"])
def test_growth_plugs_no_cable_again(tmp_path, line):
    steps = grow(line, "--from", "5", "--steps", "3", "-o", tmp_path / "growth")
    weft("plan", "cables", line, "-o", tmp_path / "whole")
    whole = read_csv(tmp_path / "whole/cables.csv")
    assert [step["hosts"] for step in steps][::3] == [5, len({c["b"] for c in whole if c["b"].startswith("node-")})]
    added, plugs = [], set()
    for number, step in enumerate(steps):
        assert step["file"] == str(tmp_path / f"growth/step-{number}.csv")
        new = read_csv(step["file"])
        assert len(new) == step["new_cables"] > 0
        added += new
        ends = {(cable[end], cable[f"{end}_port"]) for cable in new for end in "ab"}
        assert len(ends) == 2 * len(new) and not ends & plugs, "a port is plugged once and for ever"
        plugs |= ends
        switches = {cable[end] for cable in added for end in "ab"} - {c["b"] for c in whole if c["b"].startswith("node-")}
        assert len(switches) == step["switches"]
        later = {(cable[end], cable[f"{end}_port"]) for cable in whole for end in "ab"} - plugs
        assert step["ports_held_free"] == sum(name in switches for name, _ in later)
        assert 0 < step["settled"]["jobs"]["adversarial"] <= 1
    key = lambda cable: tuple(cable.values())
    assert sorted(added, key=key) == sorted(whole, key=key)
    assert sum(step["new_switches"] for step in steps) == steps[-1]["switches"]
    assert steps[0]["first"]["change"] is None and steps[1]["first"]["change"] is not None


def test_a_tree_gives_all_at_every_step(tmp_path):
    line = "xgft --down 18,36 --up 1,18 --hosts 640"
    steps = grow(line, "--from", "100", "--steps", "4", "-o", tmp_path)
    assert [step["settled"]["jobs"]["shifts"] for step in steps] == [1] * 5
    assert [step["first"]["change"] and step["first"]["change"]["repaired"] for step in steps] == [None, False, False, False,
                                                                                             True]
    text = weft("plan", "grow", line, "--from", "100", "--steps", "4", "-o", tmp_path)
    assert "   4    640       54     7     261      0" in text and "step 4: repaired" in text
    assert "settled: recomputed by ftree: in the repaired routing jobs get" in text


def test_what_does_not_grow(tmp_path):
    def refusal(line, *more):
        return complaint("plan", "grow", line, "-o", tmp_path / "growth", *(more or ("--from", "3")))
    assert "a torus cannot grow" in refusal("torus --dims 4,4")
    assert "none of the shapes whose growth is planned" in refusal("slim-fly --q 5")
    assert "are no 3 steps from 3 hosts" in refusal(TREE, "--from", "3", "--steps", "3")
    assert "are no 1 steps from 5 hosts" in refusal(TREE, "--from", "5")
    assert "there is no topology" in refusal("fabric.net")
    assert not (tmp_path / "growth").exists()
    failed = json.loads(weft("plan", "grow", TREE, "--from", "3", "--engine", "torus-2QoS", "-o", tmp_path, "--json", status=1))
    validate(failed, "plan_growth")
    assert failed["error"] and failed["steps"] == []
