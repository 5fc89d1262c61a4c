"""The benchmarks, on fabrics so small that their outcome is known, whatever the machine does."""

import csv
import json
import subprocess
import sys
import xml.etree.ElementTree

import pytest

from conftest import BUILD, LIBRARIES, ROOT, weft

sys.path.insert(0, str(ROOT / "bench"))

import hot_spots  # noqa: E402

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


@pytest.mark.parametrize("engine, fabric", [
    ("updn", ["xgft", "--down", "8,8", "--up", "1,4", "--parallel", "1,2"]),
    ("torus-2QoS", ["torus", "--dims", "5,5", "--cas", "3"]),
    ("minhop", ["dragonfly", "--routers", "4", "--global-links", "2", "--cas", "2"]),
], ids=["tree", "torus", "dragonfly"])
def test_year(engine, fabric, tmp_path):
    """Ten days. The load stays even at every hour, and far fewer entries change than where all is routed anew."""
    net = tmp_path / "fabric.net"
    weft("generate", *fabric, "-o", net)
    done = subprocess.run([BUILD / "year", net, "--engine", engine, "--days", "10", "--compare", "1"],
                          timeout=120, check=True, capture_output=True, text=True)
    lines = done.stdout.splitlines()
    assert " 0 hours refused" in lines[0]
    alone, evened, anew = ([float(word) for word in line.split()[:6]] for line in lines[2:])
    assert evened[1] < 1.1 < alone[1] and anew[1] == 1
    assert 0 < alone[2] < evened[2] < anew[2] / 2


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
    tree = generate(tmp_path / "tree.net", "xgft", "--down", "3,3,6", "--up", "1,3,3")
    ring = generate(tmp_path / "ring.net", "ring", "--switches", "5")
    rows, table = all_fabrics(tmp_path, "--engines", "ftree,minhop", tree, ring)
    assert [(row["fabric"], row["order"], row["engine"]) for row in rows] == [
        ("tree", "ftree", "ftree"), ("tree", "ftree", "minhop"),
        ("ring", "guid", "ftree"), ("ring", "guid", "minhop")]
    assert rows[0]["shift_mean"] == rows[0]["shift_least_possible"] == "1.00"
    assert float(rows[3]["shift_mean"]) > 1
    assert [row["credit_loop"] for row in rows] == ["no", "no", "", "yes"]
    assert "no tree" in rows[2]["refusal"] and rows[2]["lanes"] == ""
    assert all(row["lost_pairs"] == "0" for row in rows if not row["refusal"])
    assert len(table) == 2 + 4
    assert len({row.count("|") for row in table}) == 1


def limits(directory, *arguments):
    """The rows of the CSV file, and the lines of both tables."""
    done = subprocess.run([sys.executable, "-B", ROOT / "bench" / "limits", "--bindir", BUILD, "--samples", "1",
                           "--csv", directory / "out.csv", *arguments],
                          timeout=120, check=True, capture_output=True, text=True)
    with open(directory / "out.csv", encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file)), done.stdout.splitlines()


def test_limits(tmp_path):
    tree = generate(tmp_path / "tree.net", "xgft", "--down", "4,4", "--up", "1,4")
    rows, table = limits(tmp_path, "--engines", "ftree,lash,sssp", "--seconds", "0", tree)
    assert [row["engine"] for row in rows] == ["ftree", "lash", "sssp"]
    # 16 links between 4 leaves and 4 spines. Candidates of switches for switches: 4 of a leaf for each of the other
    # leaves and one for each spine, 1 of a spine for each leaf and 4 for each of the other spines, 128 in all. For
    # each of the 16 CAs there are 4 candidates at 3 leaves and 1 at 4 spines.
    assert [int(row["edges"]) for row in rows] == [2 * 16 + 128, 2 * 16 + 128, 16 * (4 * 3 + 4)]
    ftree, lash, _ = rows
    assert float(lash["bound_2_ms"]) == pytest.approx(
        float(lash["write_2_ms"]) + 160 / float(lash["edges_per_s_1"]) * 1e3, rel=1e-2)
    assert float(ftree["bound_2_ms"]) == pytest.approx(
        float(ftree["write_2_ms"]) + 160 / float(ftree["edges_per_s_2"]) * 1e3, rel=1e-2)
    assert {(row["fabric"], row["cas"], row["switches"], row["bytes"]) for row in rows} == {
        ("tree", "16", "8", str(8 * 64))}
    for row in rows:
        assert row["where"] == ""
        # Left out if the times are noise; without GNU time.
        may_be_empty = {"serial_share", "projected_16_ms", "peak_mb"}
        assert all(float(row[field] or 0) > 0 for field in row.keys() - may_be_empty - {"fabric", "engine", "where"})
        assert float(row["bound_1_ms"]) >= float(row["write_1_ms"])
        assert 0 <= float(row["serial_share"] or 0) <= 1
        assert float(row["projected_16_ms"] or 0) <= float(row["route_1_ms"])
    # Titles, a line, one fabric; three engines.
    cells = [line.count("|") for line in table if line.startswith("|")]
    assert cells == [8] * 3 + [15] * 5
    assert "processors, of which others used" in table[-1]


def test_limits_of_a_shape(tmp_path):
    torus = generate(tmp_path / "torus.net", "torus", "--dims", "4,4", "--cas", "1")
    rows, _ = limits(tmp_path, "--engines", "torus-2QoS", "--seconds", "0", torus)
    assert [int(row["edges"]) for row in rows] == [2 * 16]


@pytest.mark.parametrize("arguments", [["--engines", "file"], ["--engines", "ftree", "--svg", "x.svg"]])
def test_limits_refuses(tmp_path, arguments):
    with pytest.raises(subprocess.CalledProcessError):
        limits(tmp_path, *arguments)
    assert not (tmp_path / "out.csv").exists()


@pytest.mark.parametrize("symbol,name", [
    ("weft::TreeGrowth::grow", "TreeGrowth::grow"),
    ("weft::(anonymous namespace)::Block::least_loaded(unsigned int)::{lambda(unsigned char)#1}::operator()",
     "Block::least_loaded"),
    ("std::_Function_handler<void (unsigned int, unsigned long), weft::(anonymous namespace)::LaneTurns::find() &&"
     "::{lambda(unsigned int, unsigned long)#1}>::_M_invoke", "LaneTurns::find"),
    ("void std::sort<int*, weft::f(int)::{lambda(int)#1}>(int*, int*)", "std::sort"),
    ("operator new(unsigned long)", "operator new"),
    ("cfree@GLIBC_2.2.5", "cfree"),
])
def test_short_names(symbol, name):
    assert hot_spots.short_name(symbol) == name


def versus(directory, *arguments, status=0, fabric=("xgft", "--down", "4,4", "--up", "1,4")):
    net = generate(directory / "fabric.net", *fabric)
    done = subprocess.run([sys.executable, "-B", ROOT / "bench" / "versus-opensm", net, "--libdir", LIBRARIES,
                           "--cache", directory / "cache", "--balance", "switch", "--json", *arguments],
                          timeout=150, check=False, capture_output=True, text=True)
    assert done.returncode == status, done.stderr
    return json.loads(done.stdout)


def test_versus_opensm(tmp_path):
    outcome = versus(tmp_path, "--engines", "minhop,updn")
    assert outcome["machine"].keys() == {"processors", "seconds", "load_before", "load_after", "others_processors"}
    for comparison in outcome["comparisons"]:
        for side in ("stock", "weft"):
            assert len(comparison[side]["total_ms"]["samples"]) == 5
            assert comparison[side]["unreachable_pairs"] == 0
        assert comparison["differing_entries"] == 0
        assert comparison["ratio"] > 0


def test_versus_opensm_knows_paths_on_lanes(tmp_path):
    """As many as a ring takes; a tree takes one."""
    dfsssp = ["--engines", "dfsssp", "--balance", "fabric", "--conf", "qos TRUE"]
    ring = versus(tmp_path, *dfsssp, fabric=("torus", "--dims", "5", "--cas", "1"))
    assert ring["comparisons"][0]["weft"]["credit_loop"] is None
    assert versus(tmp_path, *dfsssp)["comparisons"][0]["weft"]["credit_loop"] is False


def test_versus_opensm_runs_slow_ones_once(tmp_path):
    slow = ["--engines", "minhop", "--once-above", "0.0001"]
    first = versus(tmp_path, *slow)["comparisons"][0]
    assert len(first["stock"]["total_ms"]["samples"]) == 1
    assert len(first["weft"]["total_ms"]["samples"]) == 5


def test_versus_opensm_goes_on_without_one_that_fails(tmp_path):
    failed, other = versus(tmp_path, "--engines", "minhop:weft-nothing,updn", status=1)["comparisons"]
    assert "no routing engine weft-nothing" in failed["weft"]["error"]
    assert len(failed["stock"]["total_ms"]["samples"]) == len(other["weft"]["total_ms"]["samples"]) == 5
