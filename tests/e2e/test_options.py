"""Options and the files that they name: read at the start, again at each heavy sweep, and by the tool."""

import json
import pathlib
import re
import socket
import subprocess

import pytest

import dumps
import simulation
from conftest import BUILD, ENGINE, ROOT, WEFT, check, weft

FILES = ["root_guid_file", "ids_guid_file", "guid_routing_order_file", "hop_weights_file",
         "port_prof_ignore_file", "port_search_ordering_file"]


def tables_of(opensm):
    return dumps.read_lfts(opensm.path("opensm-lfts.dump"))


def reload(opensm, *lines):
    """Appends lines to opensm.conf and has OpenSM read it again."""
    with open(opensm.path("opensm.conf"), "a", encoding="utf-8") as conf:
        conf.writelines(f"{line}\n" for line in lines)
    opensm.hang_up()
    opensm.settle()


def lines_of(opensm, text):
    return [line for line in opensm.log().splitlines() if text in line]


def sent_blocks(opensm):
    """How many LFT blocks OpenSM had to send for the last routing."""
    return int(re.findall(r", (\d+) of \d+ LFT blocks to send", opensm.log())[-1])


@pytest.fixture
def repaired(fabrics, runs):
    """repaired(options): a subnet that has lost a link, and whose tables the engine, asked again, would make
    in another way."""

    def make(options):
        opensm = runs.subnet(fabrics("tree"), {**WEFT, **options})
        nodes = opensm.simulation.net.nodes
        switch = next(s for s in opensm.simulation.net.switches()
                      if all(nodes[name].is_switch for name, _ in s.links.values()))
        opensm.simulation.unlink(switch.name, min(switch.links))
        opensm.settle()
        assert lines_of(opensm, "repaired: ")
        assert tables_of(opensm) != tables_made_anew(opensm)
        return opensm

    return make


def tables_made_anew(opensm):
    """What the engine, with its options, makes of the fabric as opensm sees it."""
    directory = pathlib.Path(opensm.path("anew"))
    weft("route", opensm.path("opensm-subnet.lst"), "--engine", ENGINE, "-o", directory)
    return dumps.read_lfts(directory / "opensm-lfts.dump")


def test_an_option_that_opensm_updates_takes_effect_at_the_next_sweep(fabrics, runs):
    net = fabrics("tree")
    options = {**WEFT, "weft_balance": "switch"}
    opensm = runs.subnet(net, options)
    before = tables_of(opensm)
    reload(opensm, "port_profile_switch_nodes TRUE")
    after = tables_of(opensm)
    assert after != before
    assert after == tables_of(runs.subnet(net, {**options, "port_profile_switch_nodes": "TRUE"}))
    assert opensm.errors() == []
    assert check(opensm.directory)["unreachable_pairs"] == 0


@pytest.mark.parametrize("key", ["port_shifting TRUE", "scatter_ports 7", "connect_roots TRUE",
                                 "use_scatter_for_switch_lid FALSE",
                                 "calculate_missing_routes FALSE", "weft_weigh_links TRUE"])
def test_each_option_reaches_the_engine(key, repaired):
    """An engine that is asked something else than last time does not keep what it answered then."""
    opensm = repaired({})
    reload(opensm)
    assert sent_blocks(opensm) == 0
    reload(opensm, key)
    assert sent_blocks(opensm) > 0
    reload(opensm)
    assert sent_blocks(opensm) == 0
    assert opensm.errors() == []


@pytest.mark.parametrize("key", FILES)
def test_the_content_of_a_file_is_read_again(key, repaired, tmp_path):
    file = tmp_path / key
    file.write_text("# nothing yet\n", encoding="utf-8")
    opensm = repaired({key: file})
    reload(opensm)
    assert sent_blocks(opensm) == 0
    # A GUID that the fabric does not have; a root has rank 0.
    file.write_text("0x9 0\n" if key == "root_guid_file" else "0x9 1 2\n", encoding="utf-8")
    reload(opensm)
    assert sent_blocks(opensm) > 0
    assert opensm.errors() == []


def test_a_line_that_is_wrong_is_named_once(fabrics, runs, tmp_path):
    roots = tmp_path / "roots"
    roots.write_text("# spines\n0x9\n0002c9 no prefix\n", encoding="utf-8")
    opensm = runs.subnet(fabrics("tree"), {**WEFT, "root_guid_file": roots})
    reload(opensm)
    assert len(lines_of(opensm, f"{roots}:3: ")) == 1
    roots.write_text("0x9\n", encoding="utf-8")
    reload(opensm)
    roots.write_text("0x9\n0x8,\n", encoding="utf-8")
    reload(opensm)
    assert len(lines_of(opensm, f"{roots}:3: ")) == 1
    assert len(lines_of(opensm, f"{roots}:2: ")) == 1
    assert opensm.engines_used() == [ENGINE] * 4
    assert opensm.stop() == 0


def test_a_missing_file_is_an_error_and_routing_goes_on(fabrics, runs, tmp_path):
    files = {key: tmp_path / key for key in FILES}
    opensm = runs.subnet(fabrics("tree"), {**WEFT, **files})
    reload(opensm)
    for key, file in files.items():
        assert len(lines_of(opensm, f"{key} keeps its previous value: {file}: cannot be read: No such")) == 1
    assert opensm.engines_used() == [ENGINE] * 2
    assert dumps.ibdmchk(opensm.directory).all_routed()
    assert opensm.stop() == 0


def test_a_file_that_goes_away_keeps_its_content(fabrics, runs, tmp_path):
    weights = tmp_path / "weights"
    weights.write_text("0x9 1 2\n", encoding="utf-8")
    opensm = runs.subnet(fabrics("tree"), {**WEFT, "hop_weights_file": weights})
    before = tables_of(opensm)
    weights.unlink()
    for _ in range(2):
        reload(opensm)
        assert sent_blocks(opensm) == 0
    assert tables_of(opensm) == before
    assert len(opensm.errors()) == 1 and str(weights) in opensm.errors()[0]


def test_no_file_is_no_error(fabrics, runs):
    opensm = runs.subnet(fabrics("tree"), {**WEFT, **{key: "(null)" for key in FILES}})
    assert opensm.errors() == []


class Console:
    """OpenSM's console on a TCP port. A context manager."""

    def __init__(self, port):
        self._port = port

    def __enter__(self):
        self._socket = socket.create_connection(("127.0.0.1", self._port), timeout=10)
        self._read()
        return self

    def __exit__(self, *_):
        self._socket.close()

    def _read(self):
        answer = b""
        while not answer.endswith(b"OpenSM $ "):
            more = self._socket.recv(65536)
            if not more:
                raise simulation.SimulationError("opensm closed its console")
            answer += more
        return answer.decode(errors="replace")

    def command(self, line):
        self._socket.sendall(f"{line}\n".encode())
        return self._read()


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


@pytest.fixture
def console():
    return {"console": "loopback", "console_port": free_port()}


@pytest.mark.parametrize("force_heavy_sweep", ["FALSE", "TRUE"])
def test_reroute_routes_anew(force_heavy_sweep, repaired, console):
    """With force_heavy_sweep OpenSM takes it for a wish to sweep, and discovers the subnet first."""
    opensm = repaired({**console, "force_heavy_sweep": force_heavy_sweep})
    routings = len(opensm.engines_used())
    with Console(console["console_port"]) as line:
        line.command("reroute")
        simulation.wait_until(lambda: len(opensm.engines_used()) > routings, "a routing", 30)
        line.command("portstatus")  # after the routing
    assert sent_blocks(opensm) > 0
    if force_heavy_sweep == "TRUE":
        opensm.wait_for_sweep()  # that of the reroute
    reload(opensm)  # OpenSM writes its dumps in sweeps alone
    assert sent_blocks(opensm) == 0
    assert tables_of(opensm) == tables_made_anew(opensm)
    assert opensm.errors() == []


def test_reroute_takes_the_options_as_they_were_read_last(repaired, console, tmp_path):
    roots = tmp_path / "roots"
    roots.write_text("0x9\n", encoding="utf-8")
    opensm = repaired({**console, "root_guid_file": roots})
    roots.write_text("0xbad!\n", encoding="utf-8")
    routings = len(opensm.engines_used())
    with Console(console["console_port"]) as line:
        line.command("reroute")
        simulation.wait_until(lambda: len(opensm.engines_used()) > routings, "a routing", 30)
        line.command("portstatus")  # after the routing
    assert opensm.engines_used() == [ENGINE] * (routings + 1)
    assert lines_of(opensm, f"{roots}:1: ") == []  # no file is read by a reroute
    assert sent_blocks(opensm) > 0
    roots.write_text("0x9\n", encoding="utf-8")
    reload(opensm)
    assert sent_blocks(opensm) == 0
    assert opensm.errors() == []
    assert opensm.stop() == 0


def test_switchbalance_counts_the_paths(fabrics, runs, console):
    def balance(options):
        opensm = runs.subnet(fabrics("tree"), {**options, **console})
        with Console(console["console_port"]) as line:
            answer = line.command("switchbalance verbose")
        assert opensm.stop() == 0
        return answer

    ours = balance({**WEFT, "weft_balance": "switch"})
    assert ours.count("Switch: ") == len(fabrics("tree").switches())
    assert ours == balance({"routing_engine": "minhop"})


def route(*arguments, status):
    result = subprocess.run([BUILD / "weft", "route", *map(str, arguments)], capture_output=True,
                            text=True, timeout=60, check=False)
    assert result.returncode == status, result.stdout + result.stderr
    return result


@pytest.mark.parametrize("key", FILES)
def test_the_tool_reads_the_files_too(key, fabrics, tmp_path):
    net = fabrics("tree").path
    file = tmp_path / key
    assert str(file) in route(net, "--engine", "minhop", "--set", f"{key}={file}", status=2).stderr
    file.write_text("0x9 1 2\n0xbad!\n", encoding="utf-8")
    warned = route(net, "--engine", "minhop", "--set", f"{key}={file}", status=0).stderr
    assert f"{file}:2: '0xbad!' was left out" in warned
    assert route(net, "--engine", "minhop", "--set", f"{key}=(null)", status=0).stderr == ""
    assert route(net, "--engine", "minhop", "--set", f"{key}=", status=0).stderr == ""


@pytest.mark.parametrize("setting", ["scatter_ports=many", "port_shifting=perhaps", "lmc_esp0=2",
                                     "weft_else=1", "connect_roots"])
def test_the_tool_refuses_what_it_does_not_understand(setting, fabrics):
    net = fabrics("tree").path
    message = route(net, "--engine", "minhop", "--set", setting, status=2).stderr
    assert setting.split("=", maxsplit=1)[0] in message


def test_the_tool_gives_enhanced_ports_0_as_many_lids_as_hosts(tmp_path):
    text = (ROOT / "tests/data/triangle.ibnetdiscover").read_text(encoding="utf-8")
    assert "base port 0" in text
    fabric = tmp_path / "fabric.ibnetdiscover"
    fabric.write_text(text.replace("base port 0", "enhanced port 0", 1), encoding="utf-8")

    def lids(*arguments):
        found = route(fabric, "--engine", "minhop", "--lmc", "2", "--json", *arguments, status=0)
        return json.loads(found.stdout)["fabric"]["lids"]

    assert lids("--set", "lmc_esp0=TRUE") == lids() + 3
