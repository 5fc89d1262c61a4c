"""The stock opensm with Weft on several fabrics: everything is routed, and all checkers agree."""

import json
import pathlib

import pytest

import dumps
from conftest import CLUSTERS, ENGINE, GENERATED, WEFT, check, weft


@pytest.fixture(scope="module", params=[*GENERATED, *CLUSTERS])
def routed(request, fabrics, module_runs):
    """An opensm after its first sweep of a fabric, stopped; its dumps are in .directory."""
    opensm = module_runs.subnet(fabrics(request.param), WEFT)
    assert opensm.stop() == 0
    opensm.net = fabrics(request.param)
    return opensm


def test_the_engine_is_used(routed):
    assert set(routed.engines_used()) == {ENGINE}
    assert " ERR " not in routed.log()


def test_ibdmchk_finds_every_pair_routed(routed):
    verdict = dumps.ibdmchk(routed.directory)
    cas = len(dumps.Subnet(routed.path("opensm-subnet.lst")).end_ports())
    assert cas == sum(len(host.links) for host in routed.net.hosts())
    assert verdict.missing == 0
    assert verdict.pairs == cas * (cas - 1)


def test_weft_check_agrees_with_ibdmchk(routed):
    credit_loop = dumps.ibdmchk(routed.directory).credit_loop
    report = check(routed.directory, status=1 if credit_loop else 0)
    assert report["unreachable_pairs"] == 0
    assert report["unreachable_switch_pairs"] == 0
    assert report["forwarding_loops"] == 0
    assert (report["credit_loop"] is not None) == credit_loop


def test_offline_routing_gives_the_same_tables(routed, tmp_path):
    online = pathlib.Path(routed.directory)
    report = json.loads(
        weft("route", online / "opensm-subnet.lst", "--engine", "minhop", "-o", tmp_path, "--json")
    )
    tables = dumps.read_lfts(tmp_path / "opensm-lfts.dump")
    assert tables == dumps.read_lfts(online / "opensm-lfts.dump")
    assert report["lft_digest"] == check(online, status=1 if report["credit_loop"] else 0)["lft_digest"]
