"""Multicast groups reach all their members and nobody else, by the tables that the switches hold."""

import random

import pytest

import dumps
from conftest import WEFT
from groups import Groups


@pytest.mark.parametrize("name", ["tree", "torus", "dragonfly", "mixed"])
def test_groups_reach_their_members(name, fabrics, runs):
    ibsim = runs.ibsim(fabrics(name))
    groups = Groups(ibsim, runs.opensm(ibsim, WEFT))
    choose = random.Random(1)
    hosts = ibsim.net.hosts()
    same_switch = [h for h in hosts if list(h.links.values())[0][0] == list(hosts[0].links.values())[0][0]]
    for number, members in enumerate([choose.sample(hosts, 12), choose.sample(hosts, 3), same_switch[:2]]):
        for host in members:
            mlid = groups.ask(host, f"ff12:401b:ffff::{number + 1}")
        groups.expect(mlid, members)
    assert " ERR " not in groups.opensm.log()


def test_groups_survive_cut_links_and_members_leave(fabrics, runs):
    ibsim = runs.ibsim(fabrics("tree"))
    opensm = runs.opensm(ibsim, WEFT)
    groups = Groups(ibsim, opensm)
    members = ibsim.net.hosts()[::9]
    for host in members:
        mlid = groups.ask(host, "ff12:401b:ffff::77")
    groups.expect(mlid, members)

    for _ in range(3):
        tables = groups.tables(mlid)
        end = next(
            end
            for end, peer in groups.subnet.links.items()
            if end.is_switch and peer.is_switch
            and end.port in tables[end.node_guid]
            and dumps.connected_without(groups.subnet, end.node_guid, end.port)
        )
        ibsim.unlink(ibsim.net.by_guid(end.node_guid).name, end.port)
        opensm.settle()
        groups.refresh()
        groups.expect(mlid, members)

    gone = members.pop(3)
    groups.ask(gone, "ff12:401b:ffff::77", "leave")
    groups.expect(mlid, members)
    assert opensm.stop() == 0
    assert not dumps.ibdmchk(opensm.directory).multicast_faults
