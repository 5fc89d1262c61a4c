"""Slurm's topology.conf and topology.yaml, read strictly: what Slurm itself takes with a warning is an error here."""

import re

import yaml

NAME = re.compile(r"[A-Za-z0-9._-]{1,64}")


def hosts_of(text):
    """The names of a hostlist, in its order, as Slurm writes them out: a range has the width of its first number."""
    names = []
    for part in re.findall(r"(?:[^,\[]|\[[^\]]*\])+", text):
        found = re.fullmatch(r"([A-Za-z0-9._-]+)(?:\[([0-9,-]+)\])?", part)
        assert found, part
        if not found[2]:
            names.append(found[1])
            continue
        assert not found[1][-1].isdigit() or len(found[2].partition("-")[0].partition(",")[0]) == 9, part
        for numbers in found[2].split(","):
            first, _, last = numbers.partition("-")
            assert not last or int(first) < int(last), part
            names += [f"{found[1]}{n:0{len(first)}}" for n in range(int(first), int(last or first) + 1)]
    return names


class Tree:
    """leaves: hosts by leaf switch; children: by switch above; roots. What is wrong with it fails."""

    def __init__(self, switches):
        self.leaves = {name: hosts_of(text) for name, (key, text) in switches.items() if key == "Nodes"}
        self.children = {name: hosts_of(text) for name, (key, text) in switches.items() if key == "Switches"}
        assert switches and all(NAME.fullmatch(name) for name in switches)
        hosts = [host for leaf in self.leaves.values() for host in leaf]
        assert all(self.leaves.values()) and all(len(below) > 1 for below in self.children.values())
        assert len(hosts) == len(set(hosts)), "a host is there twice"
        below = [child for children in self.children.values() for child in children]
        assert set(below) <= set(switches) and len(below) == len(set(below)), "a switch has several parents, or is not there"
        self.roots = [name for name in switches if name not in below]
        self.hosts = set(hosts)
        reached = [host for root in self.roots for host in self.hosts_below(root)]
        assert sorted(reached) == sorted(hosts)

    def hosts_below(self, name):
        if name in self.leaves:
            return self.leaves[name]
        return [host for child in self.children[name] for host in self.hosts_below(child)]

    def leaf_of(self, host):
        return next(name for name, hosts in self.leaves.items() if host in hosts)


def read_conf(text):
    switches = {}
    for line in text.splitlines():
        if line.startswith("#"):
            continue
        found = re.fullmatch(r"SwitchName=(\S+) (Nodes|Switches)=(\S+)", line)
        assert found, line
        assert found[1] not in switches, "a switch is there twice"
        switches[found[1]] = found[2], found[3]
    return Tree(switches)


def topology_of(text, kind):
    """The one topology of a topology.yaml."""
    [topology] = yaml.safe_load(text)
    assert set(topology) == {"topology", "cluster_default", kind} and topology["cluster_default"] is True
    return topology[kind]


def read_yaml(text):
    keys = {"nodes": "Nodes", "children": "Switches"}
    switches = {}
    for switch in topology_of(text, "tree")["switches"]:
        [(key, value)] = [item for item in switch.items() if item[0] != "switch"]
        assert switch["switch"] not in switches
        switches[switch["switch"]] = keys[key], value
    return Tree(switches)


def read_blocks(text):
    """Hosts by block, and the sizes."""
    *lines, sizes = [line for line in text.splitlines() if not line.startswith("#")]
    blocks = {}
    for line in lines:
        found = re.fullmatch(r"BlockName=(\S+) Nodes=(\S+)", line)
        assert found and NAME.fullmatch(found[1]) and found[1] not in blocks, line
        blocks[found[1]] = hosts_of(found[2])
    found = re.fullmatch(r"BlockSizes=([0-9,]+)", sizes)
    numbers = [int(size) for size in found[1].split(",")]
    for size, larger in zip(numbers, numbers[1:]):
        ratio = larger // size
        assert larger % size == 0 and ratio > 1 and ratio & (ratio - 1) == 0
    hosts = [host for block in blocks.values() for host in block]
    assert len(hosts) == len(set(hosts)) and all(len(block) >= numbers[0] for block in blocks.values())
    return blocks, numbers
