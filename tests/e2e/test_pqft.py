"""The engine pqft in the stock opensm: under both of its names, with and without a structure."""

import re

import pytest

import dumps
from conftest import check

STRUCTURE = '"PGFT(3; 4,4,4; 1,2,2; 1,1,1)"'


def pqft(name="weft-pqft", module="weft", **more):
    return {"event_plugin_name": module, "routing_engine": f"{name},no_fallback", **more}


def lines_of(opensm, text):
    return [line for line in opensm.log().splitlines() if text in line]


def expect_good(opensm, name):
    assert opensm.stop() == 0
    assert set(opensm.engines_used()) == {name}
    assert opensm.errors() == []
    assert dumps.ibdmchk(opensm.directory).all_routed()
    assert check(opensm.directory)["credit_loop"] is None


@pytest.mark.parametrize("module", ["weft", "weft-pqft", "weft weft-pqft"])
@pytest.mark.parametrize("name", ["weft-pqft", "pqft"])
def test_both_names(name, module, fabrics, runs):
    opensm = runs.subnet(fabrics("tree"), pqft(name, module))
    assert f"{name}: fat tree PGFT(3; 4,4,4; 1,2,2; 1,1,1), pure" in opensm.log()
    expect_good(opensm, name)


def test_what_the_tree_is_is_said_once_for_each_change(fabrics, runs):
    net = fabrics("tree")
    opensm = runs.subnet(net, pqft(pqft_structure=STRUCTURE))
    opensm.hang_up()
    opensm.settle()
    assert len(lines_of(opensm, "fat tree")) == 1
    leaf = next(s for s in net.switches()
                if any(not net.nodes[peer].is_switch for peer, _ in s.links.values()))
    port = next(p for p, (peer, _) in leaf.links.items() if net.nodes[peer].is_switch)
    opensm.simulation.unlink(leaf.name, port)
    opensm.settle()
    assert [line.split("fat tree ")[1] for line in lines_of(opensm, "fat tree")] == [
        "PGFT(3; 4,4,4; 1,2,2; 1,1,1), pure",
    ]
    assert len(lines_of(opensm, "1 pair of switches no longer linked; repaired: ")) == 1
    expect_good(opensm, "weft-pqft")


@pytest.mark.parametrize("where", ["file", "event_plugin_options"])
def test_a_structure_that_does_not_fit_leaves_the_fabric_to_the_next_engine(where, fabrics, runs):
    structure = "PGFT(3; 4,4,4; 1,1,2; 1,1,1)"
    options = {**pqft(), "routing_engine": "pqft,weft-updn,no_fallback"}
    if where == "file":
        options["pqft_structure"] = structure
    else:
        options["event_plugin_options"] = f"pqft_structure={structure} weft_threads=1"
    opensm = runs.subnet(fabrics("tree"), options)
    assert opensm.stop() == 0
    assert set(opensm.engines_used()) == {"weft-updn"}
    assert re.search(
        r"pqft: the fabric does not fit PGFT\(3; 4,4,4; 1,1,2; 1,1,1\): leaf 0.0 \(0x[0-9a-f]{16}\) "
        r"has 2 links up; there are at most 1 \(W2 x P2\)", opensm.log())
    assert dumps.ibdmchk(opensm.directory).all_routed()


def test_a_structure_that_cannot_be_read_is_named(fabrics, runs):
    opensm = runs.subnet(fabrics("tree"), pqft(pqft_structure="PGFT(3; 4,4; 1,2,2)"))
    assert any(re.search(r"opensm\.conf:\d+: pqft_structure is 'PGFT\(3; 4,4; 1,2,2\)', which", line)
               for line in lines_of(opensm, "pqft_structure"))
    assert set(opensm.engines_used()) == {"weft-pqft"}
    assert opensm.stop() == 0
