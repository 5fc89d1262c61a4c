"""weft_congestion: paths of a dragonfly give way to what the performance manager of the real opensm reads."""

import time

import pytest

import dumps
from simulation import wait_until
from test_lane_engines import conf
from test_lanes import QOS

ROUTERS = 4
FABRICS = {"dragonfly": ["dragonfly", "--routers", str(ROUTERS), "--global-links", "2", "--cas", "2"]}
GROUPS = 9
FULL = 4_000_000_000 // 4  # words a second of 4xQDR
DWELL = 10
# As many queries under way as OpenSM has by default make opensm and ibsim wait for each other.
OPTIONS = {"weft_congestion": "TRUE", "weft_congestion_dwell": DWELL, "weft_congestion_changes": 60, "perfmgr": "TRUE",
           "perfmgr_sweep_time_s": 1, "perfmgr_max_outstanding_queries": 32}


def group_of(node_guid):
    return ((node_guid & 0xFFFF) - 1) // ROUTERS


class Traffic:
    """What ports between groups have sent, as ibsim's counters have it."""

    def __init__(self, opensm):
        self.opensm = opensm
        subnet = dumps.Subnet(opensm.path("opensm-subnet.lst"))
        switches = set(subnet.switch_guids())
        self.ends = [near for near, far in subnet.links.items() if {near.node_guid, far.node_guid} <= switches
                     and group_of(near.node_guid) != group_of(far.node_guid)]
        self.to_next = [near for near in self.ends if group_of(subnet.links[near].node_guid) ==
                        (group_of(near.node_guid) + 1) % GROUPS]
        self.sent = 0

    def send(self, ends, words):
        """So many more, all at once for opensm, which is stopped meanwhile."""
        self.sent += words
        with self.opensm.stopped():
            for end in ends:
                name = self.opensm.simulation.net.by_guid(end.node_guid).name
                self.opensm.simulation.set_counter(name, end.port, "PortCountersExtended.PortXmitData", self.sent)


@pytest.fixture
def watched(net, runs):
    """An opensm that has read all counters."""
    opensm = runs.subnet(net("dragonfly"), conf("weft-dragonfly", **OPTIONS), arguments=QOS)
    time.sleep(3)
    return opensm


def tables(opensm):
    opensm.wait_until_quiet()
    return dumps.read_lfts(opensm.path("opensm-lfts.dump"))


def test_paths_avoid_congestion_and_return(watched):
    traffic = Traffic(watched)
    assert len(traffic.to_next) == GROUPS
    before = tables(watched)
    traffic.send(traffic.to_next, 100 * FULL)
    wait_until(lambda: "avoid congested links" in watched.log(), "paths give way", timeout=20)
    wait_until(lambda: tables(watched) != before, "the tables are others", timeout=20)
    assert watched.errors() == []
    wait_until(lambda: tables(watched) == before, "the tables are back", timeout=DWELL + 20)
    assert watched.errors() == []
    assert watched.engines_used().count("weft-dragonfly") == len(watched.engines_used())


def test_only_one_group_avoids_congestion(watched):
    traffic = Traffic(watched)
    before = tables(watched)
    end = traffic.to_next[0]
    traffic.send([end], 100 * FULL)
    wait_until(lambda: tables(watched) != before, "the tables are others", timeout=20)
    after = tables(watched)
    changed = {guid for guid, row in after.items() if row != before[guid]}
    assert {group_of(guid) for guid in changed} == {group_of(end.node_guid)}
    assert len(changed) == ROUTERS


def test_uniform_and_light_traffic_move_nothing(watched):
    traffic = Traffic(watched)
    before = tables(watched)
    traffic.send(traffic.to_next, FULL // 4)
    time.sleep(3)
    assert "avoid congested links" not in watched.log()
    traffic.send(traffic.ends, 100 * FULL)
    time.sleep(4)
    assert tables(watched) == before
    assert "avoid congested links" not in watched.log()
