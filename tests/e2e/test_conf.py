"""weft route --conf: what an opensm with that opensm.conf does, to the byte, and what is said where that cannot be
known."""

import json
import pathlib
import random
import subprocess
import sys

import pytest

import dumps
from chains import Policy, step
from conftest import ROOT, complaint, run_weft, weft
from schema import validate

FABRICS = {
    "tree": ["xgft", "--down", "4,4,2", "--up", "1,2,2"],
    "torus": ["torus", "--dims", "4,5", "--cas", "2"],
    "islands": ["islands", "--down", "3,3", "--up", "1,2", "--dims", "5,4", "--cas", "1"],
}
SAMPLE = (ROOT / "conf" / "opensm.conf").read_text(encoding="utf-8")
PATH_SLS = pathlib.Path(__file__).with_name("path_sls.py")
PATHS = 200  # asked for in each fabric
ALL_ENGINES = "event_plugin_name weft\n"


def lines(**options):
    return "".join(f"{key} {value}\n" for key, value in options.items())


def files_of_nodes(net, directory):
    """An opensm.conf whose options name files, with quotes, alternative names and lines that do not count."""
    switches = sorted(node.guid for node in net.switches())
    hosts = sorted(node.guid + 1 for node in net.hosts())
    texts = {
        "root_guid_file": [f"0x{guid:x}" for guid in switches[-4:]],
        "ids_guid_file": [f"0x{guid:x} {1000 - i}" for i, guid in enumerate(switches)],
        "guid_routing_order_file": [f"0x{guid:x}" for guid in hosts[5:9]],
        "port_prof_ignore_file": [f"0x{switches[0]:x} 5", "nonsense"],
        "dimn_ports_file": [f"0x{guid:x} 6 5" for guid in switches[:3]],
    }
    for name, text in texts.items():
        (directory / name).write_text("\n".join(text) + "\n")
    named = "".join(f'{name}\t"{directory / name}"  # as it is\n' for name in texts)
    return ALL_ENGINES + named + lines(
        routing_engine="'weft-updn, no_fallback'", scatter_ports="0x7", port_profile_switch_nodes="true",
        lmc="1", port_shifting="TRUE", weft_balance="fabric",
        event_plugin_options="weft_balance=switch,use_scatter_for_switch_lid=FALSE other=1") + "lmc none\n"


def chain_conf(_, directory):
    policy = Policy(directory)
    policy.write(step(1, "updn", topology=0), step(2, "ftree", topology=1), step(3, "dfsssp", topology=2))
    return lines(**policy.conf(qos="TRUE"))


CASES = {
    "the sample": ("tree", lambda *_: SAMPLE, "weft-auto"),
    "the sample on a torus": ("torus", lambda *_: SAMPLE, "weft-auto"),
    "a list whose first engine refuses": ("torus", lambda *_: ALL_ENGINES + lines(
        routing_engine="weft-ftree,weft-updn,weft-minhop"), "weft-updn"),
    "files": ("tree", files_of_nodes, "weft-updn"),
    "lanes": ("torus", lambda *_: ALL_ENGINES + lines(
        qos="TRUE", routing_engine="weft-dfsssp", qos_sl2vl="0,0,0,0", qos_swe_sl2vl="3,2,1,0,15,3,3,3,3,3,3,3,3,3,3,3",
        qos_vlarb_high="0:1,2:3,3:4", qos_vlarb_low="1:0"), "weft-dfsssp"),
    "lanes that CAs send": ("torus", lambda *_: ALL_ENGINES + lines(
        qos="TRUE", routing_engine="weft-dfsssp", qos_ca_sl2vl="0,15,2,1,4,5", qos_ca_vlarb_high="0:9,2:9,4:9,5:9",
        qos_ca_vlarb_low="0:9"), "weft-dfsssp"),
    "two lanes": ("torus", lambda *_: ALL_ENGINES + lines(
        qos="TRUE", max_op_vls=2, routing_engine="weft-lash,weft-nue"), "weft-lash"),
    "one data VL": ("torus", lambda *_: ALL_ENGINES + lines(
        qos="TRUE", max_op_vls=1, routing_engine="weft-lash,weft-nue", nue_max_num_vls=0), "weft-nue"),
    "lanes that nue may not use": ("torus", lambda *_: ALL_ENGINES + lines(
        qos="TRUE", routing_engine="weft-nue", weft_reversible="FALSE"), "weft-nue"),
    "no lanes": ("torus", lambda *_: ALL_ENGINES + lines(
        qos="true", routing_engine="unheard-of,weft-dfsssp,weft-dor"), "weft-dor"),
    "chain": ("islands", chain_conf, "chain"),
}


def psl_of(directory):
    """{(source LID, destination LID): SL} of psl.txt."""
    sls, source = {}, None
    for line in (directory / "psl.txt").read_text().splitlines():
        if line.startswith("Channel Adapter"):
            source = int(line.rsplit(" ", 1)[1])
        elif line.startswith("0x"):
            destination, sl = line.split(":")
            sls[source, int(destination, 16)] = int(sl)
    return sls


def expect_sls(opensm, plan):
    """Path queries are answered with the SLs of the plan; on one lane with 0, as they ask."""
    subnet = dumps.Subnet(opensm.path("opensm-subnet.lst"))
    lids = [end.lid for end in subnet.end_ports()]
    planned = psl_of(plan) if (plan / "psl.txt").exists() else {}
    pairs = random.Random(1).sample([(a, b) for a in lids for b in lids if a != b], PATHS)
    answers = opensm.simulation.run(sys.executable, PATH_SLS, sm_lid(opensm),
                                    *(f"{a}:{b}" for a, b in pairs)).stdout.splitlines()
    assert [int(answer.split()[0]) for answer in answers] == [planned.get(pair, 0) for pair in pairs]
    return {planned.get(pair, 0) for pair in pairs}


def sm_lid(opensm):
    name = opensm.simulation.net.hosts()[0].guid
    ends = dumps.Subnet(opensm.path("opensm-subnet.lst")).end_ports()
    return next(end.lid for end in ends if end.node_guid == name)


@pytest.mark.parametrize("case", CASES)
def test_opensm_and_the_tool_make_the_same_of_a_conf(case, net, runs, tmp_path):
    fabric, make, engine = CASES[case]
    opensm = runs.subnet(net(fabric), make(net(fabric), tmp_path))
    assert set(opensm.engines_used()) == {engine}
    plan = tmp_path / "plan"
    report = json.loads(weft("route", opensm.path("opensm-subnet.lst"), "--conf", opensm.path("opensm.conf"), "-o", plan,
                             "--json"))
    validate(report, "routing")
    assert report["engine"] == engine.removeprefix("weft-")
    assert report["conf"]["file"] == opensm.path("opensm.conf")
    assert (plan / "opensm-lfts.dump").read_bytes() == pathlib.Path(opensm.path("opensm-lfts.dump")).read_bytes()
    sls = expect_sls(opensm, plan)
    assert (len(sls) > 1) == (case in ("lanes", "lanes that CAs send", "two lanes", "chain"))
    assert case != "lanes that CAs send" or sls <= {0, 2, 4, 5}


def test_stocks_options_are_read_as_opensm_reads_them(tmp_path):
    """What opensm -c writes of a conf means the same to the tool as the conf itself, for which opensm is asked."""
    fabric = tmp_path / "tree.net"
    weft("generate", *FABRICS["tree"], "-o", fabric)
    net = dumps.Net(fabric)
    own = files_of_nodes(net, tmp_path)
    (tmp_path / "own.conf").write_text(own)
    subprocess.run(["opensm", "-F", tmp_path / "own.conf", "-c", tmp_path / "stocks.conf"], capture_output=True, timeout=60,
                   check=True)
    stocks = (tmp_path / "stocks.conf").read_text() + "use_scatter_for_switch_lid FALSE\n"
    assert "event_plugin_name weft\n" in stocks
    (tmp_path / "stocks.conf").write_text(stocks)
    digests = [json.loads(weft("route", fabric, "--conf", tmp_path / name, "--json"))["lft_digest"]
               for name in ("own.conf", "stocks.conf")]
    assert digests[0] == digests[1]
    changed = stocks.replace("scatter_ports 7", "scatter_ports 8")
    assert changed != stocks
    (tmp_path / "changed.conf").write_text(changed)
    assert json.loads(weft("route", fabric, "--conf", tmp_path / "changed.conf", "--json"))["lft_digest"] != digests[0]


@pytest.fixture(scope="module")
def torus(tmp_path_factory):
    path = tmp_path_factory.mktemp("torus") / "torus.net"
    weft("generate", *FABRICS["torus"], "-o", path)
    return path


@pytest.fixture
def conf(tmp_path):
    def write(text):
        (tmp_path / "opensm.conf").write_text(text)
        return tmp_path / "opensm.conf"
    return write


def test_the_report_says_why_others_do_not_route(torus, conf):
    path = conf(ALL_ENGINES + "routing_engine ftree,weft-ftree,typo,weft-updn,weft-minhop\n")
    text = weft("route", torus, "--conf", path)
    reasons = [line.removeprefix(f"{path}: ") for line in text.splitlines() if line.startswith(f"{path}: ")]
    assert reasons[0].startswith("ftree: it is OpenSM's own engine, which is not available here")
    assert reasons[1].startswith("weft-ftree: ") and "no tree" in reasons[1]
    assert reasons[2] == "typo: there is no such engine: opensm leaves it out"
    assert reasons[3:] == ["weft-updn routes"]
    report = json.loads(weft("route", torus, "--conf", path, "--json"))
    assert [fallback["engine"] for fallback in report["conf"]["fallbacks"]] == ["ftree", "weft-ftree", "typo"]
    assert report["conf"]["fallbacks"][1]["reason"] in reasons[1]
    said = run_weft("whatif", torus, "--conf", path, "--fail", "every-link", "--json").stderr
    assert f"weft: {path}: weft-updn routes\n" in said


@pytest.mark.parametrize("more, follows", [
    ("", "opensm would route with its own min-hop, unverified"),
    (" no_fallback", "with no_fallback, opensm would leave the subnet without routes"),
])
def test_it_says_what_opensm_does_where_none_routes(more, follows, torus, conf):
    path = conf(ALL_ENGINES + f"routing_engine weft-ftree,weft-dfsssp{more}\n")
    refused = run_weft("route", torus, "--conf", path, "--json", status=1)
    report = json.loads(refused.stdout)
    validate(report, "routing")
    assert report["error"].endswith(follows) and report["error"] in refused.stderr
    assert report["engine"] is None
    assert [fallback["engine"] for fallback in report["conf"]["fallbacks"]] == ["weft-ftree", "weft-dfsssp"]


def test_behind_an_engine_that_always_routes_none_is_asked(torus, conf):
    path = conf(ALL_ENGINES + "routing_engine weft-ftree,minhop,weft-updn\n")
    said = complaint("route", torus, "--conf", path, status=1)
    assert "minhop: it is OpenSM's own engine, which routes every fabric: no engine behind it is asked" in said
    assert "weft-updn" not in said


@pytest.mark.parametrize("text, words", [
    ("", "routing_engine has no engine of Weft's that opensm asks"),
    (ALL_ENGINES + "routing_engine minhop,weft-updn\n", "minhop: it is OpenSM's own engine, which routes every fabric"),
    ("routing_engine weft-updn\n", "weft-updn: event_plugin_name loads no plug-in that has it"),
    ("event_plugin_name other,weft\nrouting_engine weft-updn\n", None),
    ("event_plugin_name other,other,weft\nrouting_engine weft-updn\n", "event_plugin_name loads no plug-in that has it"),
    ("event_plugin_name weft-lash\nrouting_engine weft-updn chain\n", "chain: event_plugin_name loads no plug-in"),
])
def test_engines_are_those_that_opensm_has(text, words, torus, conf):
    if words is None:
        assert "weft-updn routes" in weft("route", torus, "--conf", conf(text))
    else:
        assert words in complaint("route", torus, "--conf", conf(text))


def test_the_command_line_goes_before_the_file(torus, conf, tmp_path):
    path = conf(ALL_ENGINES + "routing_engine weft-dfsssp\nlmc 1\nqos TRUE\nnue_max_num_vls 2\nweft_balance switch\n")
    report = json.loads(weft("route", torus, "--conf", path, "--json"))
    assert report["lanes_used"] > 1
    alone = json.loads(weft("route", torus, "--engine", "minhop", "--lmc", "1", "--set", "weft_balance=switch", "--json"))
    report = json.loads(weft("route", torus, "--conf", path, "--engine", "minhop", "--json"))
    assert report["lft_digest"] == alone["lft_digest"] and report["conf"]["fallbacks"] == []
    assert report["fabric"]["lids"] == 100
    by_fabric = weft("route", torus, "--engine", "minhop", "--json")
    report = weft("route", torus, "--conf", path, "--engine", "minhop", "--lmc", "0", "--set", "weft_balance=fabric", "--json")
    assert json.loads(report)["lft_digest"] == json.loads(by_fabric)["lft_digest"]
    assert "there is 1" in complaint("route", torus, "--conf", path, "--lanes", "1", status=1)


def test_mistakes_are_said_and_taken_as_opensm_takes_them(torus, conf, tmp_path):
    path = conf(ALL_ENGINES + f"routing_engine weft-updn\nweft_balance sideways\nweft_typo 1\nroot_guid_file {tmp_path}/none\n")
    result = run_weft("route", torus, "--conf", path)
    assert f"{path}:3: weft_balance is 'sideways'" in result.stderr
    assert f"{path}:4: 'weft_typo' is not an option of Weft's" in result.stderr
    assert "root_guid_file keeps its previous value" in result.stderr
    assert "cannot be read" in complaint("route", torus, "--conf", tmp_path / "nowhere")
    assert "--engine is required, or an opensm.conf" in complaint("route", torus)


def test_vls_without_weight_are_warned_of(torus, conf):
    path = conf(ALL_ENGINES + "routing_engine weft-dfsssp\nqos TRUE\nqos_vlarb_high 0:1\nqos_vlarb_low 2:1,3:1\n")
    said = run_weft("route", torus, "--conf", path).stderr
    assert "SL 1 is mapped to VL 1, which has no weight" in said


def test_compare_takes_the_engines_of_the_list(torus, conf):
    path = conf(ALL_ENGINES + "routing_engine weft-minhop,ftree,weft-updn\nqos TRUE\n")
    compared = json.loads(weft("compare", torus, "--conf", path, "--json"))
    assert [routing["name"] for routing in compared["routings"]] == ["minhop", "updn"]
    compared = json.loads(weft("compare", torus, "--conf", path, "--engine", "dfsssp,dor", "--json"))
    assert [routing["name"] for routing in compared["routings"]] == ["dfsssp", "dor"]
    assert compared["routings"][0]["lanes_used"] > 1
    path.write_text(ALL_ENGINES + "routing_engine weft-minhop\n")
    assert "fewer than two" in complaint("compare", torus, "--conf", path)


def test_policy_files_are_those_of_the_conf(tmp_path, conf):
    fabric = tmp_path / "islands.net"
    weft("generate", *FABRICS["islands"], "-o", fabric)
    policy = Policy(tmp_path)
    path = conf(chain_conf(None, tmp_path))
    named = [part for key, file in policy.files.items() for part in ("--set", f"{key}={file}")]
    assert weft("policy", fabric, "--conf", path) == weft("policy", fabric, *named)
    other = tmp_path / "others"
    other.write_text("port-group\nname: some\nport-regexp: t\nend-port-group\n")
    assert "tree_switches" not in weft("policy", fabric, "--conf", conf(lines(pgrp_policy_file=policy.files["pgrp_policy_file"])),
                                       "--set", f"pgrp_policy_file={other}")
    assert "no policy file is given" in complaint("policy", fabric, "--conf", conf(ALL_ENGINES))


def test_a_chain_that_is_not_asked_for_leaves_the_port_groups(tmp_path, conf):
    fabric = tmp_path / "islands.net"
    weft("generate", *FABRICS["islands"], "-o", fabric)
    policy = Policy(tmp_path)
    roots = tmp_path / "roots"
    roots.write_text("tree_switches\n")
    named = {**policy.files, "rch_policy_file": "/nowhere/chain", "root_guid_file": roots}
    result = run_weft("route", fabric, "--conf", conf(ALL_ENGINES + lines(routing_engine="weft-updn", **named)), "--explain")
    assert "does not exist" not in result.stderr and "/nowhere/chain" not in result.stderr
    asked = conf(ALL_ENGINES + lines(routing_engine="weft-chain", **named))
    assert "/nowhere/chain" in complaint("route", fabric, "--conf", asked, status=1)


def test_a_setting_can_name_a_group_of_the_conf(tmp_path, conf):
    fabric = tmp_path / "tree.net"
    weft("generate", *FABRICS["tree"], "-o", fabric)
    (tmp_path / "groups").write_text("port-group\nname: top\nport-regexp: spine 1.*\nend-port-group\n")
    (tmp_path / "roots").write_text("top\n")
    path = conf(ALL_ENGINES + lines(routing_engine="weft-updn", pgrp_policy_file=tmp_path / "groups"))
    said = run_weft("route", fabric, "--conf", path, "--set", f"root_guid_file={tmp_path / 'roots'}")
    assert "given in root_guid_file" in said.stdout and "top" not in said.stderr
