"""The weft tool as a user meets it: exit codes, JSON, digests, bad input."""

import gzip
import json
import random
import resource
import re
import subprocess

import pytest

from chains import Policy, step
from conftest import BUILD

KEYS = {"engine", "fabric", "time_ms", "unreachable_pairs", "forwarding_loops", "credit_loop",
        "credit_loop_reversed", "pairs_at_risk", "safe_on_one_lane", "unreachable_switch_pairs", "lanes_used",
        "paths_by_lane", "hops", "link_load", "lft_digest"}

TREE = ["xgft", "--down", "3,3,2", "--up", "1,2,3"]


@pytest.fixture
def weft():
    return BUILD / "weft"


def run(weft, *arguments, status=0):
    result = subprocess.run([weft, *map(str, arguments)], capture_output=True, text=True, timeout=60,
                            check=False)
    assert result.returncode == status, result.stdout + result.stderr
    return result


def generate(weft, path, *arguments):
    run(weft, "generate", *arguments, "-o", path)
    return path


def route(weft, fabric, *arguments, status=0):
    return json.loads(run(weft, "route", fabric, "--engine", "minhop", "--json", *arguments,
                          status=status).stdout)


@pytest.mark.parametrize("topology", [
    TREE,
    ["directors", "--spines", "3,2", "--lines", "4,2", "--edges", "6", "--uplinks", "2,1", "--cas", "4",
     "--rails", "2", "--aggregation", "all", "--uneven-spines", "1"],
    ["torus", "--dims", "4,4", "--cas", "2", "--links", "2", "--fail-links", "2%", "--seed", "7"],
    ["mesh", "--dims", "3,2,2,2"],
    ["ring", "--switches", "5"],
    ["hypercube", "--dimensions", "4"],
    ["hyperx", "--dims", "3,3"],
    ["dragonfly", "--routers", "4", "--global-links", "2", "--cas", "2"],
    ["dragonfly-plus", "--leaves", "4", "--spines", "2", "--global-links", "2", "--cas", "2"],
    ["slim-fly", "--q", "3"],
    ["polar-fly", "--q", "4"],
    ["random", "--switches", "12", "--degree", "4", "--seed", "3"],
], ids=lambda t: t[0])
def test_each_topology_is_generated_and_routed(weft, tmp_path, topology):
    report = route(weft, generate(weft, tmp_path / "f.net", *topology))
    assert KEYS <= report.keys()
    assert report["engine"] == "minhop"
    assert report["unreachable_pairs"] == 0
    assert report["forwarding_loops"] == 0
    assert report["fabric"]["lids"] == report["fabric"]["switches"] + report["fabric"]["cas"]


def test_threads_and_order_of_the_file_do_not_matter(weft, tmp_path):
    net = generate(weft, tmp_path / "f.net", *TREE)
    text = net.read_text()
    # Blocks of nodes are set apart by blank lines.
    blocks = [b for b in re.split(r"\n\s*\n", text) if b.strip()]
    shuffled = blocks[:]
    random.Random(1).shuffle(shuffled)
    lines = []
    for block in shuffled:
        ports = [l for l in block.splitlines() if l.startswith("[")]
        others = [l for l in block.splitlines() if not l.startswith("[")]
        random.Random(2).shuffle(ports)
        lines += others + ports + [""]
    other = tmp_path / "shuffled.net"
    other.write_text("\n".join(lines) + "\n")
    digests = {route(weft, net, "--threads", n)["lft_digest"] for n in (1, 2, 7)}
    digests.add(route(weft, other)["lft_digest"])
    assert len(digests) == 1


def test_nothing_of_an_earlier_routing_stays(weft, tmp_path):
    fabric = generate(weft, tmp_path / "f.net", *TREE)
    folder = tmp_path / "out"
    policy = Policy(tmp_path)
    policy.write(step(1, "ftree"))
    chain = [word for key, path in policy.files.items() for word in ("--set", f"{key}={path}")]
    for arguments in (["ftree"], ["dfsssp", "--lanes", "4"], ["chain", *chain]):
        run(weft, "route", fabric, "--engine", *arguments, "-o", folder)
    (folder / "step-1/mine").touch()
    (folder / "step-2").mkdir()
    (folder / "step-2/opensm-lfts.dump").touch()
    run(weft, "route", fabric, "--engine", "minhop", "-o", folder)
    run(weft, "route", fabric, "--engine", "minhop", "-o", tmp_path / "alone")
    alone = {path.name for path in (tmp_path / "alone").iterdir()}
    assert {str(path.relative_to(folder)) for path in folder.rglob("*")} == alone | {"step-1", "step-1/mine"}


def test_a_routing_that_cannot_be_written_leaves_the_earlier_one(weft, tmp_path):
    ring = generate(weft, tmp_path / "ring.net", "ring", "--switches", "8", "--cas", "2")
    folder = tmp_path / "out"
    run(weft, "route", ring, "--engine", "dfsssp", "-o", folder)
    before = {path.name: path.read_bytes() for path in folder.iterdir()}
    assert "psl.txt" in before
    largest = max(map(len, before.values())) - 1
    result = subprocess.run([weft, "route", ring, "--engine", "nue", "-o", folder], capture_output=True, text=True, check=False, timeout=60,
                            restore_signals=False, preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (largest, largest)))
    assert result.returncode == 2 and "File too large" in result.stderr
    assert {path.name: path.read_bytes() for path in folder.iterdir()} == before


def test_a_credit_loop_is_told_and_only_check_minds(weft, tmp_path):
    ring = generate(weft, tmp_path / "ring.net", "ring", "--switches", "8", "--cas", "2")
    report = route(weft, ring, "-o", tmp_path / "out")
    assert len(report["credit_loop"]) >= 3
    assert not report["safe_on_one_lane"]
    assert "credit loop: possible" in run(weft, "route", ring, "--engine", "minhop").stdout
    checked = json.loads(run(weft, "check", tmp_path / "out" / "opensm-subnet.lst", "--lfts",
                             tmp_path / "out" / "opensm-lfts.dump", "--json", status=1).stdout)
    assert checked["credit_loop"]
    assert checked["lft_digest"] == report["lft_digest"]


@pytest.mark.parametrize("engine, safe", [("updn", True), ("dfsssp", False)])
def test_whether_sl_0_is_safe_for_all_is_told(weft, tmp_path, engine, safe):
    """Up*/down* has no credit loop on one lane; dfsssp in a ring has none on several."""
    ring = generate(weft, tmp_path / "ring.net", "ring", "--switches", "8", "--cas", "2")
    report = json.loads(run(weft, "route", ring, "--engine", engine, "--json").stdout)
    assert report["credit_loop"] is None
    assert report["safe_on_one_lane"] == safe
    assert report["pairs_at_risk"] == 0


def test_tables_with_a_hole_are_bad(weft, tmp_path):
    net = generate(weft, tmp_path / "f.net", *TREE)
    route(weft, net, "-o", tmp_path)
    dump = (tmp_path / "opensm-lfts.dump").read_text().splitlines(keepends=True)
    entries = [i for i, line in enumerate(dump) if "Channel Adapter" in line]
    del dump[entries[0]]  # of the leaf switch with the lowest GUID, so packets get there
    (tmp_path / "holed").write_text("".join(dump))
    report = json.loads(run(weft, "check", tmp_path / "fabric.net", "--lfts", tmp_path / "holed",
                            "--json", status=1).stdout)
    assert report["unreachable_pairs"] > 0
    assert report["findings"]


def test_lmc(weft, tmp_path):
    net = generate(weft, tmp_path / "f.net", *TREE)
    assert route(weft, net, "--lmc", 2)["fabric"]["lids"] > 2 * route(weft, net)["fabric"]["lids"]


def test_a_fabric_in_two_pieces(weft, tmp_path):
    one = generate(weft, tmp_path / "one.net", "ring", "--switches", "4").read_text()
    other = generate(weft, tmp_path / "two.net", "ring", "--switches", "4").read_text()
    moved = other.replace("2000001", "2f00001").replace("2000002", "2f00002")  # other GUIDs
    both = tmp_path / "both.net"
    both.write_text(one + "\n" + moved)
    report = route(weft, both, status=1)
    assert report["unreachable_pairs"] == report["disconnected_pairs"] == 2 * 4 * 4


@pytest.mark.parametrize("arguments", [
    ["route"], ["route", "/nonexistent", "--engine", "minhop"], ["fly"], [],
    ["generate", "moebius", "-o", "x"], ["generate", "ring", "-o", "x", "--wheels", "3"],
], ids=str)
def test_bad_usage(weft, arguments):
    assert run(weft, *arguments, status=2).stderr


def test_bad_settings(weft, tmp_path):
    net = generate(weft, tmp_path / "f.net", "ring", "--switches", "4")
    for extra in (["--set", "weft_balance=round"], ["--set", "weft_balance"], ["--set", "speed=1"],
                  ["--lmc", "8"]):
        assert run(weft, "route", net, "--engine", "minhop", *extra, status=2).stderr
    assert "minhop" in run(weft, "route", net, "--engine", "maxhop", status=2).stderr


@pytest.mark.parametrize("damage", [
    lambda text: "",
    lambda text: "once upon a time\n",
    lambda text: text[: len(text) // 2],
    lambda text: re.sub(r"(?m)^\[2\](.*)\[(\d+)\]", r"[2]\1[20]", text, count=1),
    lambda text: re.sub(r"(?m)^\[2\]", "[200]", text, count=1),
    lambda text: text.replace(re.findall(r"switchguid=0x([0-9a-f]+)", text)[1],
                              re.findall(r"switchguid=0x([0-9a-f]+)", text)[0]).replace("S-", "s"),
    lambda text: re.sub(r"lid 2 ", "lid 65534 ", text),
    lambda text: re.sub(r"\blid 2\b", "lid 1", text),
    lambda text: "\n".join(line for line in text.splitlines() if line.startswith("#")),
], ids=["empty", "unknown", "truncated", "contradiction", "port above", "twin guid", "lid 65534",
        "lid twice", "headers only"])
def test_bad_fabrics_are_refused_by_name(weft, tmp_path, damage):
    net = generate(weft, tmp_path / "f.net", "ring", "--switches", "4", "--cas", "1")
    route(weft, net, "-o", tmp_path)
    bad = tmp_path / "bad.net"
    text = (tmp_path / "fabric.net").read_text()
    assert damage(text) != text
    bad.write_text(damage(text))
    result = run(weft, "route", bad, "--engine", "minhop", status=2)
    assert "bad.net" in result.stderr
    assert result.stdout == ""


def test_packed_files(weft, tmp_path):
    net = generate(weft, tmp_path / "f.net", *TREE)
    report = route(weft, net, "-o", tmp_path)
    for name in ("fabric.net", "opensm-subnet.lst", "opensm-lfts.dump"):
        (tmp_path / f"{name}.gz").write_bytes(gzip.compress((tmp_path / name).read_bytes()))
    for name in ("fabric.net.gz", "opensm-subnet.lst.gz"):
        checked = json.loads(run(weft, "check", tmp_path / name, "--lfts",
                                 tmp_path / "opensm-lfts.dump.gz", "--json").stdout)
        assert checked["lft_digest"] == report["lft_digest"]
    packed = (tmp_path / "fabric.net.gz").read_bytes()
    for data in (packed[:-9], b"\x1f\x8b" + packed):
        (tmp_path / "bad.gz").write_bytes(data)
        assert "bad.gz" in run(weft, "route", tmp_path / "bad.gz", "--engine", "minhop", status=2).stderr


def test_more_than_8_lanes(weft, tmp_path):
    """Of 16 senders each has an SL of its own, from 0 to 14: VLs that links do not have are folded."""
    net = generate(weft, tmp_path / "f.net", "torus", "--dims", "4,4", "--cas", "1")
    route(weft, net, "-o", tmp_path)
    plain = tmp_path / "fabric.net"
    text = plain.read_text()
    senders = re.findall(r"caguid=(0x[0-9a-f]+)", text)
    lids = [int(lid) for lid in re.findall(r"(?m)^\[1\].*# lid (\d+) lmc", text)]
    assert len(senders) == len(lids) == 16
    (tmp_path / "psl").write_text("".join(
        f"{guid} {lid} {i % 15}\n" for i, guid in enumerate(senders) for lid in lids))

    def lanes(fabric, *arguments):
        result = subprocess.run([weft, "check", fabric, "--lfts", tmp_path / "opensm-lfts.dump", "--psl",
                                 tmp_path / "psl", "--json", *arguments], capture_output=True, text=True,
                                timeout=60, check=False)
        return json.loads(result.stdout)["lanes_used"]

    assert lanes(plain) == 8
    assert lanes(plain, "--lanes", "15") == 15
    for code, vls in ((5, 15), (3, 4), (1, 1)):  # as ibnetdiscover -f prints them
        full = tmp_path / f"full-{code}"
        full.write_text(re.sub(r"(?m)(4x\w+)$", rf"\1 s=4 w=2 v={code}", text))
        assert lanes(full) == lanes(full, "--lanes", "15") == vls

    # lash needs more than one here; without --lanes it has what the file says.
    large = generate(weft, tmp_path / "large.net", "torus", "--dims", "6,6", "--cas", "1")
    lash = ["--engine", "lash", "--json"]
    assert json.loads(run(weft, "route", large, *lash, "-o", tmp_path).stdout)["lanes_used"] > 1
    single = tmp_path / "single.net"
    single.write_text(re.sub(r"(?m)(4x\w+)$", r"\1 s=4 w=2 v=1", plain.read_text()))
    assert json.loads(run(weft, "route", single, *lash, status=1).stdout)["error"]


@pytest.mark.parametrize("lid", ["0", "65535", "-1"])
def test_ports_without_a_lid_get_one(weft, tmp_path, lid):
    net = generate(weft, tmp_path / "f.net", *TREE)
    all_lids = route(weft, net, "-o", tmp_path)["fabric"]["lids"]
    fresh = tmp_path / "fresh.net"
    text = (tmp_path / "fabric.net").read_text()
    for name in ("node-0001", "node-0002"):
        text = re.sub(rf'("{name}" )lid \d+', rf"\1lid {lid}", text)
        block = text.index(f'"{name}"\n')
        text = text[:block] + re.sub(r"# lid \d+", f"# lid {lid}", text[block:], count=1)
    fresh.write_text(text)
    report = route(weft, fresh, "-o", tmp_path / "out")
    assert report["fabric"]["lids"] == all_lids
    assert report["unreachable_pairs"] == 0
    assert any("2 ports have no LID" in remark for remark in report["remarks"])
    assert "2 ports have no LID" in run(weft, "route", fresh, "--engine", "minhop").stdout
    kept = route(weft, fresh, "--keep-lids")
    assert kept["fabric"]["lids"] == all_lids - 2
    assert any("nothing is routed to them" in remark for remark in kept["remarks"])
    # Its own tables know the LIDs that it gave; those of an SM that gave none do not.
    tables = ["--lfts", tmp_path / "out" / "opensm-lfts.dump"]
    run(weft, "check", fresh, *tables)
    assert "nobody has" in run(weft, "check", fresh, *tables, "--keep-lids", status=1).stderr


def test_entries_of_nobody_are_an_error(weft, tmp_path):
    net = generate(weft, tmp_path / "f.net", *TREE)
    route(weft, net, "--lmc", "2", "-o", tmp_path)
    subnet, tables = tmp_path / "opensm-subnet.lst", ["--lfts", tmp_path / "opensm-lfts.dump"]
    result = run(weft, "check", subnet, *tables, "--json", status=1)
    report = json.loads(result.stdout)
    assert report["unreachable_pairs"] == 0
    assert "LMC" in report["error"] and "--lmc 2" in report["error"]
    assert report["error"] in result.stderr
    assert "reaches every other\n" not in run(weft, "check", subnet, *tables, status=1).stdout
    report = json.loads(run(weft, "check", subnet, *tables, "--json", "--lmc", "2").stdout)
    assert report["error"] is None
    assert "LMC 3" in run(weft, "check", subnet, *tables, "--lmc", "3", status=2).stderr
    run(weft, "check", tmp_path / "fabric.net", *tables)  # which says the LMC


def test_a_refusal_is_an_object_too(weft, tmp_path):
    torus = generate(weft, tmp_path / "f.net", "torus", "--dims", "4,4")
    route(weft, torus, "-o", tmp_path)
    (tmp_path / "bad").write_text("once upon a time\n")
    tables = ["--lfts", tmp_path / "opensm-lfts.dump"]
    for status, arguments in [
            (1, ["route", torus, "--engine", "pqft"]),
            (2, ["route", tmp_path / "bad", "--engine", "minhop"]),
            (2, ["route", torus, "--engine", "minhop", "--set", "speed=1"]),
            (2, ["check", tmp_path / "bad", *tables]),
            (2, ["check", tmp_path / "fabric.net", "--lfts", tmp_path / "bad"])]:
        result = run(weft, *arguments, "--json", status=status)
        refusal = json.loads(result.stdout)
        assert f"weft: {refusal['error']}\n" in result.stderr
        assert KEYS <= refusal.keys()
        assert refusal["engine"] == (arguments[3] if arguments[0] == "route" else None)
    assert route(weft, torus)["error"] is None


def test_output_that_cannot_be_written_is_an_error(weft, tmp_path):
    net = generate(weft, tmp_path / "f.net", "ring", "--switches", "4")
    commands = [["route", net, "--engine", "minhop"], ["route", net, "--engine", "minhop", "--json"],
                ["--help"], ["generate", "ring", "--switches", "4", "-o", tmp_path / "g.net"]]
    for command in commands:
        with open("/dev/full", "w", encoding="ascii") as full:
            result = subprocess.run([weft, *command], stdout=full, stderr=subprocess.PIPE, text=True,
                                    timeout=60, check=False)
        assert result.returncode == 2, command
        assert "No space left on device" in result.stderr or command == ["--help"]
        with subprocess.Popen([weft, *command], stdout=subprocess.PIPE,
                              stderr=subprocess.PIPE, text=True) as piped:
            piped.stdout.close()
            assert "cannot be written" in piped.stderr.read()
            assert piped.wait(60) == 2, command


def test_warnings_that_cannot_be_written_cost_no_work(weft, tmp_path):
    net = generate(weft, tmp_path / "f.net", "xgft", "--down", "2,2", "--up", "1,2")
    (tmp_path / "roots").write_text("nobody\n")
    for output in ("/dev/full", "closed pipe"):
        out = tmp_path / output.replace("/", "")
        command = [weft, "route", net, "--engine", "updn", "--set", f"root_guid_file={tmp_path / 'roots'}", "-o", out]
        if output == "/dev/full":
            with open(output, "w", encoding="ascii") as full:
                status = subprocess.run(command, stdout=subprocess.PIPE, stderr=full, timeout=60, check=False).returncode
        else:
            with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE) as piped:
                piped.stderr.close()
                status = piped.wait(60)
        assert status == 0, output
        assert (out / "opensm-lfts.dump").exists(), output
        missing = subprocess.run([weft, "check", tmp_path / "missing.net"], stdout=subprocess.PIPE,
                                 stderr=open("/dev/full", "w", encoding="ascii"), timeout=60, check=False)
        assert missing.returncode == 2


def judged(weft, fabric, *arguments, engine="updn"):
    return json.loads(run(weft, "route", fabric, "--engine", engine, "--json", *arguments).stdout)["pattern"]


def test_without_a_pattern_none_is_judged(weft, tmp_path):
    assert route(weft, generate(weft, tmp_path / "f.net", *TREE))["pattern"] is None


@pytest.mark.parametrize("name, phases, flows", [
    ("shift", 17, 18 * 17), ("ring", 2, 18 * 2), ("alltoall", 1, 18 * 17), ("bisection", 100, 900),
    ("random", 100, None),
])
def test_patterns(weft, tmp_path, name, phases, flows):
    net = generate(weft, tmp_path / "f.net", *TREE)
    report = judged(weft, net, "--pattern", name)
    assert report["name"] == name
    assert (report["ranks"], report["dummies"], report["phases"]) == (18, 0, phases)
    assert flows in (report["flows"], None)
    assert report["lost_flows"] == 0
    perfect = 17 if name == "alltoall" else 1
    assert perfect <= report["busiest_link"]["mean"] <= report["busiest_link"]["max"]
    assert 0 <= report["contention_free"] <= 1
    bandwidth = report["effective_bisection_bandwidth"]
    assert bandwidth["low"] < bandwidth["mean"] < bandwidth["high"] <= 1.1
    assert f"pattern {name}: 18 ranks" in run(weft, "route", net, "--engine", "updn", "--pattern",
                                              name).stdout
    for threads in (1, 3):
        again = judged(weft, net, "--pattern", name, "--threads", threads)
        assert {**again, "time_ms": 0} == {**report, "time_ms": 0}
    other = judged(weft, net, "--pattern", name, "--seed", "2")
    assert (other["busiest_link"] == report["busiest_link"]) or name in ("bisection", "random")
    assert other["effective_bisection_bandwidth"] != bandwidth


def test_two_switches_share_one_link(weft, tmp_path):
    """Of the shifts of four ranks on two switches, that by two sends two flows over the link."""
    net = generate(weft, tmp_path / "f.net", "mesh", "--dims", "2", "--cas", "2")
    report = judged(weft, net, "--pattern", "shift", engine="minhop")
    assert report["busiest_link"] == {"max": 2, "mean": pytest.approx(4 / 3), 
                                       "least_possible": pytest.approx(4 / 3)}
    assert report["contention_free"] == pytest.approx(2 / 3)
    assert report["effective_bisection_bandwidth"]["mean"] == pytest.approx(5 / 6, abs=0.08)
    assert judged(weft, net, "--pattern", "shift", "--phases", "500",
                  engine="minhop")["phases"] == 500


def test_a_link_much_busier_than_min_hops_names_no_engine(weft, tmp_path):
    """With many hosts on one switch of a mesh nue has such a link."""
    net = generate(weft, tmp_path / "f.net", "mesh", "--dims", "4,4,4")
    text = net.read_text()
    switch, hosts = re.search(r'"(S-\w+)"\s+# "switch \(1,1,0\)" base', text)[1], range(8, 19)
    lines = "".join(f'[{p}]\t"H-{p:016x}"[1]({p + 64:x}) # "hot" lid 0 4xQDR\n' for p in hosts)
    text = re.sub(rf'Switch\t\d+( "{switch}".*\n)', rf"Switch\t18\1{lines}", text)
    text += "".join(f'caguid=0x{p:x}\nCa\t1 "H-{p:016x}" # "hot"\n'
                    f'[1]({p + 64:x}) "{switch}"[{p}] # lid 0\n\n' for p in hosts)
    net.write_text(text)
    warning = run(weft, "route", net, "--engine", "nue").stderr
    assert "times as many as min-hop's" in warning
    assert warning.endswith("weft compare shows whether another engine does better\n")


def test_roots_that_are_given_are_not_to_be_set(weft, tmp_path):
    net = generate(weft, tmp_path / "f.net", "dragonfly", "--routers", "4", "--global-links", "2",
                   "--cas", "2")
    assert "set better ones" in run(weft, "route", net, "--engine", "updn").stderr
    root = re.search(r"switchguid=(0x\w+)", net.read_text())[1]
    (tmp_path / "roots").write_text(root + "\n")
    warning = run(weft, "route", net, "--engine", "updn", "--set",
                  f"root_guid_file={tmp_path / 'roots'}").stderr
    assert "times as many as min-hop's" in warning
    assert "set better ones" not in warning


def test_the_order_of_ranks(weft, tmp_path):
    net = generate(weft, tmp_path / "f.net", "mesh", "--dims", "2", "--cas", "2")
    route(weft, net, "-o", tmp_path)
    tables = ["--lfts", tmp_path / "opensm-lfts.dump"]
    subnet = (tmp_path / "opensm-subnet.lst").read_text()
    lids = {name: int(lid, 16) for name, lid in re.findall(
        r"\{(node-\d+)\} LID:([0-9A-F]+) PN:01", subnet)}
    names = sorted(lids)
    assert len(names) == 4

    def check(ranks, *arguments, status=0):
        result = run(weft, "check", tmp_path / "opensm-subnet.lst", *tables, "--json", "--pattern",
                     "ring", "--ranks", ranks, *arguments, status=status)
        return result if status else json.loads(result.stdout)["pattern"]

    hosts = tmp_path / "hosts"
    hosts.write_text(f"# ring\n{names[0]}:1\n{names[2]} slots=1\n{names[1]}\n{names[3]}\n")
    dump = tmp_path / "opensm-ftree-ca-order.dump"
    dump.write_text("".join(f"0x{lids[name]:04x}\t{name}\n"
                            for name in (names[0], names[2], names[1], names[3])))
    assert check(hosts)["busiest_link"]["max"] == 2  # all four flows cross the link
    assert {**check(dump), "time_ms": 0} == {**check(hosts), "time_ms": 0}

    dump.write_text(f"0x{lids[names[0]]:04x}\t{names[0]}\n0xFFFF\tDUMMY\n"
                    f"0x{lids[names[2]]:04x}\t{names[2]}\n")
    report = check(dump)
    assert (report["ranks"], report["dummies"], report["flows"]) == (2, 1, 2)
    hosts.write_text(f"{names[0]}\nnobody\n")
    assert "hosts:2: no CA of the fabric is called 'nobody'" in check(hosts, status=2).stderr
    for arguments in (["--phases", "0"], ["--phases", "x"]):
        check(dump, *arguments, status=2)
    run(weft, "route", net, "--engine", "minhop", "--ranks", dump, status=2)
    run(weft, "route", net, "--engine", "minhop", "--pattern", "waltz", status=2)


POLICY = {
    "pgrp_policy_file": """
port-group
name: tree_switches
use: the tree
port-regexp: tree[ ]
end-port-group

port-group
name: tree_hosts
port-regexp: tree-
end-port-group
""",
    "topo_policy_file": """
topology
id: 4
sw-grp: tree_switches
hca-grp: tree_hosts
end-topology
""",
    "rch_policy_file": """
unicast-step
id: 1
engine: minhop
end-unicast-step

unicast-step
id: 2
engine: ftree
topology: 4
use: hosts of the tree
end-unicast-step

unicast-step
id: 3
engine: updn
topology: 4
fallback-to: 2
end-unicast-step
"""}


def test_a_policy_is_listed(weft, tmp_path):
    # Leaves with two CAs, two spines, a ring of three switches with a CA each, two gateways.
    net = generate(weft, tmp_path / "f.net", "islands", "--down", "2,2", "--up", "1,2", "--dims", "3")
    settings = []
    for key, text in POLICY.items():
        (tmp_path / key).write_text(text)
        settings += ["--set", f"{key}={tmp_path / key}"]
    listed = json.loads(run(weft, "policy", net, *settings, "--json").stdout)
    groups = {group["name"]: group for group in listed["groups"]}
    assert len(groups["ALL"]["nodes"]) == 4 + 3 + 2 + 4 + 3
    assert groups["ALL"]["predefined"] and not groups["tree_hosts"]["predefined"]
    assert groups["tree_switches"]["use"] == "the tree"
    assert {node["name"]: node["ports"] for node in groups["tree_switches"]["nodes"]} == {
        "tree leaf 0": [*range(7)], "tree leaf 1": [*range(7)],
        "tree spine 0": [*range(5)], "tree spine 1": [*range(5)]}
    assert [node["type"] for node in groups["tree_hosts"]["nodes"]] == ["ca"] * 4
    assert listed["topologies"] == [{"id": 4, "sw_grp": "tree_switches", "hca_grp": "tree_hosts",
                                     "switches": 4, "hca_ports": 4}]
    first, second = listed["steps"]
    assert (first["id"], first["engine"], first["topology"], first["path_bit"]) == (1, "minhop", 0, None)
    assert (second["id"], second["topology"], second["use"]) == (2, 4, "hosts of the tree")
    assert [step["engine"] for step in second["fallbacks"]] == ["updn"]
    assert sorted(node["name"] for node in listed["in_no_topology"]) == [
        "gateway 0", "gateway 1", "torus switch (0)", "torus switch (1)", "torus switch (2)",
        "torus-0001", "torus-0002", "torus-0003"]
    assert listed["warnings"] == []

    text = run(weft, "policy", net, *settings).stdout
    for line in ("  tree_switches (the tree): 4 nodes, 24 ports",
                 "    tree leaf 0 (0x0200000100000001): ports 0-6",
                 "    tree-0001 (0x0200000200000101): port 1",
                 "  4: 4 switches of tree_switches, 4 CA and router ports of tree_hosts",
                 "  1 minhop: the whole fabric",
                 "  2 ftree: topology 4 (hosts of the tree)", "    if it fails: 3 updn: topology 4",
                 "In no topology: 8 nodes"):
        assert line in text.splitlines(), text

    assert "no policy file is given" in run(weft, "policy", net, status=2).stderr
    (tmp_path / "topo_policy_file").write_text("topology\nid: x\nend-topology\n")
    assert "topo_policy_file:2:" in run(weft, "policy", net, *settings, status=2).stderr


@pytest.mark.parametrize("arguments", [
    ["route", "FABRIC", "--engine", "updn", "--top", "-1"],
    ["route", "FABRIC", "--engine", "updn", "--top", "99999999999999999999"],
    ["plan", "shapes", "--hosts", "60", "--radix", "16", "--switch-price", "-5"],
], ids=["below 0", "too large", "a price"])
def test_numbers_that_are_none_are_refused(weft, tmp_path, arguments):
    net = generate(weft, tmp_path / "f.net", *TREE)
    refused = run(weft, *[net if a == "FABRIC" else a for a in arguments], status=2)
    assert "expected a number from 0 to" in refused.stderr


@pytest.mark.parametrize("arguments", [
    ["route", "FABRIC", "--engine", "updn", "-o", ""],
    ["plan", "cables", "xgft --down 2,2 --up 1,2", "-o", ""],
    ["check", "FABRIC", "--prometheus", ""],
    ["migrate", "", "-o", "x"],
], ids=lambda a: a[0])
def test_empty_values_are_refused(weft, tmp_path, arguments):
    """As of an unset variable of a script."""
    net = generate(weft, tmp_path / "f.net", *TREE)
    refused = run(weft, *[net if a == "FABRIC" else a for a in arguments], status=2)
    assert "the value is empty" in refused.stderr


def test_links_have_as_many_lanes_as_check_is_told(weft, tmp_path):
    net = generate(weft, tmp_path / "f.net", "ring", "--switches", "6")
    run(weft, "route", net, "--engine", "dfsssp", "-o", tmp_path / "out")
    command = ["check", tmp_path / "out" / "fabric.net", "--lfts", tmp_path / "out" / "opensm-lfts.dump", "--psl",
               tmp_path / "out" / "psl.txt"]
    for lanes in (2, 3, 8, 15):
        assert "credit loop: none" in run(weft, *command, "--lanes", lanes).stdout
    assert "credit loop: possible" in run(weft, *command, "--lanes", 1, status=1).stdout


def test_one_line_names_what_is_no_fault(weft, tmp_path):
    net = generate(weft, tmp_path / "f.net", "xgft", "--down", "6,8", "--up", "1,6")
    run(weft, "route", net, "--engine", "updn", "-o", tmp_path / "out")
    brief = run(weft, "check", tmp_path / "out" / "fabric.net", "--lfts", tmp_path / "out" / "opensm-lfts.dump",
                "--brief").stdout
    assert brief.startswith("good: ")
    assert brief.endswith("all end ports reach each other, no loops; 30 pairs of switches have no path\n")


def test_merged_outcomes_are_of_no_fabric(weft, tmp_path):
    net = generate(weft, tmp_path / "f.net", *TREE)
    outcomes = tmp_path / "outcomes"
    outcomes.write_text(run(weft, "whatif", net, "--engine", "updn", "--fail", "every-switch", "--json").stdout,
                        encoding="utf-8")
    refused = run(weft, "whatif", net, "--engine", "updn", "--merge", outcomes, status=2)
    assert "--merge routes nothing" in refused.stderr
    page = tmp_path / "page.html"
    same = run(weft, "report", net, "--engine", "updn", "--whatif", outcomes, "-o", page)
    other = run(weft, "report", net, "--engine", "ftree", "--whatif", outcomes, "-o", page, status=2)
    assert "other tables" not in same.stderr
    assert "these failures were tried with other tables" in other.stderr
