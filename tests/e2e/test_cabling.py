"""weft check without tables: what is wrong with the cabling of real fabrics, and of live ones."""

import json
import os
import subprocess

import pytest

from conftest import BUILD, SHARED, complaint, run_weft, weft

# What is really odd in each, looked up in the file by hand.
REAL = {
    # Two of a host's four cards are plugged into each other's rail; 16 pairs of switches lack 26 links in all.
    "dgx-ndr-40sw-582ca.ibnetdiscover": {"swapped": 1, "missing": 16},
    # node-0703 has its two cards on each other's rail; an edge switch has one link less than its peers.
    "directors-edr-174sw-1644ca.ibnetdiscover": {"swapped": 1, "missing": 1},
    # ib1 has one of four links to ib8 less.
    "small-qdr-8sw-144ca.ibnetdiscover": {"missing": 1},
    # Grown by and by: nothing is expected of it.
    "x5-mixed-11sw-89ca.ibnetdiscover": {},
}


def judged(path, status):
    return json.loads(weft("check", path, "--json", status=status))


@pytest.mark.parametrize("name", REAL)
def test_real_fabrics_have_these_faults_and_no_others(name):
    if not (SHARED / name).exists():
        pytest.skip("the fabric is not on this machine")
    expected = REAL[name]
    found = judged(SHARED / name, 1 if expected else 0)
    counts = {}
    for finding in found["findings"]:
        if finding["severity"] == "fault":
            counts[finding["kind"]] = counts.get(finding["kind"], 0) + 1
    assert counts == expected
    assert found["faults"] == sum(expected.values())


@pytest.fixture
def tree(tmp_path):
    weft("generate", "xgft", "--down", "4,8", "--up", "1,4", "-o", tmp_path / "tree.net")
    return tmp_path / "tree.net"


def test_a_whole_tree_is_good(tree):
    printed = weft("check", tree)
    assert "shape: tree of 2 levels: fat tree PGFT(2; 4,8; 1,4; 1,1), pure" in printed
    assert printed.splitlines()[-1] == "good: no fault in the cabling was found"
    assert weft("check", tree, "--brief") == "good: no fault in the cabling was found\n"


def test_faults_come_with_what_to_do(tree, tmp_path):
    weft("generate", "xgft", "--down", "4,8", "--up", "1,4", "--fail-links", "1", "-o", tmp_path / "lost.net")
    printed = run_weft("check", tmp_path / "lost.net", status=1).stdout
    assert "faults: 1\n  1 link is missing between leaf " in printed
    assert "has no link at port" in printed
    assert printed.splitlines()[-1] == "BAD: links are missing at 1 place"


def test_without_a_shape_the_verdict_promises_nothing(tmp_path):
    weft("generate", "random", "--switches", "40", "--degree", "6", "-o", tmp_path / "random.net")
    assert weft("check", tmp_path / "random.net", "--brief") == (
        "good: no fault was found, but wrong and missing links cannot be told without a plan\n")


def test_options_of_tables_are_refused(tree):
    for options in (["--list-lost"], ["--pattern", "shift"], ["--prometheus", "file"], ["--psl", tree],
                    ["--lfts", tree, "--cabling"]):
        assert "is judged without tables" in complaint("check", tree, *options)


def test_a_live_fabric(fabrics, runs):
    ibsim = runs.ibsim(fabrics("tree"))
    result = subprocess.run([str(BUILD / "weft"), "check", "--live", "--cabling", "--brief"], capture_output=True, text=True,
                            timeout=60, check=False, env={**os.environ, **ibsim.environment()})
    assert result.returncode == 0, result.stderr
    assert result.stdout == "good: no fault in the cabling was found\n"
