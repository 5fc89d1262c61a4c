#!/usr/bin/python3
"""A campaign of faults: random sequences of events in the real opensm on ibsim, judged after each.

    campaign.py [--seeds FIRST[-LAST]] [--events N] [--jobs N] [--keep DIRECTORY]

A seed gives a fabric, a list of engines, options and events: links, switches and hosts that go, come and move, LIDs
that others set, drains, SIGHUPs, options and policies that are edited and broken, restarts, also after kill -9 or with
a state file that is damaged or of an older version, a standby that takes over, a full disk, shortage of memory,
requests to nodes that are lost. In some sequences ports have two or four LIDs. In some the fabric grows: switches,
hosts and links come one by one. After each sweep the tables that opensm dumped and the SLs that it gives out are judged
by code that shares nothing with Weft (judge.py, ibdmchk with LMC 0), and what Weft claims in its status file is held
against that. A failure prints the seed and the fewest of its events that still fail. Exits 1 if any failed.
"""

import argparse
import concurrent.futures
import contextlib
import dataclasses
import itertools
import json
import os
import pathlib
import random
import re
import resource
import shutil
import subprocess
import sys
import tempfile
import time
import traceback

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests" / "e2e"))

import chains  # noqa: E402
import dumps  # noqa: E402
import judge  # noqa: E402
import simulation  # noqa: E402

BUILD = pathlib.Path(os.environ.get("WEFT_BUILD", ROOT / "build")).resolve()
MEMORY_MAY_GROW_BY = 24 << 20  # bytes
SLS_ASKED_A_SWEEP = 60

FABRICS = [
    (["xgft", "--down", "3,3,3", "--up", "1,2,2"], "tree"),
    (["xgft", "--down", "4,6", "--up", "1,4"], "tree"),
    (["directors", "--spines", "2,2", "--lines", "3,3", "--edges", "4", "--uplinks", "2,1", "--cas", "2",
      "--aggregation", "all"], "tree"),
    (["torus", "--dims", "4,4", "--cas", "1"], "torus"),
    (["torus", "--dims", "3,3,3", "--cas", "1"], "torus"),
    (["torus", "--dims", "5,4", "--cas", "2"], "torus"),
    (["dragonfly", "--routers", "4", "--global-links", "1", "--cas", "1"], "other"),
    (["dragonfly-plus", "--leaves", "3", "--spines", "2", "--global-links", "1", "--cas", "2"], "other"),
    (["slim-fly", "--q", "3", "--cas", "2"], "other"),
    (["polar-fly", "--q", "4", "--cas", "2"], "other"),
    (["islands", "--down", "3,3", "--up", "1,2", "--dims", "3,4", "--cas", "1"], "islands"),
]
ENGINES = {
    "tree": ["updn", "ftree", "dnup", "minhop", "dfsssp", "nue", "lash", "sssp"],
    "torus": ["dfsssp", "nue", "lash", "torus-2QoS", "updn", "minhop", "sssp", "dor"],
    "other": ["dfsssp", "nue", "lash", "updn", "minhop", "sssp"],
    "islands": ["chain"],
}
STEPS = {1: ["updn", "minhop", "dfsssp"], 2: ["ftree", "updn", "minhop"], 3: ["dfsssp", "nue", "lash", "dor"]}
EVENTS = {
    "cut_link": 6, "mend_link": 6, "flap_link": 2, "lose_switch": 2, "mend_switch": 3, "lose_host": 2, "mend_host": 2,
    "hang_up": 1, "drain": 2, "undrain": 2, "edit_options": 1, "break_options": 1, "restart": 1, "kill": 1,
    "damage_state": 1, "lose_state_folder": 1, "mend_all": 2, "lack_memory": 1, "move_hosts": 1, "set_lid": 1,
    "take_over": 1, "fill_disk": 1, "edit_policy": 1, "break_policy": 1,
    "lose_mads": 2,
}
ONLY_HOSTS_CHANGE = ["hang_up", "lose_host", "mend_host", "break_options", "break_policy"]
HIGHEST_PRIORITY = 15  # of an SM
ATTRIBUTES = [0x11, 0x12, 0x15, 0x17, 0x19]  # NodeInfo, SwitchInfo, PortInfo, SL2VL tables, forwarding tables
VERSION_IN_STATE = slice(8, 12)  # common/state/state_code.h
REMOVED = re.compile(r"Removed port with GUID:\S+ LID range \[(\d+), (\d+)\]")  # in opensm's log


class Fault(Exception):
    """Something is not as it must be."""


@dataclasses.dataclass(frozen=True)
class Event:
    kind: str
    number: int  # what it chooses with


def weft(*arguments):
    result = subprocess.run([str(BUILD / "weft"), *map(str, arguments)], capture_output=True, text=True, timeout=120)
    if result.returncode not in (0, 1):
        raise Fault(f"weft {arguments[0]}: {result.stderr}")
    return result.stdout


class Plan:
    """What a seed says."""

    def __init__(self, seed, events):
        draw = random.Random(seed)
        self.generator, kind = draw.choice(FABRICS)
        self.failures = ["--fail-links", f"{draw.choice([1, 3, 6])}%", "--seed", str(seed % 1000 + 1)] \
            if draw.random() < 0.4 else []
        first = draw.choice(ENGINES[kind])
        second = draw.choice([engine for engine in ENGINES["other"] if engine != first])
        self.engines = [f"weft-{first}", f"weft-{second}", "weft-minhop", "no_fallback"]
        self.options = {
            "weft_keep_routes": draw.choice(["TRUE", "TRUE", "TRUE", "FALSE"]),
            "weft_balance": draw.choice(["fabric", "switch"]),
            "weft_transition": draw.choice(["at_once", "staged"]),
            "weft_threads": draw.choice([1, 2]),
            "weft_flap_losses": draw.choice([0, 2, 3]),
            "weft_flap_hold": 3600,
            "weft_rebalance_window": 180,
        }
        self.arguments = ["-Q"] if draw.random() < 0.7 else []
        self.steps = {number: draw.choice(engines) for number, engines in STEPS.items()}
        kinds = draw.choices(list(EVENTS), list(EVENTS.values()), k=events)
        self.events = [Event(kind, draw.randrange(1 << 30)) for kind in kinds]
        self.options["lmc"] = draw.choice([0, 0, 0, 0, 1, 2])
        self.engines[0] = draw.choice([self.engines[0]] * 4 + ["weft-auto", "weft-multipath"])
        self.growth = draw.randrange(1 << 30) if draw.random() < 1 / 3 else None  # chooses what comes late
        if self.growth is not None:
            self.events = [Event("grow", event.number) if draw.random() < 1 / 4 else event for event in self.events]
            self.events[-3:] = [Event("grow_all", 0), Event("mend_all", 0), Event("rebalance", 0)]


class World:
    """A subnet, an opensm, and what has been done to them."""

    def __init__(self, plan, directory, stack):
        self.plan, self.directory, self.stack = plan, pathlib.Path(directory), stack
        weft("generate", *plan.generator, *plan.failures, "-o", self.directory / "fabric.net")
        self.net = dumps.Net(self.directory / "fabric.net")
        self.ibsim = stack.enter_context(simulation.Simulation(self.net, self.directory))
        self.host = self.net.hosts()[0].name  # of opensm
        self.priority = HIGHEST_PRIORITY
        self.policy = chains.Policy(self.directory)
        self.steps = dict(plan.steps)
        self.write_policy()
        self.is_broken = False  # the policy
        self.why_down = {}  # link -> {reasons}
        self.not_there = {}  # reason -> links of what comes later
        self.has_new_hosts = False  # some come later, or have other places
        self.drained = []
        self.options = dict(plan.options)
        self.granted = {}  # pair of LIDs -> {SLs}
        self.answers = True  # ibsim has no way to the SA of an opensm that follows one that was killed
        self.home = None   # engine and tables of the whole fabric, as long as they must come back
        self.repeated = 0  # judgements, after a further sweep
        self.state_folder = self.directory / "state"
        self.state_folder.mkdir()
        self.drain_file = self.directory / "drain.conf"
        self.status_file = self.directory / "status.json"
        self.write_drains()
        if plan.growth is not None:
            self.take_away(random.Random(plan.growth))
        self.start()

    # --- opensm ---

    def start(self):
        self.take(self.new_opensm())
        self.opensm.settle()

    def take(self, opensm):
        self.opensm = opensm
        self.memory = None  # that it took when it was judged first
        self.removed = 0  # ports that its log says it removed, until the last judgement

    def new_opensm(self):
        options = {"event_plugin_name": "weft", "routing_engine": ",".join(self.plan.engines),
                   "weft_state_dir": self.state_folder, "weft_status_file": self.status_file,
                   "weft_drain_file": self.drain_file, "sm_priority": self.priority, "sminfo_polling_timeout": 200,
                   "polling_retry_number": 2, **self.policy.files, **self.options}
        return self.stack.enter_context(simulation.OpenSm(
            self.ibsim, options, arguments=self.plan.arguments, libraries=BUILD / ".libs",
            directory=self.directory / f"opensm-{HIGHEST_PRIORITY - self.priority}", variables={"SIM_HOST": self.host}))

    def rewrite_options(self, more=""):
        path = pathlib.Path(self.opensm.path("opensm.conf"))
        lines = [line for line in path.read_text(encoding="utf-8").splitlines()
                 if line.split()[0] not in self.options and "nonsense" not in line]
        lines += [f"{key} {value}" for key, value in self.options.items()]
        path.write_text("\n".join(lines) + "\n" + more, encoding="utf-8")

    def sweep(self):
        """After an event: OpenSM's own sweep if there is one, else one that is asked for."""
        try:
            self.opensm.wait_for_sweep(2)
        except simulation.SimulationError:
            self.repeated += 1
            if self.opensm.process.poll() is None:
                self.opensm.hang_up()
                with contextlib.suppress(simulation.SimulationError):
                    self.opensm.wait_for_sweep(5)
        self.opensm.wait_until_quiet(seconds=0.3)

    def ask_for_sweep(self):
        self.opensm.hang_up()
        self.opensm.settle()

    # --- the fabric ---

    def links(self):
        """Between switches, by their lower ends."""
        nodes = self.net.nodes
        return sorted((switch.name, port) for switch in self.net.switches() for port, (peer, far) in switch.links.items()
                      if nodes[peer].is_switch and (switch.name, port) <= (peer, far))

    def links_of(self, name):
        node = self.net.nodes[name]
        return [min((name, port), peer) for port, peer in node.links.items()]

    def take_down(self, link, reason):
        reasons = self.why_down.setdefault(link, set())
        if not reasons:
            self.ibsim.unlink(*link)
        reasons.add(reason)

    def bring_up(self, link, reason):
        reasons = self.why_down.get(link, set())
        if reason in reasons:
            reasons.remove(reason)
            if not reasons:
                self.ibsim.relink(*link)

    def take_away(self, draw):
        """What comes later: some switches, perhaps only of those without hosts, hosts, and links between switches."""
        nodes = self.net.nodes
        (leaf, _), = nodes[self.host].links.values()
        switches = [switch for switch in self.net.switches() if switch.name != leaf]
        spines = [switch for switch in switches if all(nodes[peer].is_switch for peer, _ in switch.links.values())]
        switches = draw.choice([spines or switches, switches])
        hosts = [host for host in self.net.hosts() if host.name != self.host]
        # If more than a quarter of the links is new, Weft recomputes everything.
        late = draw.sample(switches, draw.choice([1, 2, 1 + len(switches) // 4])) \
            + draw.sample(hosts, draw.choice([0, 1, len(hosts) // 4]))
        self.not_there = {f"{node.name} comes later": self.links_of(node.name) for node in late}
        self.has_new_hosts = any(node not in spines for node in late)
        for link in draw.sample(self.links(), draw.choice([0, 1, len(self.links()) // 8])):
            self.not_there[f"{link} comes later"] = [link]
        for reason, links in self.not_there.items():
            for link in links:
                self.take_down(link, reason)

    def reachable_hosts(self):
        """But the SM's own."""
        return sorted(name for name in self.reachable() - {self.host} if not self.net.nodes[name].is_switch)

    def down(self):
        return {link for link, reasons in self.why_down.items() if reasons}

    def reachable(self):
        """The nodes that the SM's host reaches."""
        down, here = self.down(), self.host
        found, open_ = {here}, [here]
        while open_:
            name = open_.pop()
            if not self.net.nodes[name].is_switch and name != here:
                continue
            for port, peer in self.net.nodes[name].links.items():
                if min((name, port), peer) not in down and peer[0] not in found:
                    found.add(peer[0])
                    open_.append(peer[0])
        return found

    # --- events ---

    def happen(self, event):
        return getattr(self, "_" + event.kind)(random.Random(event.number))

    def _cut_link(self, draw):
        self.take_down(draw.choice(self.links()), "cut")

    def _mend_link(self, draw):
        cut = sorted(link for link, reasons in self.why_down.items() if "cut" in reasons)
        if cut:
            self.bring_up(draw.choice(cut), "cut")
        else:
            self.opensm.hang_up()

    def _flap_link(self, draw):
        link = draw.choice(self.links())
        for _ in range(3):
            self.take_down(link, "flap")
            self.sweep()
            self.bring_up(link, "flap")
            self.sweep()

    def _lose_mads(self, draw):
        """Requests to some nodes get no answer, in the sweep after a link was cut."""
        names = draw.sample(sorted(self.net.nodes.keys() - {self.host}), draw.randint(1, 4))
        attribute = draw.choice(ATTRIBUTES)
        for name in names:
            self.ibsim.lose_mads(name, draw.choice([20, 50, 100]), attribute)
        self._cut_link(draw)
        self.sweep()
        for name in names:
            self.ibsim.lose_mads(name, 0, attribute)
        self.opensm.hang_up()

    def _lose_switch(self, draw):
        (leaf, _), = self.net.nodes[self.host].links.values()
        self._lose(draw.choice([switch.name for switch in self.net.switches() if switch.name != leaf]))

    def _lose_host(self, draw):
        self._lose(draw.choice([host.name for host in self.net.hosts() if host.name != self.host]))

    def _lose(self, name):
        for link in self.links_of(name):
            self.take_down(link, name)

    def _mend_switch(self, draw):
        self._mend(draw, True)

    def _mend_host(self, draw):
        self._mend(draw, False)

    def _mend(self, draw, is_switch):
        lost = sorted({name for reasons in self.why_down.values() for name in reasons
                       if name in self.net.nodes and self.net.nodes[name].is_switch == is_switch})
        if lost:
            name = draw.choice(lost)
            for link in self.links_of(name):
                self.bring_up(link, name)
        else:
            self.opensm.hang_up()

    def _grow(self, draw):
        """One comes, or a few at a time."""
        self.bring(draw.sample(sorted(self.not_there), min(len(self.not_there), draw.choice([1, 1, 2, 3]))))

    def _grow_all(self, _):
        self.bring(sorted(self.not_there))

    def bring(self, reasons):
        for reason in reasons:
            for link in self.not_there.pop(reason):
                self.bring_up(link, reason)
        if not reasons:
            self.opensm.hang_up()

    def _mend_all(self, _):
        """But what comes later is no part that was lost."""
        for link, reasons in self.why_down.items():
            for reason in reasons - self.not_there.keys():
                self.bring_up(link, reason)
        self.drained = []
        self.write_drains()
        self.opensm.hang_up()

    def _hang_up(self, _):
        self.opensm.hang_up()

    def write_drains(self):
        self.drain_file.write_text("".join(f"{line}\n" for line in self.drained), encoding="ascii")

    def _drain(self, draw):
        switch = draw.choice(self.net.switches())
        port = draw.choice(sorted(switch.links))
        self.drained.append(f"0x{switch.guid:x}" + draw.choice(["", f" {port}"]))
        self.write_drains()
        self.opensm.hang_up()

    def _undrain(self, draw):
        if self.drained:
            self.drained.remove(draw.choice(self.drained))
            self.write_drains()
        self.opensm.hang_up()

    def _edit_options(self, draw):
        key, values = draw.choice([("weft_balance", ["fabric", "switch"]), ("weft_keep_routes", ["TRUE", "FALSE"]),
                                   ("weft_transition", ["at_once", "staged"]), ("weft_threads", [1, 2])])
        self.options[key] = draw.choice(values)
        self.rewrite_options()
        self.home = None
        self.opensm.hang_up()

    def _rebalance(self, _):
        """As after three minutes without a change."""
        self.options["weft_rebalance_window"] = 0
        self.rewrite_options()
        self.home = None
        self.opensm.hang_up()

    def _break_options(self, draw):
        self.rewrite_options(draw.choice(["weft_balance nonsense\n", "weft_nonsense 1\n", "weft_threads -1 nonsense\n"]))
        self.opensm.hang_up()

    def write_policy(self):
        self.policy.write(*(chains.step(number, engine, topology=number - 1) for number, engine in self.steps.items()))

    def _edit_policy(self, draw):
        number = draw.choice(sorted(STEPS))
        self.steps[number] = draw.choice(STEPS[number])
        self.write_policy()
        self.is_broken = False
        self.home = None
        self.opensm.hang_up()

    def _break_policy(self, draw):
        """What was active stays."""
        path = self.policy.files[draw.choice(sorted(self.policy.files))]
        path.write_bytes(path.read_bytes()[:-12] + draw.choice([b"", b"nonsense\n", b"\0\377\n"]))
        self.is_broken = True
        self.opensm.hang_up()

    def _move_hosts(self, draw):
        """Two change their places, where there are two."""
        hosts = self.reachable_hosts()
        if len(hosts) < 2:
            return self.opensm.hang_up()
        moved = [self.net.nodes[name] for name in draw.sample(hosts, 2)]
        places = [peer for node in moved for peer in node.links.values()]
        if any(len(node.links) != 1 for node in moved):
            return self.opensm.hang_up()
        for node in moved:
            self.ibsim.unlink(node.name)
        for node, (switch, port) in zip(moved, reversed(places)):
            (own,) = node.links
            self.ibsim.command(f'Link "{node.name}"[{own}] "{switch}"[{port}]')
            node.links[own] = (switch, port)
            self.net.nodes[switch].links[port] = (node.name, own)
        self.has_new_hosts = True
        self.home = None
        self.granted = {}  # no connection outlives its cable
        return self.opensm.hang_up()

    def _set_lid(self, draw):
        """As an SM of another fabric has left it, or twice the same."""
        hosts = self.reachable_hosts()
        if not hosts:
            return self.opensm.hang_up()
        node = self.net.nodes[draw.choice(hosts)]
        (port, _), *_ = node.links.items()
        lid = draw.randrange(1, (3 << self.options["lmc"]) * len(self.net.nodes))
        self.ibsim.command(f'Baselid "{node.name}"[{port}] {lid}')
        self.home = None
        self.granted = {}  # by LID
        return self.opensm.hang_up()

    def _fill_disk(self, draw):
        """While something is to be written."""
        if subprocess.run(["mount", "-t", "tmpfs", "-o", "size=4k", "none", self.state_folder], check=False).returncode:
            return self.opensm.hang_up()  # only root may
        try:
            self._cut_link(draw)
            self.sweep()
        finally:
            subprocess.run(["umount", "-l", self.state_folder], check=True)
        return self.opensm.hang_up()

    def _take_over(self, draw):
        """By an opensm on another host, with the same state."""
        hosts = self.reachable_hosts()
        if self.priority == 0 or not self.answers or not hosts:  # nor to the SM of one
            return self.opensm.hang_up()
        self.host = draw.choice(hosts)
        self.priority -= 1

        def end():
            standby = self.new_opensm()
            simulation.wait_until(lambda: "Entering STANDBY state" in standby.log(), "a standby", 30, alive=standby.process)
            self.opensm.kill_when_quiet(standby)
            self.answers = False
            simulation.wait_until(lambda: "Entering MASTER state" in standby.log(), "a take-over", 30,
                                  alive=standby.process)
            return standby
        return self._start_again(end, keeps=True)

    def _restart(self, _):
        self._start_again(self.opensm.stop, keeps=True)

    def _kill(self, _):
        self._start_again(self._kill_now, keeps=True)

    def _kill_now(self):
        self.answers = False
        self.opensm.process.kill()
        self.opensm.process.wait()

    def _damage_state(self, draw):
        older = []

        def damage():
            self._kill_now()
            for path in sorted(self.state_folder.glob("weft.state*")):
                content = bytearray(path.read_bytes())
                how = draw.choice(["cut", "flip", "empty", "foreign", "older"])
                if how == "cut":
                    content = content[:draw.randrange(len(content) + 1)]
                elif how == "flip" and content:
                    content[draw.randrange(len(content))] ^= 1 << draw.randrange(8)
                elif how == "older":
                    content[VERSION_IN_STATE] = bytes(4)
                    older.append(path)
                else:
                    content = b"" if how == "empty" else b"# a note\n" * 50
                path.write_bytes(content)
        self._start_again(damage, keeps=False)
        newest = self.state_folder / "weft.state"  # the other one is read if this is no good
        if newest in older and f"{newest} cannot be used: another version of Weft" not in self.opensm.log():
            raise Fault("a state file of another version was read without a word")

    def _start_again(self, end, keeps):
        """The tables of before are there again, if the state was kept and nothing has changed."""
        time.sleep(0.2)  # the state is written in the background
        standby = end()
        before = self.tables()  # a standby that comes has the master sweep once more
        if isinstance(standby, simulation.OpenSm):
            self.take(standby)
            self.ask_for_sweep()
        else:
            self.start()
        if not keeps:
            self.home = None
        elif not self.opensm_has_kept:
            self.home = None
        elif (now := self.tables()) != before:
            changed = judge.other_entries(before, now)
            raise Fault(f"a restart changed {len(changed)} entries, for example {changed[:3]}")

    @property
    def opensm_has_kept(self):
        """Routes of the engine that routes again, by a state file that was good."""
        return self.state_folder.is_dir() and "resumed from" in self.opensm.log() and self.options_are_kept() \
            and not self.is_broken

    def options_are_kept(self):
        return self.options["weft_keep_routes"] == "TRUE"

    def _lose_state_folder(self, _):
        shutil.rmtree(self.state_folder)
        self.opensm.hang_up()
        self.opensm.settle()
        self.state_folder.mkdir()
        self.opensm.hang_up()

    def _lack_memory(self, draw):
        """For a sweep after a link was cut."""
        pid = self.opensm.process.pid
        with open(f"/proc/{pid}/statm", encoding="ascii") as statm:
            used = int(statm.read().split()[0]) * resource.getpagesize()
        limit = used + draw.choice([0, 1 << 18, 1 << 20, 4 << 20])
        resource.prlimit(pid, resource.RLIMIT_AS, (limit, resource.RLIM_INFINITY))
        self._cut_link(draw)
        self.sweep()
        if self.opensm.process.poll() is not None:
            raise Fault(f"opensm ended with {self.opensm.process.returncode} for lack of memory")
        resource.prlimit(pid, resource.RLIMIT_AS, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
        self.home = None
        self.opensm.hang_up()

    # --- the judges ---

    def tables(self):
        return dumps.read_lfts(self.opensm.path("opensm-lfts.dump"))

    def status(self):
        """Of the last routing: it is written in the background."""
        return json.loads(self.status_file.read_text(encoding="utf-8"))

    def judge(self):
        """Once more after another sweep, if need be: a trap may lead to none, a link be half up, a sweep be late."""
        try:
            self.judge_now()
        except Fault:
            if self.opensm.process.poll() is not None:
                raise
            self.repeated += 1
            self.ask_for_sweep()
            self.judge_now()

    def judge_now(self):
        if self.opensm.process.poll() is not None:
            raise Fault(f"opensm ended with {self.opensm.process.returncode}")
        expected = {name for name in self.reachable() if not self.net.nodes[name].is_switch}
        subnet = dumps.Subnet(self.opensm.path("opensm-subnet.lst"), self.options["lmc"])
        if len(subnet.end_ports()) != len(expected):
            raise Fault(f"{len(subnet.end_ports())} hosts in the subnet, {len(expected)} are there")
        time.sleep(0.05)
        tables, status = self.tables(), self.status()
        if status["engine"] is None:
            raise Fault("no engine routes: " + json.dumps(status["fallbacks"]))
        self.judge_switches(tables)
        self.judge_paths(tables, subnet, status["verdict"])
        self.judge_lanes(tables, subnet, status)
        if not self.down() and not any(status[key] for key in ("drained", "not_drained", "not_found", "held", "not_held")):
            self.judge_home(tables, status)
            self.judge_growth(tables, subnet, status)
        self.judge_memory()

    def judge_switches(self, tables):
        """They have the tables that opensm dumped."""
        hosts = self.reachable_hosts()
        if not hosts:
            return
        folder = self.directory / "discovered"
        result = self.ibsim.run(BUILD / "weft", "discover", "-o", folder, host=hosts[0])
        if result.returncode != 0:
            raise Fault(f"weft discover: {result.stdout} {result.stderr}")
        if found := judge.other_entries(tables, dumps.read_lfts(folder / "opensm-lfts.dump")):
            raise Fault(f"{len(found)} entries of switches are not those of opensm's dump, for example {found[:3]}")

    def judge_paths(self, tables, subnet, claims):
        lost = judge.lost_pairs(tables, subnet)
        if lost or claims["unreachable_pairs"]:
            raise Fault(f"{len(lost)} pairs are lost, for example {lost[:3]}; Weft counts {claims['unreachable_pairs']}")
        if looping := judge.looping_lids(tables, subnet, [lid for end in subnet.end_ports() for lid in end.lids]):
            raise Fault(f"forwarding loops to LIDs {looping}")
        if self.options["lmc"] > 0:
            return  # ibdmchk knows only LMC 0
        verdict = dumps.ibdmchk(self.opensm.directory)
        if verdict.missing:
            raise Fault(f"ibdmchk misses {verdict.missing} of {verdict.pairs} pairs")

    def judge_lanes(self, tables, subnet, status):
        claims = status["verdict"]
        on_one_lane = judge.credit_loop(tables, subnet, lambda source, lid: {0}, {})
        if on_one_lane == claims["safe_on_one_lane"]:
            raise Fault(f"safe on one lane: Weft says {claims['safe_on_one_lane']}, which is not so")
        if claims["lanes_used"] < 2 or not self.plan.arguments or not self.answers:
            self.granted = {}
            return
        now, sl2vl = self.ask_for_sls(subnet), dumps.read_sl2vl(self.directory / "discovered" / "slvl.txt")
        self.close_connections({lid for end in subnet.end_ports() for lid in end.lids})
        for pair, sl in now.items():
            self.granted.setdefault(pair, set()).add(sl)
        if not claims["credit_loop"] and judge.credit_loop(
                tables, subnet, lambda source, lid: {now[source, lid]} if (source, lid) in now else set(), sl2vl):
            raise Fault("a credit loop on the SLs of path records, and Weft claims that there is none")
        if not claims["credit_loop"] and not claims["credit_loop_granted"] and judge.credit_loop(
                tables, subnet, lambda source, lid: self.granted.get((source, lid), set()), sl2vl):
            raise Fault("a credit loop on SLs that were granted, and Weft claims that there is none")

    def close_connections(self, known):
        """Of ports that are not there, or that a sweep did not find: a rule of Weft (doc/limits.md)."""
        removed = REMOVED.findall(self.opensm.log())
        missed = {lid for first, last in removed[self.removed:] for lid in range(int(first), int(last) + 1)}
        self.removed = len(removed)
        for pair in self.granted:
            if not known.issuperset(pair) or not missed.isdisjoint(pair):
                self.granted[pair] = set()

    def ask_for_sls(self, subnet):
        """Of some pairs."""
        ends = subnet.end_ports()
        pairs = [(a, b) for source in ends for end in ends if source != end for a in source.lids for b in end.lids]
        pairs = random.Random(len(self.granted)).sample(pairs, min(len(pairs), SLS_ASKED_A_SWEEP))
        sm_lid = next(end.lid for end in ends if end.node_guid == self.net.nodes[self.host].guid)
        host = random.Random(len(self.granted)).choice(self.reachable_hosts())
        result = self.ibsim.run(sys.executable, ROOT / "tests" / "e2e" / "path_sls.py", sm_lid,
                                *(f"{a}:{b}" for a, b in pairs), host=host)
        answers = [line.split()[0] for line in result.stdout.splitlines()]
        if len(answers) != len(pairs) or "none" in answers:
            raise Fault(f"path queries: {answers.count('none')} of {len(pairs)} without a path, "
                        f"{len(pairs) - len(answers)} without an answer {result.stderr}")
        return dict(zip(pairs, map(int, answers)))

    def judge_home(self, tables, status):
        """Of the whole fabric, all of whose links are used."""
        # An engine of the list that could not route the whole fabric may route what is left of it, and from then on
        # repairs its own.
        if self.home is None or self.home[0] != status["engine"]:
            if self.options_are_kept():
                self.home = status["engine"], tables
        elif tables != self.home[1]:
            changed = judge.other_entries(self.home[1], tables)
            raise Fault(f"all is back, and {len(changed)} entries are not, for example {changed[:3]}")

    def judge_others(self, event, tables, hosts):
        """Where no link between switches comes or goes, all entries stay but those for hosts that come or go."""
        is_all_back = event.kind == "mend_host" and not self.down()  # see judge_home()
        if event.kind not in ONLY_HOSTS_CHANGE or is_all_back or not self.options_are_kept():
            return
        new_senders = self.leaves(self.reachable_hosts()) - self.leaves(hosts)  # some turns may not be open to these
        moved = [entry for entry in judge.other_entries(tables, self.tables()) if None not in entry]
        if moved and not new_senders:
            raise Fault(f"{event.kind}: {len(moved)} entries for other ports have moved, for example {moved[:3]}")

    def leaves(self, hosts):
        return {switch for host in hosts for switch, _ in self.net.nodes[host].links.values()}

    def judge_growth(self, tables, subnet, status):
        """What came is used as if it had been there from the start, unless open connections forbid that. For hosts good
        paths of others move only in a rebalance."""
        is_uneven = any("the load is not even" in remark for remark in status["remarks"])
        is_rebalanced = self.options["weft_rebalance_window"] == 0
        if self.plan.growth is None or is_uneven or self.is_broken or (self.has_new_hosts and not is_rebalanced):
            return
        factor = 1.05 if is_rebalanced else 1.5
        # auto keeps an engine that gives jobs little less.
        engine = status["taken"] or status["engine"].removeprefix("weft-")
        others = self.recomputed(engine)
        if others and (worse := judge.more_uneven(tables, others, subnet, factor)):
            raise Fault(f"all has come, and {worse}")

    def recomputed(self, engine):
        """The tables of an engine for the subnet as it is; None if it refuses what it repaired on the way here."""
        folder = self.directory / "recomputed"
        shutil.rmtree(folder, ignore_errors=True)
        options = {**self.policy.files, **self.options, "qos": "TRUE" if "-Q" in self.plan.arguments else "FALSE"}
        conf = self.directory / "recomputed.conf"
        conf.write_text("".join(f"{key} {value}\n" for key, value in options.items()), encoding="utf-8")
        weft("route", self.opensm.path("opensm-subnet.lst"), "--conf", conf, "--engine", engine,
             "-o", folder)
        path = folder / "opensm-lfts.dump"
        return dumps.read_lfts(path) if path.exists() else None

    def judge_memory(self):
        with open(f"/proc/{self.opensm.process.pid}/statm", encoding="ascii") as statm:
            used = int(statm.read().split()[1]) * resource.getpagesize()
        if self.memory is None:
            self.memory = used
        if used > self.memory + MEMORY_MAY_GROW_BY:
            raise Fault(f"opensm takes {used >> 20} MiB, and took {self.memory >> 20}")


def play(plan, events, directory):
    """(the fault, or None; how many events there were until then; how often one more sweep was needed)."""
    done = 0
    try:
        with contextlib.ExitStack() as stack:
            world = World(plan, directory, stack)
            world.judge()
            for event in events:
                done += 1
                tables, hosts = world.tables(), world.reachable_hosts()
                world.happen(event)
                world.sweep()
                world.judge()
                world.judge_others(event, tables, hosts)
            return None, done, world.repeated
    except (Fault, simulation.SimulationError) as fault:
        return str(fault), done, 0
    except Exception:  # the campaign's own
        return traceback.format_exc(), done, 0


def play_in(plan, events, parent, name):
    directory = pathlib.Path(parent) / name
    shutil.rmtree(directory, ignore_errors=True)
    directory.mkdir(parents=True)
    return play(plan, events, directory)


def shrink(plan, events, parent, tries=24):
    """The fewest that still end in a fault."""
    for size in (len(events) // 2, 4, 1):
        start = 0
        while size > 0 and start < len(events) and tries > 0:
            fewer = events[:start] + events[start + size:]
            tries -= 1
            if play_in(plan, fewer, parent, "shrinking")[0]:
                events = fewer
            else:
                start += size
    return events


def run_seed(seed, events, parent):
    plan = Plan(seed, events)
    fault, done, repeated = play_in(plan, plan.events, parent, f"seed-{seed}")
    said = None
    if fault:
        fewest = shrink(plan, plan.events[:done], parent)
        said = (f"seed {seed}: {fault}\n  weft generate {' '.join(plan.generator + plan.failures)}, "
                f"{','.join(plan.engines)} {' '.join(plan.arguments)} {plan.options}\n  after {done} events; "
                f"these are enough: {[(event.kind, event.number) for event in fewest]}")
    else:
        shutil.rmtree(pathlib.Path(parent) / f"seed-{seed}")
    return said, done, repeated


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seeds", default="1-1000")
    parser.add_argument("--events", type=int, default=30)
    parser.add_argument("--jobs", type=int, default=4 * os.cpu_count(), help="sequences at a time; they mostly wait")
    parser.add_argument("--keep", help="the folder of what failed")
    arguments = parser.parse_args()
    first, _, last = arguments.seeds.partition("-")
    seeds = range(int(first), int(last or first) + 1)
    parent = arguments.keep or tempfile.mkdtemp(prefix="weft-campaign-")
    total = repeated = 0
    failures = []
    with concurrent.futures.ProcessPoolExecutor(arguments.jobs) as pool:
        for said, done, again in pool.map(run_seed, seeds, itertools.repeat(arguments.events),
                                            (f"{parent}/{seed}" for seed in seeds)):
            total, repeated = total + done, repeated + again
            if said:
                failures.append(said)
                print(said, flush=True)
    print(f"{len(seeds)} sequences, {total} events: {len(failures)} failed; {repeated} times one more sweep was needed"
          + (f"; what failed is in {parent}" if failures else ""))
    if not failures and not arguments.keep:
        shutil.rmtree(parent)
    sys.exit(1 if failures else 0)


if __name__ == "__main__":
    main()
