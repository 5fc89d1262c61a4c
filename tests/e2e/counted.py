"""What the ports of a routed fabric would count of some traffic, as the tools print it."""

import collections
import time

import dumps

RATE = 4_000_000_000  # octets a second of 4xQDR
TICK = 8  # octets that a port could have sent in one of PortXmitWait

# By counter: as perfquery prints it, OpenSM's performance manager, infiniband_exporter, and ibdiagnet.
NAMES = {
    "xmit_data": ("PortXmitData", "xmit_data", "transmit_data_bytes_total", "PortXmitDataExtended"),
    "rcv_data": ("PortRcvData", "rcv_data", "receive_data_bytes_total", "PortRcvDataExtended"),
    "xmit_wait": ("PortXmitWait", "xmit_wait", "transmit_wait_total", "PortXmitWaitExt"),
    "symbol_errors": ("SymbolErrorCounter", "symbol_err_cnt", "symbol_error_total", "SymbolErrorCounterExt"),
    "link_downed": ("LinkDownedCounter", "link_downed", "link_downed_total", "LinkDownedCounterExt"),
}


class Counted:
    """Counters of all ports of a folder that weft route wrote; all are 0 at first."""

    def __init__(self, routed):
        self.subnet = dumps.Subnet(routed / "opensm-subnet.lst")
        self.tables = dumps.read_lfts(routed / "opensm-lfts.dump")
        self.hosts = {end.description: end for end in self.subnet.end_ports()}
        self.counters = collections.defaultdict(lambda: dict.fromkeys(NAMES, 0))  # by End

    def path(self, source, destination):
        """The sending ports on the way from one host to another."""
        hops = dumps.route(self.tables, self.subnet, self.hosts[source], self.hosts[destination].lid)
        return [self.hosts[source], *(self.subnet.end(*hop) for hop in hops)]

    def send(self, source, destination, octets):
        for end in self.path(source, destination):
            self.counters[end]["xmit_data"] += octets
            self.counters[self.subnet.links[end]]["rcv_data"] += octets

    def all_to_all(self, octets):
        for source in self.hosts:
            for destination in self.hosts:
                if source != destination:
                    self.send(source, destination, octets)

    def wait(self, end, seconds):
        self.counters[end]["xmit_wait"] += seconds * RATE // TICK

    def add(self, end, counter, value):
        self.counters[end][counter] += value

    def ports(self):
        """(End, its counters as the tools have them: data in words of four octets)."""
        for end in sorted(self.subnet.links, key=lambda end: (end.node_guid, end.port)):
            values = dict(self.counters[end])
            for name in ("xmit_data", "rcv_data"):
                values[name] //= 4
            yield end, values

    def perfquery(self):
        return "".join(
            f"# Port extended counters: Lid {end.lid} port {end.port} (CapMask: 0x5300 CapMask2: 0x0000002)\n"
            f"PortSelect:......................{end.port}\nCounterSelect:...................0x0000\n"
            + "".join(f"{NAMES[name][0] + ':':.<33}{value}\n" for name, value in values.items())
            for end, values in self.ports())

    def exporter(self):
        lines = []
        for number, name in enumerate(NAMES):
            for end, values in self.ports():
                kind = "switch" if end.is_switch else "hca"
                value = values[name] * (4 if name.endswith("data") else 1)
                lines.append(f'infiniband_{kind}_port_{NAMES[name][2]}{{guid="0x{end.node_guid:016x}",port="{end.port}"}} '
                             f"{value:.17g}\n")
            lines.insert(0, f"# TYPE infiniband_switch_port_{NAMES[name][2]} counter\n# HELP number {number}\n")
        return "".join(lines)

    def performance_manager(self, seconds):
        """The file for machines, as of so many seconds of 2023."""
        when = time.asctime(time.gmtime(1_700_000_000 + seconds))
        columns = ["Name", "GUID", "Active", "Port", "Last Reset", "Last Error Update", "Last Data Update",
                   *(NAMES[name][1] for name in NAMES)]
        nodes = collections.defaultdict(list)
        for end, values in self.ports():
            nodes[end.node_guid].append([end.description, f"0x{end.node_guid:x}", "TRUE", end.port, when, when, when,
                                         *values.values()])
        return "".join("\n" + "\n".join("\t".join(map(str, row)) for row in [columns, *rows]) + "\n"
                       for rows in nodes.values())

    def ibdiagnet(self):
        rows = [["NodeGUID", "PortGUID", "PortNumber", *(NAMES[name][3] for name in NAMES)]]
        rows += [[f"0x{end.node_guid:016x}", f"0x{end.port_guid:016x}", end.port, *values.values()]
                 for end, values in self.ports()]
        return "START_PM_INFO\n" + "".join(",".join(map(str, row)) + "\n" for row in rows) + "END_PM_INFO\n"

    def ibqueryerrors(self):
        """With --data: of each port its data, and errors where there are any."""
        return "".join(
            f"Errors for 0x{end.node_guid:x} \"{end.description}\"\n   GUID 0x{end.port_guid:x} port {end.port}:"
            + "".join(f" [{NAMES[name][0]} == {value} ({value / 1024:.3f}K)]" for name, value in values.items() if value)
            + "\n" for end, values in self.ports())
