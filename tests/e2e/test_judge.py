"""The campaign's judge, on a square of switches with a host each that can be checked by hand."""

import itertools

import pytest

import judge
from dumps import End

LIDS = range(1, 5)  # of the hosts; port 3 of switch n has host n


def switch(number, port):
    return End(True, number, number, f"s{number}", 100 + number, port)


def host(number, lmc=0):
    return End(False, 10 + number, 10 + number, f"h{number}", number << lmc, 1, lmc)


class Square:
    """Port 1 leads to the next switch, and port 2 to the one before."""

    def __init__(self, lmc=0):
        self.lmc, self.links = lmc, {}
        for number in LIDS:
            following = number % 4 + 1
            for a, b in ((switch(number, 1), switch(following, 2)), (switch(number, 3), host(number, lmc))):
                self.links[a], self.links[b] = b, a

    def end_ports(self):
        return [host(number, self.lmc) for number in LIDS]

    def end(self, guid, port):
        return next((end for end in self.links if end.is_switch and (end.node_guid, end.port) == (guid, port)), None)

    def peer(self, guid, port):
        return self.links.get(self.end(guid, port))


def one_way():
    """All packets go round in the same direction."""
    return {s: {lid: 3 if s == lid else 1 for lid in LIDS} for s in LIDS}


def by_a_tree():
    """No path goes over the link from 4 to 1."""
    return {s: {lid: 3 if s == lid else 1 if lid > s else 2 for lid in LIDS} for s in LIDS}


def on_sl(sl):
    return lambda source, lid: {sl}


def test_good_tables():
    for tables in (one_way(), by_a_tree()):
        assert judge.lost_pairs(tables, Square()) == []
        assert judge.looping_lids(tables, Square(), LIDS) == []


def test_entries_that_differ():
    assert judge.other_entries(by_a_tree(), by_a_tree()) == []
    tables, others = by_a_tree(), by_a_tree()
    tables[1][4] = 2
    del tables[2][1], others[3]
    assert judge.other_entries(tables, others) == [
        (1, 4, 2, 1), (2, 1, None, 2), (3, 1, 2, None), (3, 2, 2, None), (3, 3, 3, None), (3, 4, 1, None)]


@pytest.mark.parametrize("guid, lid", itertools.product(LIDS, LIDS))
def test_an_entry_that_is_missing_loses_pairs(guid, lid):
    tables = by_a_tree()
    del tables[guid][lid]
    assert (guid, lid) in judge.lost_pairs(tables, Square())


def test_a_wrong_host_is_not_the_right_one():
    tables = by_a_tree()
    tables[1][2] = 3
    assert judge.lost_pairs(tables, Square()) == [(1, 2)]


def test_a_forwarding_loop():
    tables = by_a_tree()
    tables[2][4] = 2  # and 1 sends it back
    assert judge.looping_lids(tables, Square(), LIDS) == [4]
    assert {(1, 4), (2, 4)} <= set(judge.lost_pairs(tables, Square()))


def test_the_load_of_links():
    assert judge.link_loads(one_way(), Square()) == {(s, port): 6 if port == 1 else 0 for s in LIDS for port in (1, 2)}
    loads = judge.link_loads(with_lmc(one_way(), by_a_tree()), Square(lmc=1))
    assert loads[4, 1] == 6 and loads[1, 2] == 0, "the link from 4 to 1 has only paths to base LIDs"
    assert loads[2, 1] == 6 + 4 and loads[3, 2] == 4


def both_ways():
    """As by a tree, but that 1 and 4 send to each other over their link."""
    tables = by_a_tree()
    tables[1][4], tables[4][1] = 2, 1
    return tables


def test_more_idle_links_are_uneven():
    assert judge.more_uneven(by_a_tree(), by_a_tree(), Square(), 1) == ""
    assert judge.more_uneven(both_ways(), by_a_tree(), Square(), 1) == ""
    assert "2 links are idle instead of 0" in judge.more_uneven(by_a_tree(), both_ways(), Square(), 2)


def test_a_busier_link_is_uneven():
    tables = both_ways()
    tables[4][3] = 1  # the long way
    assert "the busiest link has 4 paths instead of 3" in judge.more_uneven(tables, both_ways(), Square(), 1.3)
    assert judge.more_uneven(tables, both_ways(), Square(), 1.4) == ""


def test_a_credit_loop():
    assert judge.credit_loop(one_way(), Square(), on_sl(0), {})
    assert not judge.credit_loop(by_a_tree(), Square(), on_sl(0), {})


def test_lanes_break_a_credit_loop():
    """Those who cross the link from 4 to 1 are on another one, but from 4 to 3."""
    def sls(source, lid):
        return {1 if source > lid and (source, lid) != (4, 3) else 0}

    assert not judge.credit_loop(one_way(), Square(), sls, {})
    assert judge.credit_loop(one_way(), Square(), lambda source, lid: sls(source, lid) | {0}, {})
    assert judge.credit_loop(one_way(), Square(), on_sl(8), {}), "VLs are folded"


def test_maps_of_switches_break_a_credit_loop():
    """On SL 1 packets that come to 1 over the link from 4 go on on VL 2."""
    maps = {(1, 2, 1): [0, 2] + [0] * 14}

    def two_links(sl):
        return lambda source, lid: {sl} if (lid - source) % 4 < 3 else set()

    assert judge.credit_loop(one_way(), Square(), two_links(1), {})
    assert not judge.credit_loop(one_way(), Square(), two_links(1), maps)
    assert judge.credit_loop(one_way(), Square(), two_links(0), maps)


def with_lmc(first, second):
    """Tables with LMC 1: the first ones for the base LIDs, the second ones for the others."""
    return {s: {**{2 * lid: port for lid, port in first[s].items()},
                **{2 * lid + 1: port for lid, port in second[s].items()}} for s in LIDS}


def test_all_lids_of_a_port_are_judged():
    assert judge.lost_pairs(with_lmc(one_way(), by_a_tree()), Square(lmc=1)) == []
    tables = with_lmc(by_a_tree(), by_a_tree())
    del tables[1][5]
    assert judge.lost_pairs(tables, Square(lmc=1)) == [(1, 5)]


def test_a_credit_loop_of_the_second_lids():
    tables = with_lmc(by_a_tree(), one_way())
    assert judge.credit_loop(tables, Square(lmc=1), on_sl(0), {})
    assert judge.credit_loop(tables, Square(lmc=1), lambda source, lid: {0} if source % 2 and lid % 2 else set(), {})
    assert not judge.credit_loop(tables, Square(lmc=1), lambda source, lid: {0} if lid % 2 == 0 else set(), {})
