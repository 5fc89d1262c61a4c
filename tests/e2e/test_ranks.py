"""Ranks as people have them, and the patterns between them."""

import json
import re

import pytest

from conftest import complaint, weft
from schema import validate


def pattern(*arguments, stdin=None):
    found = json.loads(weft("route", *arguments, "--engine", "ftree", "--json", stdin=stdin))
    validate(found, "routing")
    return found["pattern"]


@pytest.fixture(scope="module")
def tree(tmp_path_factory):
    """node-0001 to node-0032 on 8 leaf switches."""
    path = tmp_path_factory.mktemp("ranks") / "tree.net"
    weft("generate", "xgft", "--down", "4,8", "--up", "1,4", "-o", path)
    return path


@pytest.fixture(scope="module")
def rails(tmp_path_factory):
    """node-0001 to node-0008 of 4 HCAs, on 4 leaf switches of 8, by rail."""
    path = tmp_path_factory.mktemp("ranks") / "rails.net"
    weft("generate", "xgft", "--down", "8,4", "--up", "1,8", "--rails", "4", "-o", path)
    return path


def test_lists_of_slurm(tree, tmp_path):
    listed = pattern(tree, "--pattern", "shift", "--ranks-from-slurm", "node-[0001-0012,0030]")
    assert (listed["ranks"], listed["order"], listed["phases"]) == (13, "file", 12)
    names = "".join(f"node-{i:04}\n" for i in [*range(1, 13), 30])
    assert {**pattern(tree, "--pattern", "shift", "--ranks", "-", stdin=names), "time_ms": 0} == {**listed, "time_ms": 0}
    wrong = complaint("route", tree, "--engine", "ftree", "--pattern", "shift", "--ranks-from-slurm", "node-[0001-0040]")
    assert "no CA of the fabric is called 'node-0033'" in wrong


def test_hosts_without_the_rail_are_left_out(rails, tmp_path):
    """node-0008 has three rails."""
    fewer = tmp_path / "fewer.net"
    weft("generate", "xgft", "--down", "8,4", "--up", "1,8", "--rails", "4", "-o", fewer)
    blocks = fewer.read_text(encoding="utf-8").split("\n\n")
    kept = [block for block in blocks if not re.search('^Ca.*"node-0008 HCA-2"', block, re.MULTILINE)]
    assert len(kept) == len(blocks) - 1
    fewer.write_text(re.sub(r'^.*"node-0008 HCA-2".*\n', "", "\n\n".join(kept), flags=re.MULTILINE), encoding="utf-8")
    assert pattern(fewer, "--pattern", "shift", "--rail", "4")["ranks"] == 7
    said = complaint("route", fewer, "--engine", "ftree", "--pattern", "shift", "--rail", "4", status=0)
    assert "1 hosts have no rail with number 4 and are left out: node-0008 HCA-1" in said


def test_a_pattern_is_that_of_the_largest_island(tmp_path):
    """Two trees of 16 and of 12 hosts."""
    net = tmp_path / "two.net"
    weft("generate", "xgft", "--down", "4,4", "--up", "1,2", "-o", net)
    weft("generate", "xgft", "--down", "3,4", "--up", "1,2", "-o", tmp_path / "other.net")
    other = (tmp_path / "other.net").read_text(encoding="utf-8")
    net.write_text(net.read_text(encoding="utf-8") + re.sub("2(00000[12]00)", r"3\1", other), encoding="utf-8")
    for kind in ("shift", "alltoall", "bisection"):
        found = json.loads(weft("route", net, "--engine", "ftree", "--pattern", kind, "--json", status=1))["pattern"]
        assert (found["ranks"], found["lost_flows"]) == (16, 0)
        assert found["throughput"]["share"] <= found["throughput"]["most"]
    said = complaint("route", net, "--engine", "ftree", "--pattern", "shift", status=1)
    assert "the ranks are on 2 islands that no link joins: the pattern is that of the 16 of 28 ranks" in said


def test_slots_and_rankfiles(tree, tmp_path):
    hosts = tmp_path / "hosts"
    hosts.write_text("node-0001 slots=2\nnode-0002:2\nnode-0005\n", encoding="utf-8")
    slots = pattern(tree, "--pattern", "alltoall", "--ranks", hosts)
    # Of 5 ranks those of one host send each other nothing; a host of two sends 2 * 3 flows.
    assert (slots["ranks"], slots["flows"], slots["busiest_link"]["max"]) == (5, 20 - 4, 6)
    rankfile = tmp_path / "rankfile"
    rankfile.write_text("rank 1=node-0001 slot=1\nrank 0=node-0009 slot=0\n", encoding="utf-8")
    assert pattern(tree, "--pattern", "ring", "--ranks", rankfile)["flows"] == 4


def test_rails(rails):
    ports = pattern(rails, "--pattern", "shift", "--rail", "by-port")
    assert (ports["ranks"], ports["order"]) == (32, "host")
    first = pattern(rails, "--pattern", "shift", "--rail", "1")
    assert (first["ranks"], first["flows"]) == (8, 8 * 7)
    every = pattern(rails, "--pattern", "shift", "--rail", "all")
    assert (every["ranks"], every["flows"]) == (8, 4 * 8 * 7)
    # Host to host, rail by rail, stays on the leaf switch of the rail.
    assert every["busiest_link"]["max"] == 1 and every["contention_free"] == 1
    assert "no host has a rail with number 5" in complaint("route", rails, "--engine", "ftree", "--pattern", "shift", "--rail", "5")
    assert "write a number from 1" in complaint("route", rails, "--engine", "ftree", "--pattern", "shift", "--rail", "x")
    hierarchical = pattern(rails, "--pattern", "hierarchical", "--rail", "by-port")
    assert (hierarchical["phases"], hierarchical["flows"], hierarchical["busiest_link"]["max"]) == (1, 32, 1)


def test_the_order_is_said_and_can_be_chosen(tree):
    assert "by host name" in weft("route", tree, "--engine", "updn", "--pattern", "shift", "--order", "host")
    orders = {order: json.loads(weft("route", tree, "--engine", "updn", "--pattern", "shift", "--order", order,
                                     "--json"))["pattern"]["order"] for order in ("guid", "host", "ftree")}
    assert orders == {"guid": "guid", "host": "host", "ftree": "ftree"}
    own = pattern(tree, "--pattern", "shift")
    assert own["order"] == "engine" and own["busiest_link"]["max"] == 1


def test_stencil(tree):
    found = pattern(tree, "--pattern", "stencil")
    assert (found["phases"], found["flows"]) == (6, 6 * 32)


@pytest.mark.parametrize(("name", "phases"), [("halo", 4), ("doubling", 5), ("jobs", 100)])
def test_collectives_and_jobs(tree, name, phases):
    found = pattern(tree, "--pattern", name)
    assert (found["phases"], found["flows"], found["lost_flows"]) == (phases, phases * 32, 0)
    assert 0 < found["throughput"]["part"] <= 1


def test_storage(tree, tmp_path):
    """Two servers, to which fifteen hosts each send at once, then the same back."""
    servers = tmp_path / "servers"
    ports = re.findall(r"\[1\]\(([0-9a-f]+)\)", tree.read_text(encoding="utf-8"))
    servers.write_text("".join(f"0x{guid}\n" for guid in ports[:2]), encoding="utf-8")
    found = pattern(tree, "--pattern", "storage", "--storage", servers, "--phases", "2")
    assert (found["phases"], found["flows"], found["lost_flows"]) == (2, 60, 0)
    assert found["busiest_link"]["max"] >= 15 and found["throughput"]["share"] <= 1 / 15 + 1e-9
    assert "go together" in complaint("route", tree, "--engine", "ftree", "--pattern", "storage")
    servers.write_text("0x1234\n", encoding="utf-8")
    assert "no CA port" in complaint("route", tree, "--engine", "ftree", "--pattern", "storage", "--storage", servers)


def test_a_matrix(tree, tmp_path):
    matrix = tmp_path / "matrix.csv"
    rows = [["0"] * 32 for _ in range(32)]
    rows[3][20], rows[3][9] = "8e9", "2e9"
    matrix.write_text("\n".join(",".join(row) for row in rows), encoding="utf-8")
    found = pattern(tree, "--pattern", "pairs", "--pairs", matrix)
    assert (found["flows"], found["busiest_link"]["max"]) == (1_250_000, 1_250_000)


def test_pairs(tree, tmp_path):
    pairs = tmp_path / "pairs"
    pairs.write_text("node-0001 node-0020 10\n\nnode-0002 node-0020 5\n", encoding="utf-8")
    found = pattern(tree, "--pattern", "pairs", "--pairs", pairs)
    assert (found["phases"], found["flows"], found["busiest_link"]["max"]) == (1, 15, 15)
    pairs.write_text("0 31 3  # ranks\n", encoding="utf-8")
    assert pattern(tree, "--pattern", "pairs", "--pairs", pairs)["busiest_link"]["max"] == 3
    assert "go together" in complaint("route", tree, "--engine", "ftree", "--pattern", "pairs")
    pairs.write_text("node-0001 node-0099\n", encoding="utf-8")
    assert "pairs:1: no CA" in complaint("route", tree, "--engine", "ftree", "--pattern", "pairs", "--pairs", pairs)


def test_hosts_that_only_pairs_name_are_no_ranks(tree, tmp_path):
    pairs, ranks = tmp_path / "pairs", tmp_path / "ranks"
    ranks.write_text("".join(f"node-{i:04}\n" for i in range(1, 17)), encoding="utf-8")
    pairs.write_text("0 1\n", encoding="utf-8")
    wanted = pattern(tree, "--pattern", "pairs", "--pairs", pairs, "--ranks", ranks)
    pairs.write_text("node-0001 node-0031\n", encoding="utf-8")
    named = pattern(tree, "--pattern", "pairs", "--pairs", pairs, "--ranks", ranks)
    for key in ("ranks", "effective_bisection_bandwidth"):
        assert named[key] == wanted[key]


def test_a_fabric_from_standard_input(tree):
    text = tree.read_text(encoding="utf-8")
    assert re.search("32 CAs", weft("route", "-", "--engine", "minhop", stdin=text))
    assert "standard input:" in complaint("route", "-", "--engine", "minhop", stdin="nonsense")
