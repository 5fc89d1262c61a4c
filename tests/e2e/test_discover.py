"""Live fabrics: what weft discover and --live read is what opensm and infiniband-diags say of the same subnet."""

import json
import os
import pty
import re
import signal
import subprocess
import time

import pytest

from conftest import BUILD, WEFT, weft
from schema import validate

WEFT_TOOL = BUILD / "weft"
FABRICS = {"rings": ["torus", "--dims", "6,6", "--cas", "1"]}  # dfsssp needs three lanes
QUICK = ["--timeout", "100"]


@pytest.fixture(scope="module")
def subnet(fabrics, module_runs):
    return module_runs.subnet(fabrics("tree"), {**WEFT, "lmc": 1})


@pytest.fixture(scope="module")
def lanes(net, module_runs):
    # Stock's dfsssp answers the same question with one SL or another.
    engine = "weft-dfsssp"
    return module_runs.subnet(net("rings"), {"event_plugin_name": engine, "routing_engine": f"{engine},no_fallback"},
                              arguments=["-Q"])


def live(subnet, *arguments, status=0):
    """What a command says on the host of the simulation."""
    result = subnet.simulation.run(WEFT_TOOL, *arguments)
    assert result.returncode == status, result.stdout + result.stderr
    assert "\r" not in result.stderr and "\033" not in result.stderr and "ibwarn" not in result.stderr
    return result


def live_json(subnet, command, *arguments, status=0):
    return json.loads(live(subnet, command, *arguments, "--json", status=status).stdout)


def without_times(report):
    return {key: value for key, value in report.items() if key != "time_ms"}


def test_it_is_what_opensm_has(subnet, tmp_path):
    found = live_json(subnet, "discover", "-o", tmp_path)
    validate(found, "discovery")
    assert found["missing"] == found["remarks"] == [] and found["error"] is None
    names = {"fabric.ibnetdiscover", "opensm-lfts.dump", "opensm-subnet.lst", "opensm.fdbs"}
    assert names <= set(os.listdir(tmp_path)) <= {*names, "slvl.txt"}
    # Its status is 0: neither fabric nor entries differ.
    difference = json.loads(weft("diff", subnet.directory, tmp_path, "--lmc", 1, "--json"))
    assert difference["entries"]["changed"] == 0 < difference["entries"]["compared"]


def test_it_is_what_ibnetdiscover_prints(subnet, tmp_path):
    live(subnet, "discover", "-o", tmp_path)
    (tmp_path / "printed").write_text(subnet.simulation.run("ibnetdiscover", "-f").stdout, encoding="utf-8")
    reports = [json.loads(weft("check", tmp_path / name, "--lfts", tmp_path / "opensm-lfts.dump", "--json"))
               for name in ("printed", "fabric.ibnetdiscover")]
    for report in reports:
        report["remarks"] = [remark for remark in report["remarks"] if "Chassis" not in remark]
    assert without_times(reports[0]) == without_times(reports[1])

    def ports(name):  # the lines of links, without what only one of them has
        text = (tmp_path / name).read_text(encoding="utf-8")
        links = re.findall(r'^(\[\d+\]).*?("[SHR]-\w+"\[\d+\]).*?# (.*?)$', text, re.MULTILINE)
        return sorted((*link[:2], tuple(re.findall(r"lid \d+|lmc \d+|\d+x[SDQFEHN]DR|v=\d", link[2]))) for link in links)
    assert ports("printed") == ports("fabric.ibnetdiscover")


def test_the_verdict_is_that_of_the_dumps(subnet):
    report = live_json(subnet, "check", "--live")
    validate(report, "routing")
    dumps = json.loads(weft("check", subnet.path("opensm-subnet.lst"), "--lfts", subnet.path("opensm-lfts.dump"), "--lmc", 1,
                            "--json"))
    assert without_times(report) == without_times(dumps)
    brief = live(subnet, "check", "--live", "--brief").stdout
    assert re.fullmatch(r"good: \d+ switches, 64 CAs, \d+ links: all end ports reach each other, no loops\n", brief)


def test_paths_are_those_of_the_dumps(subnet):
    paths = live_json(subnet, "trace", "--live", "node-0001", "node-0064")
    validate(paths, "trace")
    assert paths == json.loads(weft("trace", subnet.path("opensm-subnet.lst"), "node-0001", "node-0064", "--lfts",
                                    subnet.path("opensm-lfts.dump"), "--lmc", 1, "--json"))
    assert len(paths["paths"]) == 4


def test_the_live_fabric_is_routed(subnet):
    report = live_json(subnet, "route", "--live", "--engine", "minhop")
    assert report["change"] is None
    assert report["lft_digest"] == live_json(subnet, "check", "--live")["lft_digest"]
    page = live_json(subnet, "report", "--live")
    assert page["title"] == "the live fabric" and page["routing"]["lft_digest"] == report["lft_digest"]


def test_lanes(lanes, tmp_path):
    found = live_json(lanes, "discover", "--sls", 100000, "-o", tmp_path)
    assert found["missing"] == []
    files = ["--lfts", tmp_path / "opensm-lfts.dump", "--psl", tmp_path / "psl.txt"]
    assert (tmp_path / "psl.txt").exists()
    report = live_json(lanes, "check", "--live", "--sls", 100000)
    if (tmp_path / "slvl.txt").exists():
        files += ["--sl2vl", tmp_path / "slvl.txt"]
    dumps = json.loads(weft("check", tmp_path / "fabric.ibnetdiscover", *files, "--json"))
    assert without_times(report) == without_times(dumps)
    assert report["credit_loop"] is None and report["lanes_used"] == 3
    on_one = live_json(lanes, "check", "--live", status=1)  # without the SLs that keep paths apart
    assert on_one["credit_loop"] is not None
    error = live_json(lanes, "check", "--live", "--sls", 5, status=2)["error"]
    assert "are more than the 5 queries that --sls allows" in error


def test_a_node_that_is_silent(fabrics, runs, tmp_path):
    subnet = runs.subnet(fabrics("tree"), WEFT)
    net = subnet.simulation.net
    silent = next(name for name, _ in net.hosts()[-1].links.values())  # a leaf switch
    ports = net.nodes[silent].ports
    for port in range(ports + 1):
        subnet.simulation.command(f'Error "{silent}"[{port}] 100')
    found = live_json(subnet, "discover", *QUICK, "-o", tmp_path / "out", status=1)
    assert found["fabric"]["switches"] == len(net.switches()) - 1
    assert found["missing"] and all(each.startswith("whatever is linked to port ") for each in found["missing"])
    assert (tmp_path / "out" / "opensm-lfts.dump").exists()
    said = live(subnet, "discover", *QUICK, status=1)
    assert "was not read completely" in said.stderr and "missing: " in said.stdout
    brief = live(subnet, "check", "--live", "--brief", *QUICK, status=1).stdout
    assert brief.startswith("BAD: ") and "was not read completely" in brief and brief.count("\n") == 1
    # Interrupted, it leaves nothing. What a shell starts in the background ignores interrupts, and what that starts too.
    with subprocess.Popen([WEFT_TOOL, "discover", "--timeout", "5000", "-o", tmp_path / "cut"], stdin=subprocess.DEVNULL,
                          env=subnet.simulation.environment(), cwd=subnet.simulation.directory,
                          preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL)) as cut:
        time.sleep(0.5)
        cut.send_signal(signal.SIGINT)
        assert cut.wait(10) == -signal.SIGINT
    assert not (tmp_path / "cut").exists()
    # With no time for repeated questions it ends all the same.
    late = live_json(subnet, "discover", "--timeout", 5000, "--time-limit", 1, status=1)
    assert late["missing"][-1] == "whatever 1 s did not suffice for"
    # On a terminal one line says meanwhile how far it is.
    terminal, end = pty.openpty()
    with subprocess.Popen([WEFT_TOOL, "check", "--live", "--timeout", "5000", "--time-limit", "5"], stdout=subprocess.DEVNULL,
                          stderr=end, env=subnet.simulation.environment(), cwd=subnet.simulation.directory) as reading:
        os.close(end)
        shown, until = b"", time.monotonic() + 20
        while b" requests, 4 s" not in shown and time.monotonic() < until:
            shown += os.read(terminal, 4096)
        reading.kill()
    os.close(terminal)
    assert all(b" requests, " in line for line in shown.split(b"\r\033[K") if line)


def test_a_link_that_is_down(fabrics, runs, tmp_path):
    subnet = runs.subnet(fabrics("tree"), WEFT)
    live(subnet, "discover", "-o", tmp_path / "before")
    spine = next(node for node in subnet.simulation.net.switches() if node.name not in
                 {name for host in subnet.simulation.net.hosts() for name, _ in host.links.values()})
    subnet.simulation.unlink(spine.name, min(spine.links))
    found = live_json(subnet, "discover", "-o", tmp_path / "after")
    assert found["missing"] == []
    difference = json.loads(weft("diff", tmp_path / "before", tmp_path / "after", "--json", status=1))
    assert difference["entries"]["over_lost"] > 0


def test_there_is_no_such_port(subnet, tmp_path):
    said = live(subnet, "discover", "-C", "mlx9_9", "-o", tmp_path / "out", status=2).stderr
    assert re.search(r"this host has no CA «mlx9_9»; it has \w+", said)
    assert "port 9" in live(subnet, "discover", "-P", 9, status=2).stderr
    assert not (tmp_path / "out").exists()
    refused = live_json(subnet, "discover", "-C", "mlx9_9", status=2)
    validate(refused, "discovery")
    assert refused["fabric"] is None


def test_there_is_no_port_at_all():
    for command in (["discover"], ["check", "--live"], ["route", "--live", "--engine", "minhop"]):
        result = subprocess.run([WEFT_TOOL, *command], capture_output=True, text=True, timeout=60, check=False)
        if result.returncode != 2:
            pytest.skip("this machine has an InfiniBand port")
        assert re.fullmatch(r"weft: .*(no InfiniBand CA|cannot read live fabrics|ib_umad).*\n", result.stderr)


def test_one_fabric_only(tmp_path):
    weft("generate", "ring", "--switches", 4, "--cas", 1, "-o", tmp_path / "a.net")
    for command, sentence in (
            (["check", tmp_path / "a.net", "--live"], "leave out FABRIC"),
            (["check"], "FABRIC is missing: give FABRIC and --lfts FILE, or --live"),
            (["check", tmp_path / "a.net", "--live", "--cabling"], "leave out FABRIC"),
            (["check", "--cabling"], "FABRIC is missing"),
            (["trace", tmp_path / "a.net", "--lfts", tmp_path / "a.net"], "trace needs two nodes"),
            (["route", "--engine", "minhop"], "FABRIC is missing"),
            (["route", tmp_path / "a.net", "--engine", "minhop", "--live"], "give one of them")):
        result = subprocess.run([WEFT_TOOL, *map(str, command)], capture_output=True, text=True, timeout=60, check=False)
        assert result.returncode == 2 and sentence in result.stderr, result.stderr
