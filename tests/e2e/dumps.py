"""Reads ibsim's .net files and what `opensm -D 0x43` writes, and asks ibdmchk about it."""

import dataclasses
import os
import re
import subprocess


@dataclasses.dataclass
class Node:
    name: str
    is_switch: bool
    ports: int
    guid: int
    links: dict  # port -> (name of the neighbour, its port)
    description: str


class Net:
    """A .net file, as ibsim reads it."""

    def __init__(self, path):
        self.path = str(path)
        self.nodes = {}
        guid, node = 0, None
        with open(path, encoding="utf-8", errors="replace") as file:
            for line in file:
                if match := re.match(r"(?:switch|ca|rt)guid=(?:0x)?([0-9a-fA-F]+)", line):
                    guid = int(match[1], 16)
                elif match := re.match(r'(Switch|Hca|Ca|Rt|Router)\s+(\d+)\s+"([^"]*)"(?:\s*#\s*"(.*?)")?', line):
                    node = Node(match[3], match[1] == "Switch", int(match[2]), guid, {}, match[4] or match[3])
                    self.nodes[node.name] = node
                elif match := re.match(r'\[(\d+)\](?:\([^)]*\))?\s+"([^"]*)"\s*\[(\d+)\]', line):
                    node.links[int(match[1])] = (match[2], int(match[3]))

    def hosts(self):
        return [node for node in self.nodes.values() if not node.is_switch and node.links]

    def switches(self):
        return [node for node in self.nodes.values() if node.is_switch]

    def by_guid(self, guid):
        return next(node for node in self.nodes.values() if node.guid == guid)


@dataclasses.dataclass(frozen=True)
class End:
    """One end of a link of opensm-subnet.lst."""

    is_switch: bool
    node_guid: int
    port_guid: int
    description: str
    lid: int  # base LID
    port: int
    lmc: int = 0

    @property
    def lids(self):
        return range(self.lid, self.lid + (1 << self.lmc))


_END = (
    r"\{ (\S+) Ports:\w+ SystemGUID:\w+ NodeGUID:(\w+) PortGUID:(\w+) VenID:\w+ DevID:\w+ Rev:\w+ "
    r"\{(.*?)\} LID:(\w+) PN:(\w+) \}"
)


class Subnet:
    """opensm-subnet.lst, which does not tell the LMC of its CAs and routers; switches have one LID."""

    def __init__(self, path, lmc=0):
        self.links = {}  # End -> End, both ways
        self._ends = {}  # (node GUID, port) -> End
        with open(path, encoding="utf-8", errors="replace") as file:
            for line in file:
                ends = [
                    End(kind == "SW", int(node, 16), int(port, 16), text, int(lid, 16), int(number, 16),
                        0 if kind == "SW" else lmc)
                    for kind, node, port, text, lid, number in re.findall(_END, line)
                ]
                if len(ends) == 2:
                    self.links[ends[0]] = ends[1]
                    self.links[ends[1]] = ends[0]
        for end in self.links:
            self._ends[end.node_guid, end.port] = end

    def end_ports(self):
        """The CA and router ports, in the order of their LIDs."""
        return sorted((end for end in self.links if not end.is_switch), key=lambda end: end.lid)

    def switch_guids(self):
        return {end.node_guid for end in self.links if end.is_switch}

    def end(self, node_guid, port):
        """The end of a link at this port, or None."""
        return self._ends.get((node_guid, port))

    def peer(self, node_guid, port):
        """The other end of the link at this port, or None."""
        return self.links.get(self.end(node_guid, port))


def read_lfts(path):
    """opensm-lfts.dump: {switch GUID: {LID: port}}; a LID without a path is not in it."""
    tables, row = {}, None
    with open(path, encoding="utf-8", errors="replace") as file:
        for line in file:
            if match := re.match(r"Unicast lids .* guid 0x([0-9a-f]+)", line):
                row = tables[int(match[1], 16)] = {}
            elif match := re.match(r"0x([0-9a-f]+) (\d+)\b", line):
                if int(match[2]) != 255:
                    row[int(match[1], 16)] = int(match[2])
    return tables


def read_sl2vl(path):
    """slvl.txt: {(switch GUID, port in, port out): the VL of each SL}; nothing if there is no such file."""
    maps = {}
    if os.path.exists(path):
        with open(path, encoding="ascii") as file:
            for line in file:
                guid, port_in, port_out, *vls = line.split()
                maps[int(guid, 16), int(port_in), int(port_out)] = [
                    nibble for byte in vls for nibble in divmod(int(byte, 16), 16)]
    return maps


def route(tables, subnet, source, destination_lid):
    """The switch ports [(switch GUID, port)] on the way from a CA port to a LID of another one."""
    path, here = [], subnet.links[source]
    while len(path) <= len(tables):
        port = tables[here.node_guid][destination_lid]
        path.append((here.node_guid, port))
        here = subnet.peer(here.node_guid, port)
        if here is None or not here.is_switch:
            return path
    raise AssertionError(f"a forwarding loop on the way to LID {destination_lid}")


def connected_without(subnet, switch_guid, port):
    """Whether all switches can still reach each other when one link is cut."""
    other = subnet.peer(switch_guid, port)
    cut = {(switch_guid, port), (other.node_guid, other.port)}
    neighbours = {guid: set() for guid in subnet.switch_guids()}
    for end, peer in subnet.links.items():
        if end.is_switch and peer.is_switch and (end.node_guid, end.port) not in cut:
            neighbours[end.node_guid].add(peer.node_guid)
    reached, stack = {switch_guid}, [switch_guid]
    while stack:
        new = neighbours[stack.pop()] - reached
        reached |= new
        stack += new
    return len(reached) == len(neighbours)


@dataclasses.dataclass
class Verdict:
    """What ibdmchk says."""

    text: str
    pairs: int = 0
    missing: int = 0
    credit_loop: bool = False
    multicast_faults: bool = False

    def all_routed(self):
        return self.pairs > 0 and self.missing == 0


def ibdmchk(directory):
    """Its verdict on a subnet with LMC 0: it knows only subnets in which switches have path bits too.

    Its exit status means nothing: it dies of a fault while it tears down, after the verdict. And it
    counts ports behind the end of an array where switches have more than some 50: with an own page for
    each larger piece of memory nothing is there to be hit. Without a psl.txt and an slvl.txt in the
    directory it takes all paths to be on one lane.
    """
    arguments = ["ibdmchk"]
    for option, name in (("-s", "opensm-subnet.lst"), ("-f", "opensm.fdbs"), ("-m", "opensm.mcfdbs"),
                         ("-c", "psl.txt"), ("-d", "slvl.txt")):
        path = os.path.join(directory, name)
        if option in ("-s", "-f", "-m") or os.path.exists(path):
            arguments += [option, path]
    text = subprocess.run(
        arguments,
        env={**os.environ, "MALLOC_MMAP_THRESHOLD_": "64"},
        cwd=directory,
        capture_output=True,
        text=True,
        errors="replace",
        timeout=300,
    ).stdout
    verdict = Verdict(text)
    if match := re.search(r"-I- Scanned:(\d+) CA to CA paths", text):
        verdict.pairs = int(match[1])
    if match := re.search(r"-E- Found (\d+) missing paths out of:(\d+)", text):
        verdict.missing, verdict.pairs = int(match[1]), int(match[2])
    verdict.credit_loop = "Found credit loop" in text or "Potential Credit Loop" in text
    verdict.multicast_faults = "Some Multicast Groups Routing Check Failed" in text
    return verdict
