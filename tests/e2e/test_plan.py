"""weft plan: fabrics that are to be built, their cables, and how they grow."""

import json

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
    assert "no tree of 2 levels holds so many hosts at 1 : 1" in weft(
        "plan", "shapes", "--hosts", "200", "--radix", "12")


def test_shapes_that_cannot_be():
    none = shapes("--hosts", "40000", "--radix", "4")
    assert none["shapes"] == [] and len(none["without"]) == 7
    assert "--hosts" in complaint("plan", "shapes", "--radix", "16")
    assert "is expected" in complaint("plan", "shapes", "--hosts", "60", "--radix", "16", "--speed", "fast")
    assert complaint("plan")
