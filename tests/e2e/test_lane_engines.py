"""Engines that need lanes, in the real opensm: what they plan is what path records and switches have."""

import pathlib
import random
import re
import shutil

import pytest

import dumps
from conftest import weft
from groups import Groups
from test_lanes import QOS, STOCK_MAP, in_hardware, links_between_switches, path_sl, sl2vl

FABRICS = {
    "torus": ["torus", "--dims", "4,5", "--cas", "2"],
    "ring": ["ring", "--switches", "6", "--cas", "2"],
    "tree": ["xgft", "--down", "4,4,2", "--up", "1,2,2"],
    "dragonfly-plus": ["dragonfly-plus", "--leaves", "4", "--spines", "4", "--global-links", "1", "--cas", "2"],
    "damaged dragonfly-plus": ["dragonfly-plus", "--leaves", "4", "--spines", "4", "--global-links", "1", "--cas", "2",
                               "--fail-links", "2", "--aggregation", "20%", "--shuffle", "3"],
}


def conf(*engines, **options):
    """opensm.conf for some of Weft's engines, in this order and no others."""
    return {"event_plugin_name": "weft", "routing_engine": ",".join([*engines, "no_fallback"]), **options}


class Plan:
    """What `weft route` makes of the subnet that an opensm has found, or of an earlier plan for it."""

    OPTIONS = []

    def __init__(self, opensm, directory, live=None):
        self.directory = pathlib.Path(directory)
        engine = opensm.engines_used()[-1].removeprefix("weft-")
        weft("route", opensm.path("opensm-subnet.lst"), "--engine", engine, "-o", self.directory, *self.OPTIONS,
             *(["--live", live.directory] if live else []))
        self._read()

    @classmethod
    def of(cls, directory):
        """One that is in files."""
        plan = cls.__new__(cls)
        plan.directory = pathlib.Path(directory)
        plan._read()
        return plan

    def _read(self):
        self.tables = dumps.read_lfts(self.directory / "opensm-lfts.dump")
        self.sls = self._read_sls() if (self.directory / "psl.txt").exists() else {}

    def _read_sls(self):
        sls, row = {}, None
        with open(self.directory / "psl.txt", encoding="ascii") as psl:
            for line in psl:
                if match := re.match(r"Channel Adapter 0x[0-9a-f]+, base LID (\d+)", line):
                    row = sls[int(match[1])] = {}
                elif match := re.match(r"0x([0-9a-fA-F]+) : (\d+)", line):
                    row[int(match[1], 16)] = int(match[2])
        return sls

    def sl(self, source_lid, destination_lid):
        """On one lane the SL is left to the client, and 0 is what one gets who asks for none."""
        return self.sls[source_lid][destination_lid] if self.sls else 0

    def lanes(self):
        """The SLs in use, if there is a choice."""
        return {sl for row in self.sls.values() for sl in row.values()}


def expect_planned(opensm, plan):
    """OpenSM has the tables of the plan, and gives out its SLs; the plan's lanes are free of loops."""
    assert dumps.read_lfts(opensm.path("opensm-lfts.dump")) == plan.tables
    ends = dumps.Subnet(opensm.path("opensm-subnet.lst")).end_ports()
    pairs = [(source.lid, end.lid) for source in ends for end in ends if end != source]
    random.Random(1).shuffle(pairs)
    one_of_each_lane = {plan.sl(*pair): pair for pair in pairs}
    for pair in {*pairs[:12], *one_of_each_lane.values()}:
        assert path_sl(opensm.simulation, *pair) == plan.sl(*pair)
    for name in ("psl.txt", "slvl.txt"):
        pathlib.Path(opensm.path(name)).unlink(missing_ok=True)
        if plan.sls:
            shutil.copy(plan.directory / name, opensm.directory)
    verdict = dumps.ibdmchk(opensm.directory)
    assert verdict.all_routed()
    assert not verdict.credit_loop
    return plan


def expect_answered(opensm, plan):
    """Every pair has a path, and path records have nearly all the SLs of the plan."""
    for name in ("psl.txt", "slvl.txt"):
        pathlib.Path(opensm.path(name)).unlink(missing_ok=True)  # of the plan
    assert dumps.ibdmchk(opensm.directory).all_routed()
    lids = [end.lid for end in dumps.Subnet(opensm.path("opensm-subnet.lst")).end_ports()]
    pairs = random.Random(1).sample([(a, b) for a in lids for b in lids if a != b], 30)
    sls = [(path_sl(opensm.simulation, *pair), plan.sl(*pair)) for pair in pairs]
    assert all(now is not None for now, _ in sls)
    assert sum(now != before for now, before in sls) <= 3


@pytest.mark.parametrize("engine", ["dfsssp", "nue"])
def test_directors_are_routed_on_lanes(engine, fabrics, runs, tmp_path):
    opensm = runs.subnet(fabrics("built"), conf(f"weft-{engine}"), arguments=QOS)
    expect_planned(opensm, Plan(opensm, tmp_path / "plan"))
    assert set(opensm.engines_used()) == {f"weft-{engine}"}


@pytest.mark.parametrize("engine", ["lash", "dfsssp", "nue"])
@pytest.mark.parametrize("fabric", ["dragonfly-plus", "damaged dragonfly-plus"])
def test_a_dragonfly_plus_is_routed(engine, fabric, net, runs, tmp_path):
    opensm = runs.subnet(net(fabric), conf(f"weft-{engine}"), arguments=QOS)
    assert opensm.engines_used() == [f"weft-{engine}"]
    plan = expect_planned(opensm, Plan(opensm, tmp_path / "plan"))
    assert fabric != "dragonfly-plus" or len(plan.lanes()) < 2


@pytest.mark.parametrize("engine", ["weft-lash", "weft-dfsssp"])
@pytest.mark.parametrize("fabric", ["torus", "ring"])
def test_path_records_and_switches_have_the_lanes_of_the_plan(engine, fabric, net, runs, tmp_path):
    opensm = runs.subnet(net(fabric), conf(engine), arguments=QOS)
    assert opensm.engines_used() == [engine]
    assert opensm.errors() == []
    assert dumps.ibdmchk(opensm.directory).credit_loop  # if all were on one lane
    plan = expect_planned(opensm, Plan(opensm, tmp_path / "plan"))
    assert len(plan.lanes()) >= 2
    for end in links_between_switches(dumps.Subnet(opensm.path("opensm-subnet.lst")))[::9]:
        maps = sl2vl(opensm.simulation, end.lid, end.port)
        assert len(maps) > 4
        assert all(vls == in_hardware(STOCK_MAP) for vls in maps.values())


@pytest.mark.parametrize("engine", ["weft-lash", "weft-dfsssp"])
def test_sls_follow_the_administrators_map(engine, net, runs):
    """SLs 0 to 3 share a VL, and only the first SL of each VL is used."""
    qos_map = "0,0,0,0,1,1,1,1,2,2,2,2,3,3,3,15"
    opensm = runs.subnet(net("ring"), conf(engine, qos_sl2vl=qos_map), arguments=QOS)
    assert opensm.engines_used() == [engine]
    ends = dumps.Subnet(opensm.path("opensm-subnet.lst")).end_ports()
    sls = {path_sl(opensm.simulation, ends[0].lid, end.lid) for end in ends[1:]}
    sls |= {path_sl(opensm.simulation, ends[-1].lid, end.lid) for end in ends[:-1]}
    assert len(sls) >= 2
    assert sls <= {0, 4, 8, 12}


@pytest.mark.parametrize("engine", ["weft-lash", "weft-dfsssp"])
def test_without_qos_a_ring_is_left_to_the_next_engine(engine, net, runs):
    opensm = runs.subnet(net("ring"), conf(engine, "weft-minhop"))
    assert opensm.engines_used() == ["weft-minhop"]
    refusal = next(line for line in opensm.errors() if "lane" in line)
    assert engine in refusal
    assert re.search(r"\b2\b.*lane|lane.*\b2\b", refusal)  # so many would do
    assert re.search(r"\b1\b", refusal)  # and that is what there is


@pytest.mark.parametrize("engine", ["weft-lash", "weft-dfsssp", "weft-sssp"])
def test_without_qos_a_fat_tree_is_routed(engine, net, runs, tmp_path):
    opensm = runs.subnet(net("tree"), conf(engine))
    assert opensm.engines_used() == [engine]
    assert opensm.errors() == []
    plan = expect_planned(opensm, Plan(opensm, tmp_path / "plan"))
    assert not plan.sls
    ends = dumps.Subnet(opensm.path("opensm-subnet.lst")).end_ports()
    assert path_sl(opensm.simulation, ends[0].lid, ends[-1].lid, "--sl", 5) == 5


@pytest.mark.parametrize("engine", ["weft-lash", "weft-dfsssp"])
def test_a_ring_is_cut_and_closed(engine, net, runs, tmp_path):
    ibsim = runs.ibsim(net("ring"))
    opensm = runs.opensm(ibsim, conf(engine), arguments=QOS)
    whole = expect_planned(opensm, Plan(opensm, tmp_path / "whole"))
    assert len(whole.lanes()) == 2
    switch = ibsim.net.switches()[2]
    ibsim.unlink(switch.name, 1)
    opensm.settle()
    expect_planned(opensm, Plan(opensm, tmp_path / "cut", live=whole))
    ibsim.relink(switch.name, 1)
    opensm.settle()
    expect_planned(opensm, whole)
    assert set(opensm.engines_used()) == {engine}
    assert opensm.errors() == []


def test_a_torus_loses_a_link_and_a_switch(net, runs, tmp_path):
    ibsim = runs.ibsim(net("torus"))
    opensm = runs.opensm(ibsim, conf("weft-lash"), arguments=QOS)
    whole = expect_planned(opensm, Plan(opensm, tmp_path / "whole"))
    switches = ibsim.net.switches()
    ibsim.unlink(switches[0].name, 1)
    opensm.settle()
    expect_answered(opensm, whole)
    ibsim.unlink(switches[-1].name)
    opensm.settle()
    expect_answered(opensm, whole)
    ibsim.relink(switches[-1].name)
    ibsim.relink(switches[0].name, 1)
    opensm.settle()
    expect_planned(opensm, whole)
    assert set(opensm.engines_used()) == {"weft-lash"}
    # Trees that were mended need not fit beside the paths, nor SLs that connections have.
    allowed = ("possible between multicast groups on SL 0", "possible with connections that keep their old SLs")
    assert all(any(sentence in line for sentence in allowed) for line in opensm.errors())


def test_links_with_two_lanes_are_enough_for_a_ring(net, runs):
    """max_op_vls is 2 for VL0-1, and 1 for VL0 alone."""
    two = runs.subnet(net("ring"), conf("weft-lash", max_op_vls=2), arguments=QOS)
    assert two.engines_used() == ["weft-lash"]
    ends = dumps.Subnet(two.path("opensm-subnet.lst")).end_ports()
    sls = {path_sl(two.simulation, source.lid, end.lid)
           for source in ends[::3] for end in ends if end != source}
    assert sls == {0, 1}

    one = runs.subnet(net("ring"), conf("weft-lash", "weft-minhop", max_op_vls=1), arguments=QOS)
    assert one.engines_used() == ["weft-minhop"]
    assert any("weft-lash" in line and "lane" in line for line in one.errors())


@pytest.mark.parametrize("engine", ["weft-lash", "weft-dfsssp"])
def test_groups_reach_their_members(engine, net, runs):
    ibsim = runs.ibsim(net("torus"))
    opensm = runs.opensm(ibsim, conf(engine), arguments=QOS)
    groups = Groups(ibsim, opensm)
    members = random.Random(2).sample(ibsim.net.hosts(), 9)
    for host in members:
        mlid = groups.ask(host, "ff12:401b:ffff::9")
    groups.expect(mlid, members)
    assert opensm.errors() == []
    assert opensm.stop() == 0
    assert not dumps.ibdmchk(opensm.directory).multicast_faults
