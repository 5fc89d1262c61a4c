"""Multicast groups of a simulated subnet: joins ports, and follows packets through the switches."""

import collections
import pathlib
import re
import sys
import time

import dumps

CLIENT = pathlib.Path(__file__).with_name("join_group.py")


class Groups:
    """Joins ports to groups, and follows packets through the switches' multicast tables."""

    def __init__(self, ibsim, opensm):
        self.ibsim = ibsim
        self.opensm = opensm
        self.sm_host = ibsim.net.hosts()[0]
        self.refresh()

    def refresh(self):
        """After a sweep: reads what OpenSM knows of the subnet."""
        self.subnet = dumps.Subnet(self.opensm.path("opensm-subnet.lst"))
        self.ends = {end.node_guid: end for end in self.subnet.end_ports()}

    def ask(self, host, mgid, *leave):
        """Joins or leaves; returns the group's MLID."""
        lid = self.ends[self.sm_host.guid].lid
        result = self.ibsim.run(
            sys.executable, CLIENT, lid, hex(self.ends[host.guid].port_guid), mgid, *leave, host=host.name
        )
        assert result.returncode == 0, result.stderr
        return int(result.stdout, 16)

    def tables(self, mlid):
        """The ports that each switch sends a group's packets to: {GUID: {port}}, from the switches."""
        ports, guid = collections.defaultdict(set), None
        for line in self.ibsim.run("dump_fts", "-M").stdout.splitlines():
            if match := re.match(r"Multicast mlids .* guid 0x([0-9a-f]+)", line):
                guid = int(match[1], 16)
            elif line.startswith(f"0x{mlid:04x} "):
                # Two columns a port, behind twelve.
                ports[guid] = {(i - 12) // 2 for i, mark in enumerate(line) if i >= 12 and mark == "x"}
        return ports

    def delivered(self, mlid, sender):
        """The GUIDs of the ports that a packet arrives at, each as often as it arrives there."""
        tables = self.tables(mlid)
        first = self.subnet.links[self.ends[sender.guid]]
        queue, seen, arrived = [(first.node_guid, first.port)], set(), []
        while queue:
            switch, came_from = queue.pop()
            assert switch not in seen, f"two ways lead to switch 0x{switch:x}: the packet circulates"
            seen.add(switch)
            for port in tables[switch] - {came_from, 0}:
                peer = self.subnet.peer(switch, port)
                assert peer is not None, f"switch 0x{switch:x} sends into port {port} without a link"
                if peer.is_switch:
                    queue.append((peer.node_guid, peer.port))
                else:
                    arrived.append(peer.port_guid)
        return sorted(arrived)

    def expect(self, mlid, members):
        """Waits until a packet of each member arrives once at each other member, and nowhere else."""
        for sender in (members[0], members[-1]):
            wanted = sorted(self.ends[m.guid].port_guid for m in members if m is not sender)
            deadline = time.monotonic() + 10
            while (arrived := self.delivered(mlid, sender)) != wanted and time.monotonic() < deadline:
                time.sleep(0.1)
            assert arrived == wanted
