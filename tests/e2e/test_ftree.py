"""The engine ftree in the stock opensm: whole and damaged trees, real clusters, lists of compute and I/O nodes,
path bits, and the CA order dump beside that of the stock engine."""

import json
import os
import re

import pytest

import dumps
from conftest import CLUSTERS, DIRECTORS, check, weft
from test_updown import expect_good, is_leaf, spine_guids, weft_engine, write_guids

ORDER = "opensm-ftree-ca-order.dump"
FABRICS = {
    "whole": ["xgft", "--down", "4,4,4", "--up", "1,4,4", "--shuffle", "3"],
    "slim": ["xgft", "--down", "6,6", "--up", "1,3"],
    "damaged": ["xgft", "--down", "4,4,4", "--up", "1,4,4", "--fail-links", "5%", "--uneven", "10%"],
    "with CAs on spines": ["xgft", "--down", "4,4", "--up", "1,2", "--extra-cas", "2"],
    "torus": ["torus", "--dims", "4,4", "--cas", "2"],
}


def port_guid(host):
    """Of a CA with one port, in ibsim."""
    return host.guid + 1


def read_order(opensm):
    """[LID or None for a dummy, ...]"""
    with open(opensm.path(ORDER), encoding="utf-8") as dump:
        lines = [line.rstrip("\n").split("\t") for line in dump]
    assert all(re.fullmatch("0x[0-9a-f]{4,}|0xFFFF", lid) for lid, _ in lines)
    assert all((lid == "0xFFFF") == (name == "DUMMY") for lid, name in lines)
    return [None if lid == "0xFFFF" else int(lid, 16) for lid, _ in lines]


def judge_shifts(opensm):
    """The figures of `weft check` over the dump."""
    report = weft("check", opensm.path("opensm-subnet.lst"), "--lfts", opensm.path("opensm-lfts.dump"),
                  "--pattern", "shift", "--ranks", opensm.path(ORDER), "--json")
    return json.loads(report)["pattern"]


@pytest.mark.parametrize("name", ["whole", "damaged"])
def test_trees(name, net, runs):
    expect_good(runs.subnet(net(name), weft_engine("ftree", "weft-ftree" if name == "whole" else "weft")), "ftree")


@pytest.mark.parametrize("name", [*CLUSTERS, *DIRECTORS, "built"])
def test_real_clusters_need_no_root_file(name, fabrics, runs):
    opensm = runs.subnet(fabrics(name), weft_engine("ftree"))
    expect_good(opensm, "ftree")
    hosts = dumps.Subnet(opensm.path("opensm-subnet.lst")).end_ports()
    assert ({host.lid for host in hosts if "Aggregation Node" not in host.description} ==
            set(read_order(opensm)) - {None})


def leaves_in_order(opensm):
    """The order of the dump as (leaf switch GUID, LIDs that it has there in a row)."""
    subnet = dumps.Subnet(opensm.path("opensm-subnet.lst"))
    leaf_of = {end.lid: subnet.links[end].node_guid for end in subnet.end_ports()}
    runs = []
    for lid in read_order(opensm):
        if lid is None:
            continue
        if not runs or runs[-1][0] != leaf_of[lid]:
            runs.append((leaf_of[lid], []))
        runs[-1][1].append(lid)
    return runs


@pytest.mark.parametrize("name", ["whole", "slim"])
def test_the_ca_order_is_as_good_as_that_of_stock(name, net, runs):
    orders, figures = {}, {}
    for maker, options in (("stock", {"routing_engine": "ftree,no_fallback"}),
                           ("weft", weft_engine("ftree"))):
        opensm = runs.subnet(net(name), options)
        assert opensm.stop() == 0
        orders[maker] = leaves_in_order(opensm)
        figures[maker] = judge_shifts(opensm)
    # The same leaf switches with the same hosts, each once; the leaf switches may come in another order.
    assert sorted(orders["weft"]) == sorted(orders["stock"])
    assert len(orders["weft"]) == sum(is_leaf(net(name), switch) for switch in net(name).switches())
    hosts, spines = (4, 4) if name == "whole" else (6, 3)
    assert figures["weft"]["busiest_link"]["max"] == hosts // spines
    assert figures["stock"]["busiest_link"]["max"] >= hosts // spines


def test_the_ca_order_is_written_without_log_flags_and_by_the_tool(net, runs, tmp_path):
    opensm = runs.subnet(net("damaged"), weft_engine("ftree"))
    assert opensm.stop() == 0
    subnet = opensm.path("opensm-subnet.lst")
    weft("route", subnet, "--engine", "ftree", "-o", tmp_path)
    with open(opensm.path(ORDER), encoding="utf-8") as dump:
        assert dump.read() == (tmp_path / ORDER).read_text(encoding="utf-8")
    quiet = runs.subnet(net("damaged"), weft_engine("ftree"), arguments=["-D", "0x03"])
    assert quiet.stop() == 0
    assert read_order(quiet) == read_order(opensm)
    assert not os.path.exists(quiet.path("opensm-lfts.dump"))
    # Without --ranks that is the order of a pattern.
    judged = [json.loads(weft("route", subnet, "--engine", "ftree", "--pattern", "shift", "--json", *ranks))
              for ranks in ([], ["--ranks", tmp_path / ORDER])]
    assert [report["pattern"].pop("order") for report in judged] == ["engine", "file"]
    for report in judged:
        del report["pattern"]["time_ms"]
    assert judged[0]["pattern"] == judged[1]["pattern"]


def test_links_and_spines_come_and_go(net, runs):
    tree = net("whole")
    opensm = runs.subnet(tree, weft_engine("ftree"))
    first = dumps.read_lfts(opensm.path("opensm-lfts.dump"))
    leaf = next(switch for switch in tree.switches() if is_leaf(tree, switch))
    port = next(p for p, (peer, _) in leaf.links.items() if tree.nodes[peer].is_switch)
    spine = tree.by_guid(spine_guids(tree)[5])
    for place in ((leaf.name, port), (spine.name,)):
        for change in (opensm.simulation.unlink, opensm.simulation.relink):
            change(*place)
            opensm.settle()
            report = check(opensm.directory)
            assert (report["unreachable_pairs"], report["credit_loop"]) == (0, None)
            assert dumps.ibdmchk(opensm.directory).all_routed()
    opensm.hang_up()
    opensm.settle()
    assert dumps.read_lfts(opensm.path("opensm-lfts.dump")) == first
    assert judge_shifts(opensm)["busiest_link"]["max"] == 1
    expect_good(opensm, "ftree")


def test_compute_nodes_are_those_of_the_file(net, runs, tmp_path):
    """Two of the four hosts of each leaf switch; the file is read again in a heavy sweep."""
    tree = net("whole")
    by_leaf = [[tree.nodes[leaf.links[port][0]] for port in range(1, 5)]
               for leaf in tree.switches() if is_leaf(tree, leaf)]
    guids = tmp_path / "cns"
    chosen = [{port_guid(host) for hosts in by_leaf for host in hosts[first::2]} for first in (0, 1)]
    write_guids(guids, chosen[0])
    opensm = runs.subnet(tree, weft_engine("ftree", cn_guid_file=guids))

    def guids_in_order():
        subnet = dumps.Subnet(opensm.path("opensm-subnet.lst"))
        guid_of = {end.lid: end.port_guid for end in subnet.end_ports()}
        return {guid_of[lid] for lid in read_order(opensm) if lid is not None}

    assert guids_in_order() == chosen[0]
    assert judge_shifts(opensm)["busiest_link"]["max"] == 1
    write_guids(guids, chosen[1])
    opensm.hang_up()
    opensm.settle()
    assert guids_in_order() == chosen[1]
    assert judge_shifts(opensm)["busiest_link"]["max"] == 1
    expect_good(opensm, "ftree")


@pytest.mark.parametrize("reverse_hops", [0, 1])
def test_io_nodes_on_spines_reach_each_other_over_reverse_hops(reverse_hops, net, runs, tmp_path):
    tree = net("with CAs on spines")
    spines = [switch for switch in tree.switches()
              if sum(not tree.nodes[peer].is_switch for peer, _ in switch.links.values()) == 1]
    assert len(spines) == 2
    io_nodes = [tree.nodes[peer] for spine in spines for peer, _ in spine.links.values()
                if not tree.nodes[peer].is_switch]
    options = {
        "root_guid_file": write_guids(tmp_path / "roots", [spine.guid for spine in spines]),
        "io_guid_file": write_guids(tmp_path / "ios", [port_guid(host) for host in io_nodes]),
        "event_plugin_options": "calculate_missing_routes=FALSE weft_lost_pairs=accept",
        "max_reverse_hops": reverse_hops,
    }
    opensm = runs.subnet(tree, weft_engine("ftree", **options))
    assert opensm.stop() == 0
    report = check(opensm.directory, status=1 - reverse_hops)
    assert report["unreachable_pairs"] == (0 if reverse_hops else 2)
    assert report["credit_loop"] is None
    assert len(read_order(opensm)) == 16, "I/O nodes are no compute nodes"
    warned = [line for line in opensm.log().splitlines() if "no path leads from" in line]
    assert len(warned) == (0 if reverse_hops else 2)
    for line in warned:
        assert all(f"0x{port_guid(host):016x}" in line for host in io_nodes), "both ends are named"


def test_path_bits_leave_a_leaf_switch_to_different_spines(net, runs):
    opensm = runs.subnet(net("whole"), weft_engine("ftree", lmc=1))
    assert opensm.stop() == 0
    assert check(opensm.directory, lmc=1)["unreachable_pairs"] == 0
    tables = dumps.read_lfts(opensm.path("opensm-lfts.dump"))
    subnet = dumps.Subnet(opensm.path("opensm-subnet.lst"))
    hosts = subnet.end_ports()
    for source in hosts[::5]:
        leaf = subnet.links[source].node_guid
        for host in hosts:
            if subnet.links[host].node_guid == leaf:
                continue
            ways = [dumps.route(tables, subnet, source, host.lid + bit) for bit in range(2)]
            assert ways[0][0] != ways[1][0], "they leave by different ports"
            assert not {guid for guid, _ in ways[0][1:-1]} & {guid for guid, _ in ways[1][1:-1]}


def test_what_is_no_tree_is_left_to_the_next_engine(net, runs):
    options = {"event_plugin_name": "weft", "routing_engine": "weft-ftree,weft-updn,no_fallback"}
    opensm = runs.subnet(net("torus"), options)
    assert opensm.stop() == 0
    assert opensm.engines_used() == ["weft-updn"]
    said = [line for line in opensm.log().splitlines() if "the fabric is no tree" in line]
    assert len(said) == 1
    assert re.search(r"port \d+ of .* \(0x\w+\), in rank \d+, is linked to port \d+ of .* \(0x\w+\), in rank", said[0])
    assert not os.path.exists(opensm.path(ORDER))
