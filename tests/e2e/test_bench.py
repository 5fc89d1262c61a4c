"""The benchmarks that need no opensm, on trees so small that their outcome is known."""

import csv
import subprocess
import sys
import xml.etree.ElementTree

import pytest

from conftest import BUILD, ROOT

ENGINES = ["ftree", "updn", "minhop-switch", "updn-switch"]


def degraded_trees(directory, *arguments):
    """The rows of the CSV file, and the picture."""
    files = directory / "out.csv", directory / "out.svg"
    subprocess.run([sys.executable, "-B", ROOT / "bench" / "degraded-trees", "--bindir", BUILD,
                    "--csv", files[0], "--svg", files[1], *arguments], timeout=120, check=True)
    with open(files[0], encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file)), xml.etree.ElementTree.parse(files[1]).getroot()


def test_degraded_trees(tmp_path):
    rows, picture = degraded_trees(tmp_path, "--down", "2,2,4", "--up", "1,2,2", "--rates", "10,0",
                                   "--seeds", "2")
    assert [(row["rate"], row["engine"], row["seeds"]) for row in rows] == [
        (rate, engine, seeds) for rate, seeds in (("0", "1"), ("10", "2")) for engine in ENGINES]
    whole, degraded = rows[0], rows[len(ENGINES)]
    assert float(whole["busiest_mean"]) == float(whole["least_possible"]) == 1
    assert 1 < float(degraded["least_possible"]) <= float(degraded["busiest_mean"])
    assert float(degraded["busiest_mean"]) <= float(degraded["busiest_worst_tree"])
    for row in rows:
        assert row["unreachable_pairs"] == row["errors"] == "0"
        assert row["credit_loops"] == "0" or row["engine"] == "minhop-switch"
    lines = picture.findall(".//{*}polyline")
    assert [len(line.get("points").split()) for line in lines] == [2] * (len(ENGINES) + 1)


@pytest.mark.parametrize("arguments", [["--rates", "101"], ["--seeds", "0"], ["--bindir", "/"]])
def test_degraded_trees_refuses(tmp_path, arguments):
    with pytest.raises(subprocess.CalledProcessError):
        degraded_trees(tmp_path, *arguments)
    assert not (tmp_path / "out.csv").exists()


def all_fabrics(directory, *arguments):
    """The rows of the CSV file, and the lines of the table."""
    done = subprocess.run([sys.executable, "-B", ROOT / "bench" / "all-fabrics", "--bindir", BUILD,
                           "--only-files", "--csv", directory / "out.csv", *arguments],
                          timeout=120, check=True, capture_output=True, text=True)
    with open(directory / "out.csv", encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file)), done.stdout.splitlines()


def generate(path, *words):
    subprocess.run([BUILD / "weft", "generate", *words, "-o", path], timeout=60, check=True)
    return path


def test_all_fabrics(tmp_path):
    tree = generate(tmp_path / "tree.net", "xgft", "--down", "4,4", "--up", "1,4")
    ring = generate(tmp_path / "ring.net", "ring", "--switches", "5")
    rows, table = all_fabrics(tmp_path, "--engines", "ftree,minhop", tree, ring)
    assert [(row["fabric"], row["order"], row["engine"]) for row in rows] == [
        ("tree", "ftree", "ftree"), ("tree", "ftree", "minhop"),
        ("ring", "guid", "ftree"), ("ring", "guid", "minhop")]
    assert rows[0]["shift_mean"] == rows[0]["shift_least_possible"] == "1.00"
    assert float(rows[1]["shift_mean"]) > 1
    assert [row["credit_loop"] for row in rows] == ["no", "no", "", "yes"]
    assert "no tree" in rows[2]["refusal"] and rows[2]["lanes"] == ""
    assert all(row["lost_pairs"] == "0" for row in rows if not row["refusal"])
    assert len(table) == 2 + 4
    assert len({row.count("|") for row in table}) == 1
