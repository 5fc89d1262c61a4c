"""A subnet in motion: links, switches and hosts go and come, with and without OpenSM's own cache."""

import collections
import re

import pytest

import dumps
from conftest import ENGINE, WEFT, check, weft


@pytest.fixture(params=[(), ("-A",)], ids=["no cache", "-A"])
def subnet(request, fabrics, runs):
    """A resident opensm on the tree, after its first sweep."""
    return runs.subnet(fabrics("tree"), WEFT, arguments=request.param)


def expect_all_routed(opensm, missing_hosts=0):
    """Everything that is there is routed, by Weft, and both checkers say so."""
    assert set(opensm.engines_used()) == {ENGINE}
    verdict = dumps.ibdmchk(opensm.directory)
    hosts = len(opensm.simulation.net.hosts()) - missing_hosts
    assert (verdict.missing, verdict.pairs) == (0, hosts * (hosts - 1))
    report = check(opensm.directory)
    assert report["error"] is None
    assert report["fabric"]["cas"] == hosts
    assert report["unreachable_pairs"] == 0
    assert report["unreachable_switch_pairs"] == 0
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
    sent = [int(count) for count in re.findall(r", (\d+) of \d+ LFT blocks to send", opensm.log())]
    assert sent[0] > 0
    assert sent[1:] == [0, 0, 0]


def test_blocks_to_send_are_those_that_opensm_sends(fabrics, runs):
    """With debug messages OpenSM names each block, behind the line of the routing."""
    opensm = runs.subnet(fabrics("tree"), WEFT, arguments=["-D", "0x4b"])
    ibsim = opensm.simulation
    switch = middle_switch(opensm)
    for change in (ibsim.unlink, ibsim.relink):
        for port in ([min(switch.links)], []):
            change(switch.name, *port)
            opensm.settle()
    routings = re.split(r", (\d+) of \d+ LFT blocks to send", opensm.log())[1:]
    counts = [(int(count), len(re.findall("Writing FT block", behind)))
              for count, behind in zip(routings[::2], routings[1::2])]
    assert len(counts) >= 5
    assert len({said for said, _ in counts}) > 2
    assert all(said == sent for said, sent in counts), counts


@pytest.fixture
def leaves_below_spines(tmp_path):
    """Four leaf switches with two hosts each; L1 has spine S1 alone, L2 S2, and L3 and L4 have both."""
    switches = ["L1", "L2", "L3", "L4", "S1", "S2"]
    links = [("L1", 8, "S1", 1), ("L2", 8, "S2", 1), ("L3", 7, "S1", 2), ("L3", 8, "S2", 2),
             ("L4", 7, "S1", 3), ("L4", 8, "S2", 3)]
    links += [(f"H{leaf}{port}", 1, f"L{leaf}", port) for leaf in (1, 2, 3, 4) for port in (1, 2)]
    names = switches + [link[0] for link in links if link[0][0] == "H"]
    ends = {(a, p): (b, q) for a, p, b, q in links} | {(b, q): (a, p) for a, p, b, q in links}
    path = tmp_path / "leaves.net"
    with open(path, "w", encoding="ascii") as net:
        for number, name in enumerate(names):
            kind, guid = ("Switch\t8", "switchguid") if name in switches else ("Ca\t1", "caguid")
            net.write(f'{guid}=0x{0x100 * (number + 1):x}\n{kind} "{name}"\t\t# "{name}"\n')
            net.writelines(f'[{port}]\t"{peer}"[{peer_port}]\t\t# lid 0 4xQDR\n'
                           for (near, port), (peer, peer_port) in sorted(ends.items()) if near == name)
            net.write("\n")
    return dumps.Net(path)


CACHE_LINE = "Configuring switch tables using cached routing"


@pytest.mark.parametrize("engine", ["weft-updn", "weft-ftree", "weft-nue"])
def test_with_opensms_cache_a_lost_leaf_switch_is_routed_around(engine, leaves_below_spines, runs):
    """L1 and L2 are joined by L3 and L4; OpenSM's cache would leave dead what went through the lost one."""
    options = {"event_plugin_name": "weft", "routing_engine": engine, "use_ucast_cache": "TRUE"}
    opensm = runs.subnet(leaves_below_spines, options)
    opensm.hang_up()  # the option is read again
    opensm.settle()
    for leaf in ("L3", "L4"):
        for change, hosts in ((opensm.simulation.unlink, 6), (opensm.simulation.relink, 8)):
            change(leaf)
            opensm.settle()
            verdict = dumps.ibdmchk(opensm.directory)
            assert (verdict.missing, verdict.pairs) == (0, hosts * (hosts - 1))
            assert check(opensm.directory)["error"] is None
    assert opensm.errors() == []
    assert set(opensm.engines_used()) == {engine}
    assert opensm.log().count("use_ucast_cache has no effect with Weft's engines") == 1
    assert CACHE_LINE not in opensm.log()


@pytest.mark.parametrize("engines, used, cached", [
    ("minhop,weft-minhop", "minhop", True),           # stock's goes first: the option is for it
    ("weft-lash,weft-minhop", "weft-minhop", False),  # lash needs two lanes
    ("weft-lash,minhop", "minhop", False),            # lash is asked in every sweep, as without the cache
    ("weft-lash", "minhop", False),                   # likewise, and OpenSM's own min-hop behind it
])
def test_opensms_cache_serves_stock_engines_that_are_asked_first(engines, used, cached, runs, tmp_path):
    weft("generate", "ring", "--switches", "5", "--cas", "1", "-o", tmp_path / "ring.net")
    opensm = runs.subnet(dumps.Net(tmp_path / "ring.net"),
                         {"event_plugin_name": "weft", "routing_engine": engines}, arguments=["-A"])
    for _ in range(2):
        opensm.hang_up()
        opensm.settle()
    assert opensm.engines_used() == [used] * (1 if cached else 3)
    assert opensm.log().count(CACHE_LINE) == (2 if cached else 0)
