"""With the same torus-2QoS.conf and weft_balance switch, a first sweep gives what stock's torus-2QoS gives:
tables, SLs of paths, SL2VL maps and coordinates, byte for byte; of parallel links any one.

A list in a minute; WEFT_LONG=1, which make check-long sets, adds larger fabrics.
"""

import dataclasses
import itertools
import os
import pathlib
import random
import re
import sys

import pytest

import dumps
from conftest import weft

STOCK = {"routing_engine": "torus-2QoS,no_fallback"}
WEFT = {"event_plugin_name": "weft", "routing_engine": "weft-torus-2QoS,no_fallback", "weft_balance": "switch"}
PATH_SLS = pathlib.Path(__file__).with_name("path_sls.py")
PATHS = 600  # asked for in each fabric
DUMPS = ("opensm-torus.dump", "opensm-lfts.dump", "opensm-sl2vl.dump")


@dataclasses.dataclass(frozen=True)
class Case:
    radices: str                 # of the file: "5 3m 4"
    cas: int = 1                 # at each switch
    links: int = 1               # between neighbours
    shuffle: int = 0             # GUIDs in random order
    seeds: tuple = ("0,0,0",)    # where the switches of the file's seeds are
    datelines: bool = True       # the file says where its seeds are; if not, each would be at 0,0,0
    lines: str = ""              # of the file as well
    cuts: tuple = ()             # links "x,y,z d", from there one up in dimension d, all parallel ones
    thinned: tuple = ()          # the same, one link of several
    dead: tuple = ()             # switches
    options: dict = dataclasses.field(default_factory=dict)

    def sizes(self):
        return [int(re.match(r"\d+", radix)[0]) for radix in self.radices.split()]

    def is_mesh(self, dimension):
        return self.sizes()[dimension] == 2 or self.radices.split()[dimension].endswith("m")


CASES = {
    "4x4": Case("4 4 1", cas=3),
    "4x4 in y and z": Case("1 4 4", cas=2, shuffle=2),
    "4x4x4": Case("4 4 4", cas=2, shuffle=1),
    "5x4x3": Case("5 4 3", cas=2),
    "mesh 4x3x2": Case("4m 3m 2", cas=2),
    "mixed": Case("5 3m 4", shuffle=3),
    "6x6x6": Case("6 6 6"),
    "two links": Case("8 8 1", cas=3, links=2, shuffle=4),
    "three links, LMC 1, order of ports": Case("5 3 1", cas=4, links=3, lines="port_order 14 16 15 13 3\n",
                                               options={"lmc": 1}),
    "seeds": Case("5 4 3", seeds=("1,2,1", "4,0,2"), dead=("1,2,1",)),
    "neither is at the origin": Case("4 5 3", seeds=("2,3,1",), datelines=False, cuts=("2,4,0 0", "3,3,1 1")),
    "a ring without a link": Case("6 5 1", cas=2, cuts=("5,0,0 0",)),
    "a link of some rings": Case("5 4 3", cas=2, shuffle=5,
                                 cuts=("0,0,0 0", "4,2,2 0", "1,2,0 1", "3,1,1 2", "3,3,2 2")),
    "one of two links": Case("5 4 1", cas=3, links=2, thinned=("0,0,0 0", "2,1,0 1", "4,3,0 0"),
                             cuts=("1,2,0 0",)),
    "a switch of a plane": Case("5 5 1", cas=2, dead=("2,3,0",)),
    "a switch": Case("4 4 4", dead=("1,3,2",)),
    "a switch at a dateline": Case("5 4 3", shuffle=6, dead=("4,3,0",), cuts=("1,1,1 0",)),
    "two switches along z": Case("4 3 5", cas=2, dead=("2,1,4", "2,1,0")),
    "a whole column along z": Case("5 4 3", dead=("2,1,0", "2,1,1", "2,1,2")),
    "every ring of a dimension without a link": Case("5 3 1", cas=2, cuts=("4,0,0 0", "1,1,0 0", "4,2,0 0")),
    "a corner of a mesh": Case("4m 3m 2", dead=("3,2,1",)),
}
LONG_CASES = {
    "8x8x8": Case("8 8 8", cas=2, shuffle=7),
    "6x6x6, a link of some rings": Case("6 6 6", cas=2, shuffle=8,
                                        cuts=("5,0,0 0", "2,3,4 1", "0,5,1 1", "3,3,3 2")),
    "6x6x6, a switch": Case("6 6 6", cas=2, dead=("3,5,0",)),
    "6x6x6, a switch and links": Case("6 6 6", dead=("3,5,0",), cuts=("0,0,0 0", "1,1,1 1", "4,4,4 2")),
    "6x6x6, two switches along z": Case("6 6 6", shuffle=9, dead=("0,0,2", "0,0,3"), seeds=("3,3,3",)),
    "7x5 of four links": Case("7 5 1", cas=8, links=4, thinned=("3,3,0 0",), lines="port_order 24 22 20 18\n"),
    "long rings": Case("3 30 1", cas=2, seeds=("1,7,0",), cuts=("0,29,0 1", "2,3,0 1")),
    "mesh 9x6": Case("9m 6m 1", cas=2, links=2, shuffle=10),
}
if os.environ.get("WEFT_LONG"):
    CASES |= LONG_CASES


class Torus:
    """The fabric of a case, and which of its switches is where."""

    def __init__(self, case, directory):
        self.case = case
        self.sizes = case.sizes()
        self.extended = [d for d in range(3) if self.sizes[d] > 1]
        path = directory / "fabric.net"
        weft("generate", "torus", "--dims", ",".join(str(self.sizes[d]) for d in self.extended),
             "--cas", case.cas, "--links", case.links,
             *(["--shuffle", case.shuffle] if case.shuffle else []), "-o", path)
        self.net = dumps.Net(path)
        self.names = {}
        text = path.read_text(encoding="utf-8")
        for name, place in re.findall(r'^Switch\s+\d+\s+"([^"]+)"\s+# "switch \(([\d,]+)\)"', text, re.MULTILINE):
            coordinates = [0, 0, 0]
            for d, coordinate in zip(self.extended, place.split(",")):
                coordinates[d] = int(coordinate)
            self.names[tuple(coordinates)] = name

    def places(self):
        """{GUID: coordinates} of the switches that are not dead."""
        dead = {coordinates(place) for place in self.case.dead}
        return {self.net.nodes[name].guid: place for place, name in self.names.items() if place not in dead}

    def neighbour(self, place, d, step):
        return (*place[:d], (place[d] + step) % self.sizes[d], *place[d + 1:])

    def ports(self, place, d):
        """(switch, port) of the links one up in a dimension."""
        above = self.names[self.neighbour(place, d, 1)]
        links = self.net.nodes[self.names[place]].links
        return [(self.names[place], port) for port, (peer, _) in sorted(links.items()) if peer == above]

    def links_to_cut(self):
        for d in self.extended:
            if self.case.is_mesh(d) and self.sizes[d] > 2:
                for place in self.names:
                    if place[d] == self.sizes[d] - 1:
                        yield from self.ports(place, d)
        for links in self.case.cuts:
            yield from self.ports(*link(links))
        for links in self.case.thinned:
            yield self.ports(*link(links))[0]

    def damage(self, ibsim):
        for name, port in self.links_to_cut():
            ibsim.unlink(name, port)
        for place in self.case.dead:
            ibsim.unlink(self.names[coordinates(place)])

    def seed_lines(self, place):
        """Links up, or down where the place is the upper half of its dimension; both in rings of 4."""
        def guid(at):
            return f"0x{self.net.nodes[self.names[at]].guid:016x}"

        for d in self.extended:
            size = self.sizes[d]
            both = size == 4 and not self.case.is_mesh(d)
            for sign, step in (("p", 1), ("m", -1)):
                if both or (step < 0) == (place[d] >= size // 2):
                    yield f"{'xyz'[d]}{sign}_link {guid(place)} {guid(self.neighbour(place, d, step))}\n"
            if self.case.datelines:
                yield f"{'xyz'[d]}_dateline {-place[d]}\n"

    def conf(self):
        """The torus-2QoS.conf."""
        seeds = ["".join(self.seed_lines(coordinates(seed))) for seed in self.case.seeds]
        return f"torus {self.case.radices}\n" + "next_seed\n".join(seeds) + self.case.lines


def coordinates(text):
    return tuple(map(int, text.split(",")))


def link(text):
    place, d = text.split()
    return coordinates(place), int(d)


def places(lines):
    """The same of an opensm-torus.dump."""
    matches = (re.match(r"switch (\S+) GUID 0x(\w+) ", line) for line in lines)
    return {int(match[2], 16): coordinates(match[1]) for match in matches}


def path_sls(ibsim, subnet):
    """The answers to queries for some paths between LIDs, those of switches too."""
    lids = {end.node_guid: end.lid for end in subnet.links}
    pairs = list(itertools.permutations(sorted(lids.values()), 2))
    pairs = random.Random(1).sample(pairs, min(len(pairs), PATHS))
    answers = ibsim.run(sys.executable, PATH_SLS, lids[ibsim.net.hosts()[0].guid],
                        *(f"{source}:{target}" for source, target in pairs))
    assert answers.returncode == 0, answers.stderr
    return [f"{pair}: {answer}" for pair, answer in zip(pairs, answers.stdout.splitlines(), strict=True)]


def outcome(runs, torus, directory, options):
    """What opensm writes and answers, as lines, and the one engine that has routed."""
    conf = directory / "torus-2QoS.conf"
    conf.write_text(torus.conf(), encoding="utf-8")
    ibsim = runs.ibsim(torus.net)
    torus.damage(ibsim)
    opensm = runs.opensm(ibsim, {**options, "torus_config": conf, "qos": "TRUE", **torus.case.options})
    sls = path_sls(ibsim, dumps.Subnet(opensm.path("opensm-subnet.lst")))
    assert opensm.stop() == 0
    engine, = opensm.engines_used()
    lines = {name: pathlib.Path(opensm.path(name)).read_text(encoding="utf-8").splitlines() for name in DUMPS}
    if torus.case.links > 1:
        lines["opensm-lfts.dump"] = neighbours(torus.net, dumps.read_lfts(opensm.path("opensm-lfts.dump")))
    return engine, {"SLs": sls, **lines}


def neighbours(net, tables):
    """Where entries lead to: LIDs take turns over parallel links in the order in which stock finds switches."""
    switches = {node.guid: node for node in net.switches()}
    return [f"{guid:x} {lid}: {switches[guid].links.get(port, port)[0] if port else port}"
            for guid, row in sorted(tables.items()) for lid, port in sorted(row.items())]


def differences(first, second):
    return [pair for pair in itertools.zip_longest(first, second) if pair[0] != pair[1]]


@pytest.mark.parametrize("case", CASES.values(), ids=CASES.keys())
def test_everything_is_as_with_stock(case, runs, tmp_path):
    torus = Torus(case, tmp_path)
    engine, stock = outcome(runs, torus, tmp_path, STOCK)
    assert engine == "torus-2QoS"
    assert len(stock["opensm-torus.dump"]) == len(torus.places())
    if case.datelines:
        assert places(stock["opensm-torus.dump"]) == torus.places()
    assert not any("none" in line for line in stock["SLs"])
    engine, ours = outcome(runs, torus, tmp_path, WEFT)
    assert engine == "weft-torus-2QoS"
    for what, lines in stock.items():
        assert differences(lines, ours[what])[:5] == [], what


@pytest.mark.parametrize("what, change", [
    ("opensm-torus.dump", {"seeds": ("2,1,0",), "datelines": False}),
    ("SLs", {"seeds": ("2,1,0",), "datelines": False}),
], ids=["seed", "datelines"])
def test_a_line_of_the_file_changes_what_stock_does(what, change, runs, tmp_path):
    """So the test above tells whether Weft follows it."""
    plain = Case("5 3 1", cas=4, links=2)
    first, second = (outcome(runs, Torus(case, tmp_path), tmp_path, STOCK)[1][what]
                     for case in (plain, dataclasses.replace(plain, **change)))
    assert differences(first, second)


@pytest.mark.parametrize("text, reason", [
    (None, ": cannot be read: No such file or directory"),
    ("torus 5 3 1\nxp_lnk 1 2\n", ":2: 'xp_lnk' is no keyword"),
], ids=["missing", "mistaken"])
def test_without_its_file_the_engine_refuses(text, reason, runs, tmp_path):
    conf = tmp_path / "torus-2QoS.conf"
    if text is not None:
        conf.write_text(text, encoding="utf-8")
    options = {**WEFT, "routing_engine": "weft-torus-2QoS,weft-minhop", "qos": "TRUE", "torus_config": conf}
    opensm = runs.subnet(Torus(Case("5 3 1"), tmp_path).net, options)
    assert opensm.engines_used() == ["weft-minhop"]
    assert f"torus_config: {conf}{reason}" in opensm.log()
