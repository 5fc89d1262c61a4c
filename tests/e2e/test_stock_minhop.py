"""With weft_balance switch, a first sweep gives the tables of the stock minhop engine."""

import itertools

import pytest

import dumps
from conftest import CLUSTERS, GENERATED, WEFT


@pytest.mark.parametrize("lmc", range(4))
@pytest.mark.parametrize("name", [*GENERATED, *CLUSTERS])
def test_the_tables_are_those_of_stock_minhop(name, lmc, fabrics, runs):
    tables = {}
    for engine, options in (("minhop", {}), ("weft", {**WEFT, "weft_balance": "switch"})):
        opensm = runs.subnet(fabrics(name), {"routing_engine": "minhop", "lmc": lmc, **options})
        assert opensm.stop() == 0
        tables[engine] = dumps.read_lfts(opensm.path("opensm-lfts.dump"))
    assert opensm.engines_used() == ["weft-minhop"]
    assert len(tables["minhop"]) == len(fabrics(name).switches())
    assert tables["weft"] == tables["minhop"]


def test_every_path_bit_of_lmc_2_is_routed(fabrics, runs):
    opensm = runs.subnet(fabrics("tree"), {**WEFT, "lmc": 2})
    assert opensm.stop() == 0
    subnet = dumps.Subnet(opensm.path("opensm-subnet.lst"))
    tables = dumps.read_lfts(opensm.path("opensm-lfts.dump"))
    ends = subnet.end_ports()
    assert len(ends) == 64
    for source, target in itertools.permutations(ends, 2):
        routes = set()
        for bit in range(4):
            path = dumps.route(tables, subnet, source, target.lid + bit)
            assert subnet.peer(*path[-1]) == target
            routes.add(tuple(path))
        # There is one way on a leaf; otherwise two switches are above it, as a choice at least.
        assert len(routes) == 1 if len(path) == 1 else len(routes) >= 2
