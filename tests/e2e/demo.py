"""Shows a fabric as real ones are under the stock OpenSM and under Weft, on the simulator ibsim.

    demo.py DIRECTORY [FABRIC] [--report FOLDER] [--build COMMAND...]

DIRECTORY has the program weft, and the plug-ins in .libs if they are not installed. FABRIC: any file that
weft reads; demo.net without one. --report: where two pages for a browser are left (weft-demo). --build:
what builds DIRECTORY; what needs no Weft is shown meanwhile.

Exits 1 if what Weft does is not as it should be. Everything that it starts ends with it, also when it is
interrupted.
"""

import argparse
import collections
import json
import os
import pathlib
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import textwrap
import time

import dumps
import simulation

FABRIC = pathlib.Path(__file__).with_name("demo.net")
NEW_SPINE = "spine 7"  # of demo.net; not plugged in at first
STOCK = "ftree,updn"
WEFT = "weft-auto"
PROGRAMS = {"opensm": "opensm", "ibsim": "ibsim-utils", "ibdmchk": "ibutils"}
SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


class Wrong(Exception):
    """Something that keeps the demo from going on."""


def heading(text):
    print(f"\n{text}")


def say(text):
    print(textwrap.fill(text, 100, initial_indent="  ", subsequent_indent="  "))


def number(value):
    return f"{value:,}"


def count(value, one, many):
    return f"{number(value)} {one if value == 1 else many}"


class Tables:
    """What opensm has dumped: the fabric, and the forwarding tables."""

    def __init__(self, directory, kept):
        shutil.copytree(directory, kept, ignore=lambda _, names: [
            name for name in names if name not in ("opensm-subnet.lst", "opensm-lfts.dump")])
        self.subnet = kept / "opensm-subnet.lst"
        self.lfts = kept / "opensm-lfts.dump"
        self.verdict = dumps.ibdmchk(directory)
        self.rows = dumps.read_lfts(self.lfts)

    def paths(self):
        """{(switch GUID, port): how many table entries begin a path that leads out of it}."""
        next_switch = {}
        for end, peer in dumps.Subnet(self.subnet).links.items():
            if end.is_switch and peer.is_switch:
                next_switch[end.node_guid, end.port] = peer.node_guid
        paths = collections.Counter()
        for lid in {lid for row in self.rows.values() for lid in row}:
            for start in self.rows:
                here, steps = start, 0
                while here is not None and steps <= len(self.rows):
                    out = here, self.rows[here].get(lid)
                    here = next_switch.get(out)
                    if here is not None:
                        paths[out] += 1
                    steps += 1
        return paths

    def changed_since(self, before):
        """How many entries of the switches that both have are different."""
        return sum(row.get(lid) != before.rows[guid].get(lid)
                   for guid, row in self.rows.items() if guid in before.rows
                   for lid in before.rows[guid])


class Side:
    """One subnet manager on the fabric: stock OpenSM's engines, or Weft's."""

    def __init__(self, name, engines, directory):
        self.name = name
        self.engines = engines
        self.directory = directory
        self.directory.mkdir()
        self.tables = {}  # by moment: start, cut, grown
        self.cut = None
        self.roots = []  # of a tree, that it routes from
        self.log = ""
        self.errors = []
        self.used = ""
        self.seconds = 0.0

    def run(self, net, cut, new_spine, libraries):
        """cut: a link between switches as (switch GUID, port), None: the busiest one that the fabric can spare.
        new_spine: the GUID of a switch, or None."""
        options = {"routing_engine": self.engines}
        if self.engines == WEFT:
            options["event_plugin_name"] = "weft"
        running = self.directory / "running"
        running.mkdir()
        with simulation.Simulation(net, running) as ibsim:
            if new_spine:
                ibsim.unlink(net.by_guid(new_spine).name)
            started = time.monotonic()
            with simulation.OpenSm(ibsim, options, libraries=libraries) as opensm:
                opensm.wait_for_sweep(timeout=300)
                self.seconds = time.monotonic() - started
                self.keep("start", opensm, running)
                self.cut = cut or link_to_cut(self.tables["start"])
                if self.cut:
                    ibsim.unlink(net.by_guid(self.cut[0]).name, self.cut[1])
                    self.keep("cut", opensm, running)
                if new_spine:
                    ibsim.relink(net.by_guid(new_spine).name)
                    self.keep("grown", opensm, running)
                self.log, self.errors = opensm.log(), opensm.errors()
                status = opensm.stop()
        if status != 0:
            raise Wrong(f"opensm ended with status {status}: {self.log[-2000:]}")

    def keep(self, moment, opensm, running):
        if moment == "start":
            opensm.wait_until_quiet()
        else:
            opensm.settle()  # the trap
        self.used = opensm.engines_used()[-1]
        roots = running / "opensm-updn-roots.dump"
        self.roots = [int(guid, 16) for guid in roots.read_text().split()] if roots.exists() else []
        self.tables[moment] = Tables(running, self.directory / moment)

    def why_given_up(self):
        """Why engines of the list that did not route gave up: [(engine, reason)]."""
        reasons = re.findall(r" ERR AB\w\w: (.*)", self.log)  # ftree's
        return [(engine, reasons[0] if engine == "ftree" and reasons else "")
                for engine in self.engines.split(",")[:-1] if engine != self.used]

    def said(self):
        """The line of Weft's log about its choice."""
        found = re.findall(r"weft-auto: (\S.*routed by .*?)(?:; «|$)", self.log, re.MULTILINE)
        return found[0] if found else ""


class Demo:
    def __init__(self, arguments, directory):
        self.weft_program = pathlib.Path(arguments.directory).resolve() / "weft"
        self.fabric = pathlib.Path(arguments.fabric or FABRIC).resolve()
        self.is_own = arguments.fabric is None
        self.report = pathlib.Path(arguments.report).resolve()
        self.directory = directory
        self.build = Build(arguments.build) if arguments.build else None
        self.is_good = True

    @property
    def libraries(self):
        """Of a build that is not installed; there is none before it has ended."""
        libraries = self.weft_program.parent / ".libs"
        return libraries if libraries.is_dir() else None

    def weft(self, *arguments, accepted=(0,)):
        result = subprocess.run([str(self.weft_program), *map(str, arguments)], capture_output=True, text=True,
                                timeout=300, env=self.environment())
        if result.returncode not in accepted:
            raise Wrong(f"weft {' '.join(map(str, arguments))}\n{result.stdout}{result.stderr}")
        return result.stdout

    def environment(self):
        return {**os.environ, **({"LD_LIBRARY_PATH": str(self.libraries)} if self.libraries else {})}

    def expect(self, good, text):
        """Says what was found, and remembers if it is wrong."""
        self.is_good &= bool(good)
        say(text + ("" if good else "   <-- WRONG"))

    def run(self):
        if not self.is_own:
            self.wait_for_build()
        net = self.show_fabric()
        new_spine = spine_to_add(net) if self.is_own else None
        stock = Side("stock", STOCK, self.directory / "stock")
        heading(f"The stock OpenSM: routing_engine {STOCK}")
        stock.run(net, None, new_spine, None)
        self.show_stock(net, stock)
        if self.is_own:
            self.wait_for_build()
        weft = Side("Weft", WEFT, self.directory / "weft")
        heading(f"The same opensm with Weft: routing_engine {WEFT}")
        weft.run(net, stock.cut, new_spine, self.libraries)
        self.show_weft(weft)
        self.compare(stock, weft)
        if stock.cut:
            self.show_cut(net, stock.cut, stock, weft)
        if new_spine:
            self.show_new_spine(new_spine, stock, weft)
        self.write_reports(stock, weft)
        self.show_configuration()
        return self.is_good

    def wait_for_build(self):
        if self.build:
            heading("Weft is being built from its sources")
            self.build.wait()

    def show_fabric(self):
        heading("The fabric, simulated by ibsim")
        path = self.fabric
        if not self.is_own:
            self.weft("route", self.fabric, "--engine", "minhop", "-o", self.directory / "offline", accepted=(0, 1))
            path = self.directory / "offline" / "fabric.net"
            say(f"{self.fabric}, as weft writes it for ibsim.")
        net = dumps.Net(path)
        between = sum(is_between_switches(net, node, p) for node in net.switches() for p in node.links) // 2
        say(f"{count(len(net.switches()), 'switch', 'switches')}, {number(len(net.hosts()))} channel adapters (CAs), "
            f"{number(between)} links between switches.")
        if self.is_own:
            say("It is a fat tree as they are found in use: leaf switches with different numbers of hosts, spines "
                "with different numbers of links, links that are missing, and an aggregation node (a CA) on every "
                f"switch. One spine, {NEW_SPINE}, is not plugged in yet.")
        return net

    def show_stock(self, net, stock):
        for engine, reason in stock.why_given_up():
            say(f"{engine} gave up" + (f": «{reason}». " if reason else ". ") + f"{stock.used} routed the fabric.")
        self.show_verdict(stock.tables["start"])
        if stock.tables["start"].verdict.credit_loop and stock.used == "updn":
            leaves = [root for root in stock.roots if net.by_guid(root).description.startswith("leaf")]
            say("updn promises that this cannot happen. It searched for the roots of the tree by itself and took "
                f"{count(len(stock.roots), 'switch', 'switches')} for roots"
                + (f", of which {len(leaves)} are leaf switches" if leaves else "")
                + ". The log of opensm does not say so.")

    def show_verdict(self, tables):
        verdict = tables.verdict
        paths = "every CA reaches every other" if verdict.all_routed() else (
            f"{number(verdict.missing)} of {number(verdict.pairs)} pairs of CAs have no path")
        loop = ("packets can wait for each other for ever, in a CREDIT LOOP" if verdict.credit_loop
                else "there is no credit loop")
        say(f"ibdmchk, the independent judge: {paths}, and {loop}.")

    def show_weft(self, weft):
        self.expect(weft.used == WEFT, f"It was up after {weft.seconds:.1f} s. {weft.used} routed the fabric.")
        if weft.used != WEFT:
            for line in weft.errors[:5]:
                print(f"  {line}")
        if weft.said():
            say(f"Its log says: «{weft.said()}».")
        self.show_verdict(weft.tables["start"])
        verdict = weft.tables["start"].verdict
        if not verdict.all_routed() or verdict.credit_loop:
            self.expect(False, "Weft has to reach every CA without a credit loop.")

    def judge(self, tables):
        return json.loads(self.weft("check", tables.subnet, "--lfts", tables.lfts, "--pattern", "shift", "--json",
                                    accepted=(0, 1)))

    def compare(self, stock, weft):
        heading("Side by side, counted by weft check")
        judged = [self.judge(side.tables["start"]) for side in (stock, weft)]
        mean = judged[0]["link_load"]["mean"]
        rows = [
            ("", [f"stock {stock.used}", WEFT]),
            ("credit loop", ["yes" if one["credit_loop"] else "none" for one in judged]),
            ("pairs of CAs without a path", [number(one["unreachable_pairs"]) for one in judged]),
            ("links between switches that no path uses", [number(one["link_load"]["unused_links"]) for one in judged]),
            (f"paths over the busiest link (mean: {mean:.0f})",
             [number(one["link_load"]["max"]) for one in judged]),
            ("flows over the busiest link when all hosts shift",
             [f"{one['pattern']['busiest_link']['mean']:.1f}" for one in judged]),
            ("bandwidth between random halves of the hosts",
             [f"{100 * one['pattern']['effective_bisection_bandwidth']['mean']:.0f} %" for one in judged]),
        ]
        for what, values in rows:
            print(f"  {what:50}" + "".join(f"{value:>14}" for value in values))

    def show_cut(self, net, cut, stock, weft):
        near = net.by_guid(cut[0])
        far_name, far_port = near.links[cut[1]]
        far = net.nodes[far_name]
        heading(f"A cable fails: {near.description} port {cut[1]} - {far.description} port {far_port}")
        for side in (stock, weft):
            before, after = side.tables["start"], side.tables["cut"]
            paths = before.paths()
            say(f"{side.name}: {count(paths[cut] + paths[far.guid, far_port], 'path', 'paths')} led over it, "
                f"{count(after.changed_since(before), 'table entry', 'table entries')} changed.")
        self.expect(after.verdict.all_routed() and not after.verdict.credit_loop,
                    "With Weft every CA still reaches every other, without a credit loop. Connections whose path did "
                    "not lead over the cable keep it.")

    def show_new_spine(self, new_spine, stock, weft):
        heading(f"{NEW_SPINE} is plugged in")
        for side in (stock, weft):
            grown = side.tables["grown"]
            paths = grown.paths()
            over = sum(paths[port] for port in ports_to(grown.subnet, new_spine))
            busiest = self.judge(grown)["link_load"]["max"]
            say(f"{side.name}: {count(over, 'path leads', 'paths lead')} over it now, and the busiest "
                f"link has {count(busiest, 'path', 'paths')}.")
        verdict = grown.verdict
        self.expect(over > 0 and verdict.all_routed() and not verdict.credit_loop,
                    "Weft uses it at once, without a credit loop.")

    def write_reports(self, stock, weft):
        heading("Pages for your browser")
        self.report.mkdir(parents=True, exist_ok=True)
        for side in (stock, weft):
            page = self.report / f"{side.name.lower()}.html"
            tables = side.tables["start"]
            self.weft("report", tables.subnet, "--lfts", tables.lfts, "--title",
                      f"The fabric of the demo under {'stock ' if side is stock else ''}{side.used}", "-o", page,
                      accepted=(0, 1))
            print(f"  {page}")

    def show_configuration(self):
        heading("To have that with your OpenSM, put these two lines into opensm.conf:")
        print(f"\n    event_plugin_name weft\n    routing_engine {WEFT}\n")
        say("and look at your own fabric first, without touching it:")
        print("\n    ibnetdiscover >fabric.txt; weft route fabric.txt --engine auto --explain")


class Build:
    """A build that goes on beside the demo."""

    def __init__(self, command):
        self.started = time.monotonic()
        self.process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True,
                                        preexec_fn=simulation.die_with_parent())

    def wait(self):
        while True:
            try:
                _, errors = self.process.communicate(timeout=20)
                break
            except subprocess.TimeoutExpired:
                say(f"... for {time.monotonic() - self.started:.0f} s now")
        if self.process.returncode != 0:
            raise Wrong(f"the build failed\n{errors}")
        say(f"That took {time.monotonic() - self.started:.0f} s.")


def is_between_switches(net, node, port):
    return node.is_switch and net.nodes[node.links[port][0]].is_switch


def link_to_cut(tables):
    """The busiest link between switches without which all switches reach each other; None: there is none."""
    subnet = dumps.Subnet(tables.subnet)
    return next((port for port, _ in tables.paths().most_common() if dumps.connected_without(subnet, *port)), None)


def spine_to_add(net):
    return next(node.guid for node in net.switches() if node.description == NEW_SPINE)


def ports_to(path, switch_guid):
    """The ports {(switch GUID, port)} of other switches that a switch is linked to."""
    return {(end.node_guid, end.port) for end, peer in dumps.Subnet(path).links.items()
            if end.is_switch and peer.is_switch and peer.node_guid == switch_guid}


def check_programs():
    path = simulation.system_path()
    missing = [package for program, package in PROGRAMS.items() if shutil.which(program, path=path) is None]
    if missing:
        raise Wrong(f"the demo needs what is not installed here: apt install {' '.join(missing)}")


def interrupted(number_of_signal, _):
    for other in SIGNALS:
        signal.signal(other, signal.SIG_IGN)  # a second one would cut the clean-up short
    raise KeyboardInterrupt(signal.Signals(number_of_signal).name)


def arguments_of(command_line):
    parser = argparse.ArgumentParser(usage="weft demo [FABRIC] [--report FOLDER]")
    parser.add_argument("directory")
    parser.add_argument("fabric", nargs="?")
    parser.add_argument("--report", default="weft-demo")
    parser.add_argument("--build", nargs=argparse.REMAINDER)
    return parser.parse_args(command_line)


def main():
    arguments = arguments_of(sys.argv[1:])
    for one in SIGNALS:
        signal.signal(one, interrupted)
    sys.stdout.reconfigure(line_buffering=True)
    try:
        check_programs()
        with tempfile.TemporaryDirectory(prefix="weft-demo-") as directory:
            good = Demo(arguments, pathlib.Path(directory)).run()
    except (Wrong, simulation.SimulationError, subprocess.TimeoutExpired, AssertionError) as fault:
        sys.exit(f"demo: {fault}")
    except KeyboardInterrupt as signal_name:
        sys.exit(f"demo: stopped by {signal_name}; nothing is left running")
    print("\nEverything is as it should be." if good else "\nSomething is wrong: see above.")
    sys.exit(0 if good else 1)


if __name__ == "__main__":
    main()
