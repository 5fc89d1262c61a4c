"""Hosts choose their own descriptions: none may forge what Weft writes, or run in what shows it."""

import itertools
import json
import re
import subprocess

import pytest

import dumps
import prometheus
import schema
from conftest import BUILD, weft

# In descriptions that ibsim reads there are no quotation marks and no line feeds.
NAMES = ["</script><script>alert(1)</script>", "$(touch forged)`touch forged`;&|", "\x1b[2J\x1b]0;forged\x07",
         "\r1 forged line", "%s%n%999999d{}{{0}}", "=cmd|'/c calc'!A1", "\xff\xfe\x9b2J", "\xc2\x9b2J", "../../forged", "-rf --help"]
LINE = re.compile(r"[A-Z][a-z]{2} \d\d \d\d:\d\d:\d\d \d{6} \[[0-9A-F]+\] 0x[0-9a-f]{2} -> ")


@pytest.fixture(scope="module", name="net")
def hostile_net(tmp_path_factory):
    """A tree whose switches and hosts have such names, each with a number, as what is printed of ibsim.

    Latin-1, so that there are bytes that are no UTF-8.
    """
    path = tmp_path_factory.mktemp("hostile") / "hostile.net"
    weft("generate", "xgft", "--down", "3,6", "--up", "1,2", "-o", path)
    counter = itertools.count()
    text = re.sub('# "[^"]+"', lambda _: f'# "{NAMES[next(counter) % len(NAMES)]} {next(counter)}"',
                  path.read_text(encoding="ascii"))
    path.write_text(text, encoding="latin-1")
    return dumps.Net(path)


def test_they_forge_nothing_in_opensm(runs, net, tmp_path):
    status, metrics, plan = (tmp_path / name for name in ("status.json", "weft.prom", "plan.csv"))
    plan.write_text("a,a_port,b,b_port\nleaf 0,1,spine 0,1\n", encoding="ascii")
    opensm = runs.subnet(net, {"event_plugin_name": "weft", "routing_engine": "weft-updn,no_fallback",
                               "weft_status_file": status, "weft_metrics_file": metrics, "weft_plan_file": plan,
                               "weft_flap_losses": 2})
    nodes = opensm.simulation.net.nodes
    spine = next(s for s in opensm.simulation.net.switches() if all(nodes[n].is_switch for n, _ in s.links.values()))
    for change in (opensm.simulation.unlink, opensm.simulation.relink, opensm.simulation.unlink):
        change(spine.name, min(spine.links))
        opensm.settle()
    opensm.wait_until_quiet()
    lines = opensm.log().split("\n")[:-1]
    weft_lines = [line for line in lines if "-> weft" in line]
    assert weft_lines and all(LINE.match(line) for line in weft_lines)
    assert not re.search(r"[\x00-\x09\x0b-\x1f\x7f]", "".join(weft_lines))
    schema.validate(json.loads(status.read_text(encoding="utf-8")), "status")
    prometheus.read(metrics)
    assert not list(tmp_path.rglob("forged"))


def test_they_run_in_no_page_and_on_no_terminal(net, tmp_path):
    net = net.path
    weft("route", net, "--engine", "updn", "-o", tmp_path / "tables")
    page = tmp_path / "page.html"
    weft("report", net, "--lfts", tmp_path / "tables" / "opensm-lfts.dump", "-o", page)
    assert b"<script>alert(1)" not in page.read_bytes()
    for command in (["check", net], ["check", net, "--lfts", tmp_path / "tables" / "opensm-lfts.dump"],
                    ["compare", net, "--engine", "updn,minhop"], ["trace", net, "--lfts", tmp_path / "tables" / "opensm-lfts.dump", "1", "9"]):
        result = subprocess.run([str(BUILD / "weft"), *map(str, command)], capture_output=True, timeout=120, check=False,
                                encoding="utf-8")  # and what is no UTF-8 fails
        assert result.returncode in (0, 1) and result.stdout, result.stderr
        assert not re.search(r"[\x00-\x08\x0b-\x1f\x7f-\x9f]", result.stdout + result.stderr), command
