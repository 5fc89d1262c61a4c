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
