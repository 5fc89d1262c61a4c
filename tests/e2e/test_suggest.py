"""weft whatif --suggest: which cable gains most, as weft whatif --add finds it too."""

import json
import re

from conftest import complaint, weft
from schema import validate


def suggested(fabric, count, *more, engine="updn"):
    first, *others = [json.loads(line) for line in
                      weft("whatif", fabric, "--engine", engine, "--suggest", count, *more, "--json").splitlines()]
    validate(first, "whatif_header")
    for other in others:
        validate(other, "whatif_failure")
    return first["whatif"], others


def with_free_ports(fabric, ports):
    text = re.sub(r"^Switch\t\d+", f"Switch\t{ports}", fabric.read_text(encoding="utf-8"), flags=re.MULTILINE)
    fabric.write_text(text, encoding="utf-8")
    return fabric


def test_a_tree_gets_back_the_cable_that_it_lost(tmp_path):
    whole, cut = tmp_path / "whole.net", tmp_path / "cut.net"
    tree = ["xgft", "--down", "4,4,2", "--up", "1,2,2"]
    weft("generate", *tree, "-o", whole)
    weft("generate", *tree, "--fail-links", 1, "--seed", 3, "-o", cut)
    good = json.loads(weft("route", whole, "--engine", "ftree", "--json"))["link_load"]["max"]
    header, best = suggested(cut, 3, engine="ftree")
    assert header["candidates"] == header["failures"] == len(best) == 1
    assert best[0]["failure"]["kind"] == "add" and best[0]["busiest_link"]["after"] == good
    assert best[0]["busiest_link"]["before"] > good
    assert best[0]["unreachable_pairs"] == {"before": 0, "after": 0}
    text = weft("whatif", cut, "--engine", "ftree", "--suggest", 3)
    assert best[0]["failure"]["name"] in text and "1 of 1 cables tried" in text
    header, best = suggested(whole, 3, engine="ftree")
    assert header["candidates"] == 0 and not best, "no port is free"


def test_what_it_says_is_what_add_finds(tmp_path):
    fabric = tmp_path / "ring.net"
    weft("generate", "ring", "--switches", 8, "--cas", 2, "-o", fabric)
    with_free_ports(fabric, 8)
    header, best = suggested(fabric, 4)
    assert len(best) == 4 and header["failures"] == min(20, header["candidates"])
    after = [line["busiest_link"]["after"] for line in best]
    assert after == sorted(after) and after[0] < header["busiest_link"]["paths"]
    for line in best[:2]:
        cable = tmp_path / "cable"
        cable.write_text(line["failure"]["name"].replace("] - ", "] "), encoding="utf-8")
        _, alone = [json.loads(found) for found in
                    weft("whatif", fabric, "--engine", "updn", "--add", cable, "--json").splitlines()]
        assert all(alone[key] == line[key] for key in ("busiest_link", "mean_link_load", "lanes_used", "entries"))


def test_a_single_cable_to_a_switch_is_doubled_first(tmp_path):
    fabric = tmp_path / "line.net"
    weft("generate", "mesh", "--dims", "3", "--cas", 2, "-o", fabric)
    _, best = suggested(with_free_ports(fabric, 8), 1)
    cuts = best[0]["cuts"]
    assert cuts["before"] == {"links": 2, "switches": 1}
    assert cuts["after"] == {"links": 0, "switches": 0}, "one that closes the ring"


def test_it_goes_with_no_failures(tmp_path):
    for more in (("--fail", "every-link"), ("--add", "x")):
        assert "--suggest" in complaint("whatif", tmp_path / "x", "--engine", "updn", "--suggest", 1, *more)
