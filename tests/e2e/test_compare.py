"""weft compare: engines and tables side by side."""

import json
import re
import xml.etree.ElementTree

import pytest

from conftest import complaint, run_weft, weft
from schema import validate


@pytest.fixture
def tree(tmp_path):
    path = tmp_path / "tree.net"
    weft("generate", "xgft", "--down", "4,8", "--up", "1,4", "-o", path)
    return path


def compare(*arguments, status=0):
    found = json.loads(weft("compare", *arguments, "--json", status=status))
    validate(found, "comparison")
    return found


def test_each_is_what_route_and_check_say(tree, tmp_path):
    updn = json.loads(weft("route", tree, "--engine", "updn", "--pattern", "shift", "--order", "host", "--json",
                           "-o", tmp_path / "updn"))
    found = compare(tree, "--engine", "updn,ftree", "--engine", "minhop", "--lfts", tmp_path / "updn/opensm-lfts.dump",
                    "--order", "host")
    assert found["pattern"] == {"name": "shift", "order": "host", "ranks": 32, "dummies": 0, "phases": 31}
    assert [routing["name"] for routing in found["routings"]] == ["updn", "ftree", "minhop",
                                                                  str(tmp_path / "updn/opensm-lfts.dump")]
    routed, read = found["routings"][0], found["routings"][3]
    for routing in (routed, read):
        assert routing["link_load"] == {key: updn["link_load"][key] for key in ("max", "mean")}
        assert routing["busiest_link"] == updn["pattern"]["busiest_link"]
        assert routing["mean_hops"] == updn["hops"]["mean"]


def test_what_jobs_get(tree):
    found = compare(tree, "--engine", "ftree,dor", "--pattern", "bisection", "--set", "weft_traffic=shift:3,ring")
    ftree, dor = found["routings"]
    assert set(ftree["traffic"]["of"]) == {"shift", "ring"}
    parts = {kind: throughput["part"] for kind, throughput in dor["traffic"]["of"].items()}
    assert dor["traffic"]["delivered"] == pytest.approx((3 * parts["shift"] + parts["ring"]) / 4)
    assert ftree["traffic"]["delivered"] == 1 > dor["traffic"]["delivered"], "no two flows of a shift meet"
    assert 0 < ftree["throughput"]["share"] < ftree["throughput"]["most"] == 1, "some of random partners do"


def test_patterns_side_by_side(tree):
    text = weft("compare", tree, "--engine", "ftree,dor", "--set", "weft_traffic=shift:3,ring,storage:2")
    title, ftree, dor = text.split("\n\n")[1].splitlines()
    assert title.split() == ["pattern", "gets", "%", "shift", "ring", "storage"]
    assert ftree.split() == ["ftree", "100.0", "100.0", "no", "flows"], "without an io_guid_file there are no servers"
    assert dor.split()[0] == "dor" and float(dor.split()[1]) < 100


def test_the_storage_of_a_port_group(tree, tmp_path):
    groups, servers = tmp_path / "groups", tmp_path / "servers"
    groups.write_text("port-group\nname: storage\nport-name: hostname=node-0001\nend-port-group\n", encoding="utf-8")
    servers.write_text("storage\n", encoding="utf-8")
    text = weft("compare", tree, "--engine", "ftree,updn", "--set", f"pgrp_policy_file={groups}", "--set",
                f"io_guid_file={servers}", "--set", "weft_traffic=storage")
    title, ftree, _ = text.split("\n\n")[1].splitlines()
    assert title.split() == ["pattern", "gets", "%", "storage"] and len(ftree.split()) == 2


def test_one_order_for_all(tree):
    by_guid = compare(tree, "--engine", "ftree,updn")
    assert by_guid["pattern"]["order"] == "guid"
    by_ftree = compare(tree, "--engine", "ftree,updn", "--order", "ftree")
    assert by_ftree["pattern"]["order"] == "ftree"
    assert by_ftree["routings"][0]["busiest_link"]["max"] == 1


def test_an_engine_that_cannot(tmp_path):
    ring = tmp_path / "ring.net"
    weft("generate", "ring", "--switches", "6", "-o", ring)
    found = compare(ring, "--engine", "ftree,minhop,nue", status=1)
    assert found["routings"][0]["error"]
    assert found["routings"][1]["credit_loop"] and not found["routings"][2]["credit_loop"]
    text = weft("compare", ring, "--engine", "ftree,minhop,nue", status=1)
    assert "credit loop" in text and "by GUID" in text


def test_pairs_that_no_link_connects_are_not_lost(tmp_path):
    ring, both = tmp_path / "ring.net", tmp_path / "both.net"
    weft("generate", "ring", "--switches", "4", "--cas", "2", "-o", ring)
    text = ring.read_text(encoding="utf-8")
    other = text.replace("2000001", "2f00001").replace("2000002", "2f00002")  # other GUIDs
    both.write_text(f"{text}\n{other}", encoding="utf-8")
    found, alone = (compare(path, "--engine", "updn,dfsssp")["routings"] for path in (both, ring))
    for routing, of_one in zip(found, alone):
        assert routing["unreachable_pairs"] == routing["disconnected_pairs"] == 2 * 8 * 8
        assert routing["traffic"]["delivered"] == pytest.approx(of_one["traffic"]["delivered"])
    text = weft("compare", both, "--engine", "updn,dfsssp")
    assert "no link connects 128 pairs" in text and "lost" not in text.split("verified")[1]


def test_what_is_not_drained_is_said(tree, tmp_path):
    drain, conf = tmp_path / "drain", tmp_path / "opensm.conf"
    drain.write_text('"spine 0"\n"spine 1"\n"spine 2"\n"spine 3"\n"nobody"\n', encoding="utf-8")
    said = run_weft("compare", tree, "--engine", "updn,ftree", "--drain", drain).stderr
    assert re.search("spine 3 .* is not drained", said) and "'nobody': it is not in the fabric" in said
    weft("route", tree, "--engine", "updn", "-o", tmp_path / "updn")
    conf.write_text(f"event_plugin_name weft\nrouting_engine weft-ftree\nweft_drain_file {drain}\n", encoding="utf-8")
    tables = ["--lfts", tmp_path / "updn/opensm-lfts.dump"]
    assert "tables of the whole fabric" in complaint("compare", tree, "--engine", "ftree", *tables, "--drain", drain)
    assert "tables of the whole fabric" in complaint("compare", tree, "--conf", conf, *tables)


def test_tables_have_the_lmc_of_the_configuration(tree, tmp_path):
    conf = tmp_path / "opensm.conf"
    conf.write_text("event_plugin_name weft\nrouting_engine weft-ftree\nlmc 1\n", encoding="utf-8")
    weft("route", tree, "--conf", conf, "-o", tmp_path / "ftree")
    ours, tables = compare(tree, "--conf", conf, "--lfts", tmp_path / "ftree/opensm-lfts.dump")["routings"]
    assert tables["link_load"] == ours["link_load"]


def test_the_picture(tree, tmp_path):
    picture = tmp_path / "compared.svg"
    weft("compare", tree, "--engine", "updn,ftree", "--svg", picture)
    root = xml.etree.ElementTree.parse(picture).getroot()
    texts = [element.text for element in root.iter("{http://www.w3.org/2000/svg}text")]
    assert "updn" in texts and "ftree" in texts


def test_one_is_too_few(tree):
    assert "two engines or files at least" in complaint("compare", tree, "--engine", "updn")
    assert "ftree is near" in complaint("compare", tree, "--engine", "updn,ftre")


def test_mistyped_words_are_told_the_nearest(tree):
    assert "there is no command «rout»: route is near" in complaint("rout", tree)
    assert "there is no command «slrum»: --help names all" in complaint("export", "slrum")
    assert "there is no command «shape»: shapes is near" in complaint("plan", "shape", "--hosts", "3")
    assert "there is no option «--patern»: --pattern is near" in complaint("compare", tree, "--engine", "a,b", "--patern", "x")
