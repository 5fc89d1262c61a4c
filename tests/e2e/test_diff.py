"""weft route --live and weft diff: what became of a routing, from the folders that hold it."""

import json
import re
import shutil
import subprocess

import pytest

import dumps
from conftest import BUILD, weft

TREE = ["xgft", "--down", "3,3,2", "--up", "1,2,3"]
TORUS = ["torus", "--dims", "5,5", "--cas", "2"]


def generate(path, *arguments):
    weft("generate", *arguments, "-o", path)
    return path


@pytest.fixture
def tree(tmp_path):
    """The folder of a tree that min-hop routed."""
    weft("route", generate(tmp_path / "tree.net", *TREE), "--engine", "minhop", "-o", tmp_path / "tree")
    return tmp_path / "tree"


@pytest.fixture
def torus(tmp_path):
    """The folder of a torus that dfsssp routed, which needs lanes there."""
    weft("route", generate(tmp_path / "torus.net", *TORUS), "--engine", "dfsssp", "-o", tmp_path / "torus")
    return tmp_path / "torus"


def repair(before, subnet, out, engine="minhop"):
    return json.loads(weft("route", subnet, "--engine", engine, "--live", before, "-o", out, "--json"))


def diff(before, now, *arguments, status=1):
    return json.loads(weft("diff", before, now, "--json", *arguments, status=status))


def refused(*arguments):
    """What the tool says when it refuses bad input."""
    result = subprocess.run([BUILD / "weft", *map(str, arguments)], capture_output=True, text=True, timeout=60,
                            check=False)
    assert result.returncode == 2, result.stdout + result.stderr
    return result.stderr


def edited_subnet(folder, out, edit):
    """opensm-subnet.lst after edit(lines), which are both directions of each link."""
    lines = (folder / "opensm-subnet.lst").read_text(encoding="utf-8").splitlines(keepends=True)
    out.write_text("".join(edit(lines)), encoding="utf-8")
    return out


def without(*words):
    return lambda lines: [line for line in lines if not all(word in line for word in words)]


def host_names(folder):
    return [end.description for end in dumps.Subnet(folder / "opensm-subnet.lst").end_ports()]


def test_nothing_is_different_in_the_same_routing(tree):
    report = diff(tree, tree, status=0)
    assert report["error"] is None
    assert report["fabric"] == "nothing"
    assert report["entries"]["compared"] > 0
    assert report["entries"]["changed"] == report["sls"]["compared"] == 0
    assert report["by_switch"] == []
    assert "entries changed: 0 of" in weft("diff", tree, tree)


@pytest.mark.parametrize("generator, engine", [(TREE, "minhop"), (TREE, "updn"), (TORUS, "dfsssp")])
def test_a_repair_changes_only_what_lost_its_path(generator, engine, tmp_path):
    whole = generate(tmp_path / "whole.net", *generator)
    lost = generate(tmp_path / "lost.net", *generator, "--fail-links", 1)
    before, repaired, anew = tmp_path / "before", tmp_path / "repaired", tmp_path / "anew"
    weft("route", whole, "--engine", engine, "-o", before)
    report = repair(before, lost, repaired, engine)
    assert report["change"]["repaired"] and report["change"]["why_anew"] is None
    assert report["change"]["fabric"] == "1 pair of switches no longer linked"
    assert report["credit_loop_multicast"] is None or engine == "minhop"
    weft("route", lost, "--engine", engine, "-o", anew)
    found = diff(before, repaired)
    assert found["fabric"] == report["change"]["fabric"]
    entries = found["entries"]
    assert entries["changed"] == report["change"]["entries"]
    # On the way to LIDs of switches that had paths over what is lost, switches can get one that had none.
    old, new = (dumps.read_lfts(folder / "opensm-lfts.dump") for folder in (before, repaired))
    assert entries["not_forced"] == sum(len(new[guid].keys() - old[guid].keys()) for guid in old)
    assert 0 < entries["over_lost"] <= entries["led_over"]
    assert 0 < entries["forced"] <= entries["led_over"]
    routed_anew = diff(before, anew)["entries"]
    assert routed_anew["led_over"] == entries["led_over"]
    assert routed_anew["changed"] > entries["changed"]
    assert repair(repaired, lost, tmp_path / "again", engine)["change"]["entries"] == 0
    assert diff(repaired, tmp_path / "again", status=0)["fabric"] == "nothing"


def test_without_live_nothing_is_said_of_a_change(tree, tmp_path):
    report = json.loads(weft("route", tmp_path / "tree.net", "--engine", "minhop", "--json"))
    assert report["change"] is None
    text = weft("route", tmp_path / "tree.net", "--engine", "minhop", "--live", tree)
    assert "since the last routing: nothing; repaired: 0 entries and 0 SLs changed" in text


def test_what_can_happen_on_the_way_to_new_tables_is_said(tree, torus, tmp_path):
    same = repair(tree, tmp_path / "tree.net", tmp_path / "same")
    assert same["change"]["transition"] == {"judged": True, "looping_lids": 0, "credit_loop": False}
    lost = generate(tmp_path / "lost.net", *TORUS, "--fail-links", 1)
    transition = repair(torus, lost, tmp_path / "repaired", "dfsssp")["change"]["transition"]
    text = weft("route", lost, "--engine", "dfsssp", "--live", torus)
    assert transition.keys() == same["change"]["transition"].keys()
    assert transition["judged"] and transition["credit_loop"] and transition["looping_lids"] > 0
    assert f"packets to {transition['looping_lids']} LIDs can loop, and packets can close a credit loop" in text


def test_what_was_not_judged_is_null(tmp_path):
    random = ["random", "--switches", "500", "--degree", "4", "--seed", "3"]
    weft("route", generate(tmp_path / "whole.net", *random), "--engine", "minhop", "-o", tmp_path / "before")
    lost = generate(tmp_path / "lost.net", *random, "--fail-links", "30%")
    change = repair(tmp_path / "before", lost, tmp_path / "repaired")["change"]
    assert change["transition"] == {"judged": False, "looping_lids": None, "credit_loop": None}, change


def test_hosts_that_go_come_and_move(tree, tmp_path):
    first, second = host_names(tree)[:2]
    gone = edited_subnet(tree, tmp_path / "gone.lst", without(f"{{{first}}}"))
    repair(tree, gone, tmp_path / "gone")
    found = diff(tree, tmp_path / "gone")
    assert found["fabric"] == "1 end port lost"
    assert [lid["name"] for lid in found["lost_lids"]] == [first]
    assert found["entries"]["changed"] == 0 and found["new_lids"] == []
    found = diff(tmp_path / "gone", tree)
    assert found["fabric"] == "1 end port added"
    assert [lid["name"] for lid in found["new_lids"]] == [first]
    assert first in weft("diff", tmp_path / "gone", tree, status=1)

    # The second host goes to where the first one was.
    subnet = dumps.Subnet(tree / "opensm-subnet.lst")
    old, new = (subnet.links[end] for end in subnet.end_ports()[1::-1])

    def move(lines):
        for line in without(f"{{{first}}}")(lines):
            if f"{{{second}}}" in line:
                line = re.sub(r"(\{ SW [^{]*\{[^}]*\} LID:\w+ PN:)\w+", rf"\g<1>{new.port:02X}", line)
            yield line

    assert old.node_guid == new.node_guid
    repair(tree, edited_subnet(tree, tmp_path / "moved.lst", move), tmp_path / "moved")
    found = diff(tree, tmp_path / "moved")
    assert [(host["name"], host["from"]["port"], host["to"]["port"]) for host in found["moved"]] == [
        (second, old.port, new.port)]
    assert found["entries"]["changed"] == found["entries"]["forced"] > 0
    assert re.search(rf"{second} .*: from .* port {old.port} to .* port {new.port}$",
                     weft("diff", tree, tmp_path / "moved", status=1), re.MULTILINE)


def test_the_lists_are_as_long_as_asked_for(tmp_path, tree):
    weft("route", tmp_path / "tree.net", "--engine", "updn", "--set", "weft_balance=switch", "-o",
         tmp_path / "other")
    all_of_them = diff(tree, tmp_path / "other", "--all")
    count = all_of_them["switches_with_changes"]
    assert count == len(all_of_them["by_switch"]) > 2
    changed = [sw["entries"]["changed"] for sw in all_of_them["by_switch"]]
    assert changed == sorted(changed, reverse=True)
    assert sum(changed) == all_of_them["entries"]["changed"] == all_of_them["entries"]["not_forced"]
    assert diff(tree, tmp_path / "other", "--top", 2)["by_switch"] == all_of_them["by_switch"][:2]
    assert f"  and {count - 2} more" in weft("diff", tree, tmp_path / "other", "--top", 2, status=1)
    assert not re.search(r"and \d+ more", weft("diff", tree, tmp_path / "other", "--all", status=1))


def test_sls_are_compared_by_pair(torus, tmp_path):
    other = tmp_path / "other"
    shutil.copytree(torus, other)
    lines = (other / "psl.txt").read_text(encoding="ascii").splitlines()
    lid, sl = lines[1].split(" : ")
    lines[1] = f"{lid} : {(int(sl) + 1) % 2}"
    (other / "psl.txt").write_text("\n".join(lines) + "\n", encoding="ascii")
    hosts = len(host_names(torus))
    found = diff(torus, other)
    assert found["sls"] == {"compared": hosts * (hosts - 1), "changed": 1, "forced": 0, "not_forced": 1}
    assert found["entries"]["changed"] == 0
    assert [sw["sls"]["changed"] for sw in found["by_switch"]] == [1]


def damaged(folder, name, edit):
    path = folder / name
    text = edit(path.read_text(encoding="utf-8"))
    path.write_text(text, encoding="utf-8") if text is not None else path.unlink()


def replace_first(pattern, by):
    return lambda text: re.sub(pattern, by, text, count=1, flags=re.MULTILINE)


@pytest.mark.parametrize("name, edit, words", [
    ("opensm-subnet.lst", lambda text: None, ["opensm-subnet.lst"]),
    ("opensm-subnet.lst", lambda text: text[: len(text) // 2 + 20], ["opensm-subnet.lst"]),
    ("opensm-lfts.dump", lambda text: None, ["opensm-lfts.dump"]),
    ("opensm-lfts.dump", lambda text: "", ["opensm-lfts.dump"]),
    ("opensm-lfts.dump", lambda text: text[: len(text) // 2 + 3], ["opensm-lfts.dump"]),
    ("psl.txt", replace_first(r"^0x\w+ : \d+$", "0x0002 : 77"), ["psl.txt:2", "SL"]),
], ids=["no fabric", "fabric cut off", "no tables", "empty tables", "tables cut off", "bad SL"])
def test_broken_folders_are_refused_by_name(name, edit, words, torus, tmp_path):
    shutil.copytree(torus, tmp_path / "whole")
    damaged(torus, name, edit)
    for said in (refused("route", tmp_path / "torus.net", "--engine", "dfsssp", "--live", torus),
                 refused("diff", torus, tmp_path / "whole"), refused("diff", tmp_path / "whole", torus)):
        assert all(word in said for word in words), said
    result = subprocess.run([BUILD / "weft", "diff", torus, tmp_path / "whole", "--json"], capture_output=True,
                            text=True, timeout=60, check=False)
    assert result.returncode == 2
    assert words[0] in json.loads(result.stdout)["error"]


@pytest.mark.parametrize("name, edit, words", [
    # A leaf switch has no path to a host: the first entry that leads to another switch.
    ("opensm-lfts.dump", replace_first(r"^0x0002 \d+.*\n", ""), ["no path"]),
    ("psl.txt", lambda text: None, ["credit loop"]),
    # The first lines are a heading and the path to the other host of the switch.
    ("psl.txt", replace_first(r"\A((?:.*\n){5}0x\w+) : \d+$", r"\1 : 6"), ["at the same switch", ": 6 and"]),
    ("psl.txt", lambda text: re.sub(r" : \d+$", " : 12", text, flags=re.MULTILINE), ["SL 12", "8 SLs"]),
    ("slvl.txt", replace_first(r"0x01 0x23", "0x00 0x00"), ["slvl.txt", "SL i on VL i"]),
], ids=["hole", "no lanes", "no agreement", "no such lane", "other maps"])
def test_what_does_not_verify_is_not_repaired(name, edit, words, torus, tmp_path):
    damaged(torus, name, edit)
    said = refused("route", tmp_path / "torus.net", "--engine", "dfsssp", "--live", torus)
    assert str(torus) in said
    assert all(word in said for word in words), said


def test_live_is_for_the_same_fabric_and_what_is_repaired(tree, tmp_path):
    net = tmp_path / "tree.net"
    other = tmp_path / "other.net"
    other.write_text(re.sub("2000001", "2f00001", net.read_text(encoding="utf-8")), encoding="utf-8")
    assert "another fabric" in refused("route", other, "--engine", "minhop", "--live", tree)
    assert "never repaired" in refused("route", net, "--engine", "file", "--live", tree)
    assert "which steps" in refused("route", net, "--engine", "chain", "--live", tree)
    assert "weft_keep_routes" in refused("route", net, "--engine", "minhop", "--live", tree, "--set",
                                         "weft_keep_routes=FALSE")
    assert "cannot be read" in refused("route", net, "--engine", "minhop", "--live", tmp_path / "nowhere")


def test_lids_of_another_lmc_belong_to_somebody(tmp_path):
    net = generate(tmp_path / "f.net", *TREE)
    weft("route", net, "--engine", "minhop", "--lmc", 1, "-o", tmp_path / "f")
    assert "--lmc 1 gives each of them an owner" in refused("diff", tmp_path / "f", tmp_path / "f")
    assert diff(tmp_path / "f", tmp_path / "f", "--lmc", 1, status=0)["entries"]["changed"] == 0
    text = weft("route", net, "--engine", "minhop", "--lmc", 1, "--live", tmp_path / "f")
    assert "nothing; repaired: 0 entries" in text


def test_lanes_do_not_outlive_their_routing(torus, tmp_path):
    weft("route", tmp_path / "torus.net", "--engine", "minhop", "-o", torus)
    assert not (torus / "psl.txt").exists() and not (torus / "slvl.txt").exists()
