"""weft counters, on counters of traffic over known routes, in the formats of the tools that read such."""

import copy
import gzip
import json
import os
import pathlib
import re
import subprocess

import pytest

from conftest import BUILD, complaint, run_weft, weft
from counted import RATE, Counted
from schema import validate

SECONDS = 60
HOSTS = 32


@pytest.fixture(scope="module")
def routed(tmp_path_factory):
    """A folder with a tree of 8 leaf switches with 4 hosts each and 4 spines, and its routes."""
    folder = tmp_path_factory.mktemp("routed")
    weft("generate", "xgft", "--down", "4,8", "--up", "1,4", "-o", folder / "tree.net")
    weft("route", folder / "tree.net", "--engine", "updn", "-o", folder)
    return folder


@pytest.fixture
def counted(routed):
    """Everybody sends the same to everybody: links are used to a tenth."""
    result = Counted(routed)
    result.all_to_all(RATE * SECONDS // 10 // (HOSTS - 1))
    return result


def counters(routed, *files, status, more=()):
    """What the tool says of files, a minute from one to the next."""
    options = [argument for file in files for argument in ("--counters", file)]
    found = json.loads(weft("counters", routed / "fabric.net", "--lfts", routed / "opensm-lfts.dump", *options,
                            "--interval", SECONDS, *more, "--json", "--all", status=status))
    validate(found, "counters")
    return found


def judged(routed, folder, now, status, before=None):
    """What was counted from zeros on."""
    (folder / "before").write_text((before or Counted(routed)).perfquery(), encoding="utf-8")
    (folder / "now").write_text(now.perfquery(), encoding="utf-8")
    return counters(routed, folder / "before", folder / "now", status=status)


def test_a_time_in_which_no_link_carries_so_much_is_said(routed, counted, tmp_path):
    (tmp_path / "before").write_text(Counted(routed).perfquery(), encoding="utf-8")
    (tmp_path / "now").write_text(counted.perfquery(), encoding="utf-8")
    asked = ["counters", routed / "fabric.net", "--lfts", routed / "opensm-lfts.dump", "--counters", tmp_path / "before",
             "--counters", tmp_path / "now"]
    assert "times what it can in 1 s: the time is wrong" in weft(*asked, "--interval", 1, status=1)
    assert "the time is wrong" not in weft(*asked, "--interval", SECONDS)


def name(end):
    return f"{end['name']}[{end['port']}]"


def causes(found):
    """{(cause, sender, receiver)}"""
    assert found["hot"]["count"] == len(found["hot"]["list"])
    return {(hot["cause"], name(hot["link"]["from"]), name(hot["link"]["to"])) for hot in found["hot"]["list"]}


def directions(counted, cause, ends):
    return {(cause, *(f"{end.description}[{end.port}]" for end in (near, counted.subnet.links[near]))) for near in ends}


def job_of(counted):
    """Hosts of one leaf, and hosts of two others that their leaf reaches by the same spine."""
    uplink = {}
    for host in sorted(counted.hosts)[4:]:
        uplink.setdefault(counted.path("node-0001", host)[1].port, []).append(host)
    port, (one, two, *_) = next(item for item in sorted(uplink.items()))
    assert port > 4 and counted.subnet.links[counted.hosts[one]] != counted.subnet.links[counted.hosts[two]]
    return [("node-0001", one), ("node-0002", two)]


def test_an_even_load_is_quiet(routed, counted, tmp_path):
    found = judged(routed, tmp_path, counted, 0)
    assert found["hot"]["count"] == 0 and found["seconds"] == SECONDS and not found["cleared_ports"]
    kinds = {kind["name"]: kind for kind in found["kinds"]}
    assert set(kinds) == {"up from leaf switches to roots", "down from roots to leaf switches", "to end ports",
                          "from end ports"}
    assert kinds["from end ports"]["mean_used"] == pytest.approx(0.1, rel=1e-3)
    assert all(kind["links"] == kind["measured"] == 32 for kind in kinds.values())
    assert kinds["up from leaf switches to roots"]["max_measured"] == pytest.approx(1)


def test_a_job_and_a_bad_cable_are_told_and_nothing_else(routed, counted, tmp_path):
    loaded = set()
    for source, destination in job_of(counted):
        counted.send(source, destination, RATE * SECONDS * 4 // 10)
        loaded.update(counted.path(source, destination)[1:-1])
    bad = counted.subnet.end(counted.hosts["node-0032"].node_guid, 1)
    counted.add(counted.subnet.links[bad], "symbol_errors", 70_000)
    found = judged(routed, tmp_path, counted, 1)
    assert causes(found) == directions(counted, "job", loaded) | directions(counted, "cable", [bad])
    assert [hot["cause"] for hot in found["hot"]["list"]] == ["cable", "job", "job", "job"]
    cable, worst, *_ = found["hot"]["list"]
    assert re.match(r"symbol errors 70000 at leaf 7\[\d\]: reseat", cable["why"])
    assert cable["link"]["receiver"]["symbol_errors"] == 70_000
    assert worst["link"]["used"] == pytest.approx(0.9, abs=0.02)
    sources, destinations = zip(*job_of(counted))
    assert all(host in worst["why"] for host in (*sources, *destinations)), worst["why"]
    assert found["links"]["list"][0]["octets"] == worst["link"]["octets"]
    printed = weft("counters", routed / "fabric.net", "--lfts", routed / "opensm-lfts.dump", "--counters",
                   tmp_path / "before", "--counters", tmp_path / "now", "--interval", SECONDS, "--top", "2", status=1)
    assert "hot links: 4\n  cable: node-0032[1] -> leaf 7" in printed and "and 2 more" in printed


def test_routes_that_lead_all_over_one_link(routed, tmp_path):
    """The first leaf sends all that is for others by its first uplink."""
    text = (routed / "opensm-lfts.dump").read_text(encoding="utf-8")
    first, rest = text.split("Unicast lids", 2)[1:]
    first = re.sub(r"(?m)^(0x\w+) 00[678]", r"\1 005", first)
    for file in ("fabric.net", "opensm-subnet.lst"):
        (tmp_path / file).write_bytes((routed / file).read_bytes())
    (tmp_path / "opensm-lfts.dump").write_text("Unicast lids" + first + "Unicast lids" + rest, encoding="utf-8")
    counted = Counted(tmp_path)
    counted.all_to_all(RATE * SECONDS // 10 // (HOSTS - 1))
    found = judged(tmp_path, tmp_path, counted, 1)
    assert directions(counted, "routes", [counted.path("node-0001", "node-0005")[1]]) <= causes(found)
    assert {cause for cause, *_ in causes(found)} == {"routes"}
    assert "the routes lead 4.0 times as many paths" in found["hot"]["list"][0]["why"]


def test_a_slow_host_holds_up_those_that_send_to_it(routed, counted, tmp_path):
    path = counted.path("node-0001", "node-0020")
    for end, seconds in zip(path[1:], (6, 9, 30)):
        counted.wait(end, seconds)
    found = judged(routed, tmp_path, counted, 1)
    assert causes(found) == directions(counted, "spread", path[1:3]) | directions(counted, "end port", path[3:])
    host, *spread = found["hot"]["list"]
    assert "node-0020[1] does not take what it is sent: the port waited in 50 % of the time" in host["why"]
    assert all(hot["held_up_by"].endswith("node-0020[1]") for hot in spread)


def test_all_formats_say_the_same(routed, counted, tmp_path):
    counted.add(counted.subnet.end(counted.hosts["node-0032"].node_guid, 1), "symbol_errors", 70_000)
    counted.wait(counted.path("node-0001", "node-0020")[1], 3)
    expected = None
    for writer in ("perfquery", "exporter", "ibdiagnet", "ibqueryerrors", "performance_manager"):
        write = getattr(Counted, writer)
        seconds = (0, 60) if writer == "performance_manager" else None
        for number, snapshot in enumerate((Counted(routed), counted)):
            text = write(snapshot, seconds[number]) if seconds else write(snapshot)
            (tmp_path / f"{number}").write_text(text, encoding="utf-8")
        if writer == "ibqueryerrors":  # does not print what is 0, so that there is no difference
            found = json.loads(weft("counters", routed / "fabric.net", "--lfts", routed / "opensm-lfts.dump", "--counters",
                                    tmp_path / "1", "--json", "--all", status=1))
            assert found["links"]["list"][0]["octets"] == expected["links"]["list"][0]["octets"]
            continue
        found = counters(routed, tmp_path / "0", tmp_path / "1", status=1)
        if seconds:
            assert [one["time"] for one in found["snapshots"]] == [1_700_000_000, 1_700_000_060]
        for one in found["snapshots"]:
            del one["source"], one["time"]
        expected = expected or found
        assert found == expected, writer


def test_times(routed, counted, tmp_path):
    before, now = tmp_path / "before", tmp_path / "now"
    before.write_text(Counted(routed).perfquery(), encoding="utf-8")
    now.write_text(counted.perfquery(), encoding="utf-8")
    asked = ["counters", routed / "fabric.net", "--lfts", routed / "opensm-lfts.dump", "--json"]
    os.utime(before, (1_000_000, 1_000_000))
    os.utime(now, (1_000_060, 1_000_060))
    both = ["--counters", before, "--counters", now]
    found = json.loads(weft(*asked, *both))
    assert found["seconds"] == 60 and "count as of when they were written" in found["remarks"][0]
    os.utime(now, (1_000_000, 1_000_000))
    found = json.loads(weft(*asked, *both))
    assert found["seconds"] is None and "is unknown" in found["remarks"][0]
    assert found["links"]["list"][0]["used"] is None
    for number, file in enumerate((before, now)):
        file.write_text(counted.performance_manager(60 * number), encoding="utf-8")
    assert json.loads(weft(*asked, *both))["seconds"] == 60
    assert "name the oldest file first" in complaint(*asked[:-1], "--counters", now, "--counters", before)


def test_cleared_counters_are_said_and_do_not_count(routed, counted, tmp_path):
    end = counted.path("node-0001", "node-0020")[1]
    later = copy.copy(counted)
    later.counters = copy.deepcopy(counted.counters)
    later.counters[end]["xmit_data"] = 40
    later.counters[counted.subnet.links[end]]["rcv_data"] = 40
    found = judged(routed, tmp_path, later, 0, before=counted)
    assert found["cleared_ports"] == 2
    assert any("were cleared between two files" in remark for remark in found["remarks"])


def test_several_files_are_a_course(routed, counted, tmp_path):
    files = []
    sum_of_all = Counted(routed)
    for number in range(4):
        files.append(tmp_path / f"{number}.gz")
        files[-1].write_bytes(gzip.compress(sum_of_all.perfquery().encode("utf-16")))
        sum_of_all.all_to_all(RATE * SECONDS // 100 * (number + 1) // (HOSTS - 1))
    found = counters(routed, *files, status=0)
    assert found["seconds"] == 3 * SECONDS
    first, *steps = found["snapshots"]
    assert first["kinds"] is None and first["seconds"] is None
    used = [next(kind["mean_used"] for kind in step["kinds"] if kind["name"] == "to end ports") for step in steps]
    assert used == pytest.approx([0.01, 0.02, 0.03], rel=1e-2)


def test_traffic_is_replayed_over_engines(routed, counted, tmp_path):
    (tmp_path / "now").write_text(counted.perfquery(), encoding="utf-8")
    pairs = job_of(counted)
    (tmp_path / "pairs").write_text("".join(f"{a} {b} {RATE}\n" for a, b in pairs), encoding="utf-8")
    asked = ["counters", routed / "fabric.net", "--lfts", routed / "opensm-lfts.dump", "--counters", tmp_path / "now"]
    found = json.loads(weft(*asked, "--traffic", tmp_path / "pairs", "--compare", "ftree,minhop,torus-2QoS", "--json"))
    validate(found, "counters")
    now, *others = found["replays"]
    assert now["routing"] == "the active tables" and now["seconds"] == 2 and now["end_port_seconds"] == 1
    assert now["octets"] == 2 * RATE and now["busiest_octets"] == 2 * RATE and now["lost_octets"] == 0
    assert now["busiest_link"].startswith("leaf 0[")
    assert [row["routing"] for row in others] == ["ftree", "minhop", "torus-2QoS"]
    assert all(1 <= row["seconds"] <= 2 for row in others[:2])
    assert others[2]["error"] and others[2]["seconds"] is None
    printed = weft(*asked, "--traffic", tmp_path / "pairs", "--compare", "ftree")
    assert re.search(r"replay over the active tables: 2 s on the busiest link, leaf 0\[\d\] -> spine", printed)
    assert "replay over ftree: " in printed


def test_the_page_has_counters(routed, counted, tmp_path):
    """In headless Chromium: each hot link with its cause, a second drawing, and a chart of each kind over time."""
    bad = counted.subnet.end(counted.hosts["node-0032"].node_guid, 1)
    counted.add(counted.subnet.links[bad], "symbol_errors", 70_000)
    for source, destination in job_of(counted):
        counted.send(source, destination, RATE * SECONDS * 4 // 10)
    later = copy.copy(counted)
    later.counters = copy.deepcopy(counted.counters)
    files = [tmp_path / name for name in ("one", "<b>two", "three")]
    for file, snapshot in zip(files, (Counted(routed), counted, later)):
        file.write_text(snapshot.perfquery(), encoding="utf-8")
    asked = [routed / "fabric.net", "--lfts", routed / "opensm-lfts.dump", "--interval", SECONDS]
    for file in files:
        asked += ["--counters", file]
    page = tmp_path / "page.html"
    report = json.loads(weft("report", *asked, "--json", "-o", page))
    validate(report, "report")
    assert report["counters"] == json.loads(weft("counters", *asked, "--json", "--top", 50, status=1))
    assert report["counters"]["hot"]["count"] == 4
    shown = subprocess.run(["chromium", "--headless", "--no-sandbox", "--disable-gpu", "--enable-logging=stderr",
                            "--virtual-time-budget=5000", "--dump-dom", page.as_uri()], capture_output=True, timeout=120, check=True)
    assert b"CONSOLE" not in shown.stderr, shown.stderr.decode(errors="replace")
    dom = shown.stdout.decode()
    section = dom[dom.index('<section id="counters"'):dom.index("</main>")]
    assert section.count("<svg") == 1 and "percent of the capacity over one direction" in section
    rows = [[re.sub("<[^>]*>", "", cell) for cell in re.findall(r"<td[^>]*>(.*?)</td>", row)]
            for row in re.findall(r"<tr>(.*?)</tr>", section)]
    assert [row[0] for row in rows if row and row[0] in ("cable", "job")] == ["cable", "job", "job", "job"]
    assert any("symbol errors 70000" in row[5] for row in rows if row and row[0] == "cable")
    assert section.count("<canvas") == 4 and len(re.findall('id="measured-title"', dom)) == 1
    plain = tmp_path / "plain.html"
    report = json.loads(weft("report", *asked[:3], "--json", "-o", plain))
    assert report["counters"] is None
    assert "with --lfts, not --engine" in complaint("report", routed / "fabric.net", "--engine", "updn", "--counters", files[0],
                                                    "-o", plain)


@pytest.mark.parametrize("text, sentence", [
    ("", "is empty"),
    ("\x00\x01 nothing\n", ":1: these are no counters in a known format"),
    ("# Port counters: Lid 2 port 1 (CapMask: 0x1400)\nPortXmitData:....12", ":2: this last line has no end"),
    ("# Port counters: Lid 2 port 1\nPortXmitData:....many\n", ":2: expected a number"),
    ("# Port counters: Lid 999 port 1\nPortXmitData:....1\n", "there is no counter of a port of the fabric"),
])
def test_what_is_wrong_with_a_file_is_said(routed, tmp_path, text, sentence):
    (tmp_path / "file").write_text(text, encoding="utf-8")
    asked = ["counters", routed / "fabric.net", "--lfts", routed / "opensm-lfts.dump", "--counters", tmp_path / "file"]
    assert sentence in complaint(*asked)
    refused = json.loads(run_weft(*asked, "--json", status=2).stdout)
    validate(refused, "counters")
    assert sentence in refused["error"]


def test_the_real_tools_on_ibsim(fabrics, runs, tmp_path):
    opensm = runs.subnet(fabrics("tree"), {"routing_engine": "minhop"})
    folder = pathlib.Path(opensm.path("opensm-subnet.lst")).parent
    ibsim = opensm.simulation
    counted = Counted(folder)
    leaf = next(end for end in counted.subnet.links if end.is_switch and not counted.subnet.links[end].is_switch)
    ibsim.set_counter(ibsim.net.by_guid(leaf.node_guid).name, leaf.port, "PortCounters.SymbolErrorCounter", 300)

    def printed(*command):
        for _ in range(3):  # on a busy machine ibqueryerrors sometimes ends by SIGSEGV
            run = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False,
                                 env={**os.environ, **ibsim.environment()})
            if run.returncode >= 0:
                break
        assert run.stdout, run.stderr
        return run.stdout

    some = [str(leaf.lid), "1,2,3,4"]
    for text, ports in ((printed("perfquery", "-l", *some) + printed("perfquery", "-x", "-l", *some), 4),
                        (printed("ibqueryerrors", "--counters") + printed("ibqueryerrors"), len(counted.subnet.links))):
        (tmp_path / "counters").write_text(text, encoding="utf-8")
        found = json.loads(weft("counters", folder / "opensm-subnet.lst", "--lfts", folder / "opensm-lfts.dump", "--counters",
                                tmp_path / "counters", "--json", status=1))
        assert found["snapshots"][0]["ports"] == ports
        assert [(hot["cause"], name(hot["link"]["to"])) for hot in found["hot"]["list"]] == [
            ("cable", f"{leaf.description}[{leaf.port}]")]
        assert "symbol errors 300" in found["hot"]["list"][0]["why"]
    live = json.loads(subprocess.run([str(BUILD / "weft"), "counters", "--live", "--counters", tmp_path / "counters", "--json"],
                                     capture_output=True, text=True, timeout=60, check=False,
                                     env={**os.environ, **ibsim.environment()}).stdout)
    assert live["hot"] == found["hot"]
