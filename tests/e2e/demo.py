"""What `quickstart demo` shows: the stock opensm routing a simulated fabric with Weft.

    demo.py BUILD_DIRECTORY [FABRIC]

Exits 1 if anything that it shows is not as it should be. Everything that it starts ends with it, also
when it is interrupted.
"""

import json
import os
import pathlib
import re
import signal
import subprocess
import sys
import tempfile
import time

import dumps
import simulation

ENGINE = "weft-minhop"
SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


class Wrong(Exception):
    """Something that the demo shows is not as it should be."""


class Demo:
    def __init__(self, build, directory):
        self.build = pathlib.Path(build).resolve()
        self.directory = pathlib.Path(directory)
        self.faults = 0

    def weft(self, *arguments, accepted=(0,)):
        result = subprocess.run(
            [str(self.build / "weft"), *map(str, arguments)], capture_output=True, text=True, timeout=300
        )
        if result.returncode not in accepted:
            raise Wrong(f"weft {' '.join(map(str, arguments))}\n{result.stdout}{result.stderr}")
        return result.stdout

    def expect(self, good, text):
        """Says what was found, and remembers if it is wrong."""
        if not good:
            self.faults += 1
        print(f"  {text}" + ("" if good else "   <-- WRONG"))

    def run(self, fabric):
        net = self.prepare(fabric)
        with simulation.Simulation(net, self.directory) as ibsim:
            options = {"event_plugin_name": ENGINE, "routing_engine": f"{ENGINE},no_fallback"}
            with simulation.OpenSm(ibsim, options, libraries=self.build / ".libs") as opensm:
                opensm.settle(timeout=300)
                self.show_engine(opensm)
                self.show_tables("The tables, as opensm dumped them")
                self.show_routes(ibsim, opensm)
                status = opensm.stop()
                heading("The end")
                self.expect(status == 0, f"opensm ended with status {status}")
        print("  ibsim is stopped; nothing is left running")
        return self.faults == 0

    def prepare(self, fabric):
        """Writes the fabric as ibsim reads it."""
        heading("Fabric")
        if fabric is None:
            fabric = self.directory / "tree.net"
            print("  weft generate xgft --down 4,4,4 --up 1,2,2: a fat tree of three levels")
            self.weft("generate", "xgft", "--down", "4,4,4", "--up", "1,2,2", "-o", fabric)
        else:
            print(f"  {fabric}")
        offline = self.directory / "offline"
        offline.mkdir()
        report = json.loads(self.weft("route", fabric, "--engine", "minhop", "-o", offline, "--json"))
        found = report["fabric"]
        print(f"  {found['switches']} switches, {found['cas']} CAs, {found['links']} links between switches"
              f" and to CAs, {found['lids']} LIDs")
        return dumps.Net(offline / "fabric.net")

    def show_engine(self, opensm):
        heading("Engine, from the log of the stock opensm")
        lines = opensm.log().splitlines()
        configured = [line for line in lines if "tables configured on all switches" in line]
        routed = [line for line in lines if re.search(rf"{ENGINE}: .* ms", line)]
        self.expect(opensm.engines_used()[-1:] == [ENGINE], message(configured))
        self.expect(len(routed) > 0, message(routed))

    def show_tables(self, title):
        heading(title)
        report = json.loads(
            self.weft("check", self.directory / "opensm-subnet.lst", "--lfts",
                      self.directory / "opensm-lfts.dump", "--json", accepted=(0, 1))
        )
        loop = report["credit_loop"]
        self.expect(
            report["unreachable_pairs"] == 0 and report["forwarding_loops"] == 0,
            f"weft check: {report['unreachable_pairs']} pairs without a path,"
            f" {report['forwarding_loops']} forwarding loops, "
            + (f"a credit loop over {len(loop)} channels (min-hop does not promise to have none)"
               if loop else "no credit loop"),
        )
        verdict = dumps.ibdmchk(self.directory)
        self.expect(
            verdict.all_routed(),
            f"ibdmchk:    {verdict.missing} of {verdict.pairs} CA pairs without a path, "
            + ("a credit loop" if verdict.credit_loop else "no credit loop"),
        )

    def show_routes(self, ibsim, opensm):
        subnet = dumps.Subnet(self.directory / "opensm-subnet.lst")
        chosen = choose_route(subnet, dumps.read_lfts(self.directory / "opensm-lfts.dump"))
        if chosen is None:
            heading("A route")
            print("  none of this fabric's routes has a link that the fabric could spare")
            return
        source, target, cut = chosen
        heading(f"A route, by ibtracert {source.lid} {target.lid}")
        before = self.trace(ibsim, source, target)
        heading(f"Its path record, by saquery -p --slid {source.lid} --dlid {target.lid}")
        record = ibsim.run("saquery", "-p", "--slid", source.lid, "--dlid", target.lid).stdout
        for field in ("slid", "dlid", "sl", "mtu", "rate"):
            value = re.search(rf"\b{field}\.\.+(\S+)", record)
            self.expect(value is not None, f"{field:5} {value[1] if value else 'is missing'}")
        self.cut_link(ibsim, opensm, subnet, cut, before, (source, target))

    def cut_link(self, ibsim, opensm, subnet, cut, before, pair):
        near, far = subnet.end(*cut), subnet.peer(*cut)
        heading(f"The link {near.description} port {near.port} - {far.description} port {far.port} is cut")
        started = time.monotonic()
        ibsim.unlink(ibsim.net.by_guid(near.node_guid).name, near.port)
        opensm.wait_for_sweep()
        print(f"  {1000 * (time.monotonic() - started):.0f} ms later all switches have new tables"
              " (trap, discovery, routing, upload)")
        opensm.hang_up()
        opensm.settle()
        self.expect(opensm.engines_used()[-1:] == [ENGINE], f"routed by {opensm.engines_used()[-1]} again")
        heading(f"The same route now, by ibtracert {pair[0].lid} {pair[1].lid}")
        after = self.trace(ibsim, *pair)
        used = {(near.lid, near.port), (far.lid, far.port)}
        self.expect(bool(used & set(before)), "before, it used the link")
        self.expect(after != [] and not used & set(after), "now it avoids it")
        self.show_tables("The tables without the link")

    def trace(self, ibsim, source, target):
        """Prints a route; returns the ports that it leaves nodes by, as pairs of LID and port."""
        result = ibsim.run("ibtracert", source.lid, target.lid)
        hops, here = [], source.lid
        for line in result.stdout.splitlines():
            print(f"  {line}")
            if match := re.match(r"\[(\d+)\] -> .* lid (\d+)-", line):
                hops.append((here, int(match[1])))
                here = int(match[2])
        self.expect(here == target.lid, f"it arrives, after {len(hops) - 1} switches")
        return hops


def choose_route(subnet, tables):
    """The longest route from the first CA with a link that can be cut: (source, target, switch port)."""
    ends = subnet.end_ports()
    candidates = []
    for target in ends[1:]:
        path = dumps.route(tables, subnet, ends[0], target.lid)
        candidates.append((len(path), target, path))
    for _, target, path in sorted(candidates, key=lambda candidate: -candidate[0]):
        for guid, port in path[:-1]:
            if dumps.connected_without(subnet, guid, port):
                return ends[0], target, (guid, port)
    return None


def heading(text):
    print(f"\n{text}")


def message(lines):
    """The last of some lines of opensm's log, without the time and the thread."""
    return lines[-1].split(" -> ", 1)[-1] if lines else "is missing"


def interrupted(number, _):
    for other in SIGNALS:
        signal.signal(other, signal.SIG_IGN)  # a second one would cut the clean-up short
    raise KeyboardInterrupt(signal.Signals(number).name)


def main():
    for number in SIGNALS:
        signal.signal(number, interrupted)
    sys.stdout.reconfigure(line_buffering=True)
    try:
        with tempfile.TemporaryDirectory(prefix="weft-demo-") as directory:
            demo = Demo(sys.argv[1], directory)
            good = demo.run(os.path.abspath(sys.argv[2]) if len(sys.argv) > 2 else None)
    except (Wrong, simulation.SimulationError, subprocess.TimeoutExpired, AssertionError) as fault:
        sys.exit(f"demo: {fault}")
    except KeyboardInterrupt as signal_name:
        sys.exit(f"demo: stopped by {signal_name}; nothing is left running")
    print("\nEverything is as it should be." if good else "\nSomething is wrong: see above.")
    sys.exit(0 if good else 1)


if __name__ == "__main__":
    main()
