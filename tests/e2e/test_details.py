"""Names in answers: busiest, unused, slow and missing links, hosts that lack rails, packets of a credit loop."""

import json
import re

import pytest

from conftest import weft
from schema import validate


def report(*arguments, status=0):
    found = json.loads(weft(*arguments, "--json", status=status))
    validate(found, "routing")
    return found


@pytest.fixture
def tree(tmp_path):
    """Two levels, 8 leaf switches of 4 CAs, 4 spines."""
    path = tmp_path / "tree.net"
    weft("generate", "xgft", "--down", "4,8", "--up", "1,4", "-o", path)
    return path


def test_the_busiest_links_are_named(tree):
    found = report("route", tree, "--engine", "updn")
    busiest = found["links"]["busiest"]
    assert busiest["count"] + found["links"]["unused"]["count"] == 2 * 8 * 4
    assert len(busiest["list"]) == 10
    times = [link["time"] for link in busiest["list"]]
    assert times == sorted(times, reverse=True) and times[0] == found["link_load"]["max"] == found["links"]["time"]["max"]
    for link in busiest["list"]:
        assert {link["from"]["level"], link["to"]["level"]} == {0, 1}
        assert sum(lid["paths"] for lid in link["lids"]["list"]) == link["paths"]
    first = busiest["list"][0]
    named = f"{first['paths']} paths: {first['from']['name']} ({first['from']['guid']}) port {first['from']['port']} -> "
    assert named in weft("route", tree, "--engine", "updn")
    assert len(report("route", tree, "--engine", "updn", "--top", 3)["links"]["busiest"]["list"]) == 3
    assert len(report("route", tree, "--engine", "updn", "--all")["links"]["busiest"]["list"]) == busiest["count"]
    assert "and 61 more" in weft("route", tree, "--engine", "updn", "--top", 3)


def test_check_names_the_same_links_as_route(tree, tmp_path):
    routed = report("route", tree, "--engine", "updn", "-o", tmp_path / "out", "--all")
    checked = report("check", tree, "--lfts", tmp_path / "out/opensm-lfts.dump", "--all")
    assert [checked[key] for key in ("links", "missing", "rails")] == [routed[key] for key in ("links", "missing", "rails")]


def test_missing_links_and_hosts(tree, tmp_path):
    whole = report("route", tree, "--engine", "minhop")["missing"]
    assert whole["links"]["count"] == whole["hosts"]["count"] == 0 and "pure" in whole["tree"]
    lost = tmp_path / "lost.net"
    weft("generate", "xgft", "--down", "4,8", "--up", "1,4", "--fail-links", "3", "-o", lost)
    missing = report("route", lost, "--engine", "minhop")["missing"]
    assert sum(link["missing"] for link in missing["links"]["list"]) == 3
    assert all(link["above"] is not None for link in missing["links"]["list"])
    assert "links missing from the tree, by switch: 3" in weft("route", lost, "--engine", "minhop", "--top", "5")


def test_slow_links(tree, tmp_path):
    """One link between switches becomes 1x: it is listed once, and takes four times as long."""
    slow = tmp_path / "slow.net"
    lines = tree.read_text(encoding="utf-8").splitlines()
    name = None
    ends = set()
    for i, line in enumerate(lines):
        if header := re.match(r'(?:Switch|Ca)\s+\d+\s+"([^"]+)"', line):
            name = header[1]
        link = re.match(r'\[(\d+)\](?:\([0-9a-f]+\))?\s+"([^"]+)"\[(\d+)\]', line)
        if link and name.startswith("S-") and link[2].startswith("S-"):
            end, other = (name, link[1]), (link[2], link[3])
            if not ends or end in ends:
                ends = ends or {end, other}
                lines[i] = re.sub(r"4x", "1x", line)
    assert len(ends) == 2
    slow.write_text("\n".join(lines) + "\n", encoding="utf-8")
    found = report("route", slow, "--engine", "minhop", "--all")["links"]
    assert found["slow"]["count"] == 1 and found["slow"]["list"][0]["rate"].startswith("1x")
    of_slow = [link for link in found["busiest"]["list"] if link["rate"].startswith("1x")]
    assert len(of_slow) == 2 and all(link["time"] == 4 * link["paths"] for link in of_slow)
    assert "which take the time of" in weft("route", slow, "--engine", "minhop")


def test_hosts_that_lack_rails(tmp_path):
    path = tmp_path / "rails.net"
    weft("generate", "xgft", "--down", "4,8", "--up", "1,4", "--rails", "4", "--uneven", "10%", "-o", path)
    rails = report("route", path, "--engine", "minhop")["rails"]
    assert rails["usual"] == 4 and rails["fewer"]["count"] > 0
    assert all(host["rails"] < 4 for host in rails["fewer"]["list"])


def test_packets_that_close_a_credit_loop(tmp_path):
    path = tmp_path / "ring.net"
    weft("generate", "ring", "--switches", "6", "-o", path)
    found = report("route", path, "--engine", "minhop", "-o", tmp_path / "out")
    assert found["credit_loop"]
    assert len(found["credit_loop_paths"]) == min(10, len(found["credit_loop"]))
    for channel, packets in zip(found["credit_loop"], found["credit_loop_paths"]):
        traced = json.loads(weft("trace", path, packets["from"]["guid"], packets["lid"], "--lfts",
                                 tmp_path / "out/opensm-lfts.dump", "--json"))["paths"][0]["hops"]
        assert any(hop["switch"] == channel["switch"] and hop["out"] == channel["port"] for hop in traced)
    assert "packets that hold a link and wait for the next" in weft("route", path, "--engine", "minhop", "--top", 2)
