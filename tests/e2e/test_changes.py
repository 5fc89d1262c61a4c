"""A subnet in motion: links, switches and hosts go and come, with and without OpenSM's own cache."""

import collections
import re

import pytest

import dumps
from conftest import ENGINE, WEFT, check


@pytest.fixture(params=[(), ("-A",)], ids=["no cache", "-A"])
def subnet(request, fabrics, runs):
    """A resident opensm on the tree, after its first sweep."""
    return runs.subnet(fabrics("tree"), WEFT, arguments=request.param)


def expect_all_routed(opensm, missing_hosts=0):
    """Everything that is there is routed, by Weft, and both checkers say so.

    But not the LIDs of switches to each other under -A: there OpenSM answers the loss of a leaf switch
    from its cache, with its own engines too, without a look at routes that passed through that switch.
    """
    assert set(opensm.engines_used()) == {ENGINE}
    verdict = dumps.ibdmchk(opensm.directory)
    hosts = len(opensm.simulation.net.hosts()) - missing_hosts
    assert (verdict.missing, verdict.pairs) == (0, hosts * (hosts - 1))
    # Under -A entries for the LIDs of hosts that have gone stay as well, with stock's engines too.
    stale = "-A" in opensm.arguments and missing_hosts > 0
    report = check(opensm.directory, status=int(stale))
    assert (report["error"] is not None) == stale
    assert report["fabric"]["cas"] == hosts
    assert report["unreachable_pairs"] == 0
    assert report["unreachable_switch_pairs"] == 0 or "-A" in opensm.arguments
    assert opensm.errors() == []


def tables_of(opensm):
    return dumps.read_lfts(opensm.path("opensm-lfts.dump"))


def subnet_of(opensm):
    return dumps.Subnet(opensm.path("opensm-subnet.lst"))


def middle_switch(opensm):
    """A switch without hosts."""
    subnet = subnet_of(opensm)
    with_hosts = {subnet.links[end].node_guid for end in subnet.end_ports()}
    return opensm.simulation.net.by_guid(min(subnet.switch_guids() - with_hosts))


def distances_to(subnet, guid):
    """Hops from each switch to one switch."""
    neighbours = collections.defaultdict(set)
    for end, peer in subnet.links.items():
        if end.is_switch and peer.is_switch:
            neighbours[end.node_guid].add(peer.node_guid)
    found, queue = {guid: 0}, collections.deque([guid])
    while queue:
        here = queue.popleft()
        for there in neighbours[here] - found.keys():
            found[there] = found[here] + 1
            queue.append(there)
    return found


def expect_kept(before, after, subnet):
    """Entries that are still up and on a shortest path did not change; returns how many did."""
    changed = 0
    for end in subnet.end_ports():
        home = subnet.links[end]
        distance = distances_to(subnet, home.node_guid)
        for guid, row in before.items():
            port = row[end.lid]
            peer = subnet.peer(guid, port)
            if guid in after and after[guid][end.lid] != port:
                changed += 1
                assert peer is None or distance[peer.node_guid] >= distance[guid]
    return changed


def test_a_link_goes_and_comes(subnet):
    opensm, ibsim = subnet, subnet.simulation
    switch = middle_switch(opensm)
    port = min(switch.links)
    before = tables_of(opensm)
    ibsim.unlink(switch.name, port)
    opensm.settle()
    expect_all_routed(opensm)
    assert port not in tables_of(opensm)[switch.guid].values()
    assert expect_kept(before, tables_of(opensm), subnet_of(opensm)) > 0
    ibsim.relink(switch.name, port)
    opensm.settle()
    expect_all_routed(opensm)
    assert subnet_of(opensm).peer(switch.guid, port) is not None


def test_a_switch_goes_and_comes(subnet):
    opensm, ibsim = subnet, subnet.simulation
    switch = middle_switch(opensm)
    ibsim.unlink(switch.name)
    opensm.settle()
    expect_all_routed(opensm)
    assert switch.guid not in tables_of(opensm)
    ibsim.relink(switch.name)
    opensm.settle()
    expect_all_routed(opensm)
    assert switch.guid in tables_of(opensm)


def test_a_leaf_switch_goes_and_comes_with_its_hosts(subnet):
    opensm, ibsim = subnet, subnet.simulation
    name = list(ibsim.net.hosts()[-1].links.values())[0][0]
    leaf = ibsim.net.nodes[name]
    hosts = sum(not ibsim.net.nodes[peer].is_switch for peer, _ in leaf.links.values())
    ibsim.unlink(name)
    opensm.settle()
    expect_all_routed(opensm, missing_hosts=hosts)
    ibsim.relink(name)
    opensm.settle()
    expect_all_routed(opensm)


def test_a_host_goes_and_comes(subnet):
    opensm, ibsim = subnet, subnet.simulation
    host = ibsim.net.hosts()[-1]
    before = tables_of(opensm)
    ibsim.unlink(host.name, 1)
    opensm.settle()
    expect_all_routed(opensm, missing_hosts=1)
    expect_kept(before, tables_of(opensm), subnet_of(opensm))
    ibsim.relink(host.name, 1)
    opensm.settle()
    expect_all_routed(opensm)


def test_heavy_sweeps_change_nothing(subnet):
    opensm = subnet
    before = tables_of(opensm)
    for _ in range(3):
        opensm.hang_up()
        opensm.settle()
        assert tables_of(opensm) == before
    expect_all_routed(opensm)
    changed = [int(count) for count in re.findall(r", (\d+) of \d+ LFT blocks changed", opensm.log())]
    assert changed[0] > 0
    # Under -A the engine is not even asked.
    assert changed[1:] == ([] if "-A" in opensm.arguments else [0, 0, 0])
