"""What commands print as JSON is what doc/json.schema.json says; test_status.py has the status file."""

import json
import os
import subprocess

import jsonschema
import pytest

from conftest import BUILD, LIBRARIES, ROOT
from schema import SCHEMA, validate

def report(*arguments):
    """What a command prints, whatever it finds."""
    result = subprocess.run([str(BUILD / "weft"), *map(str, arguments), "--json"], capture_output=True, text=True,
                            timeout=120, check=False, env={**os.environ, "LD_LIBRARY_PATH": str(LIBRARIES)})
    return json.loads(result.stdout)


@pytest.fixture
def folder(tmp_path):
    def generate(name, *arguments):
        subprocess.run([str(BUILD / "weft"), "generate", *arguments, "-o", tmp_path / name], check=True,
                       capture_output=True, timeout=60)
    generate("torus.net", "torus", "--dims", "4,4")
    generate("lost.net", "torus", "--dims", "4,4", "--fail-links", "2", "--fail-switches", "1")
    generate("islands.net", "islands", "--down", "3,3", "--up", "1,2", "--dims", "3,4", "--cas", "1")
    return tmp_path


def test_the_schema_is_one():
    jsonschema.Draft202012Validator.check_schema(SCHEMA)


def test_what_differs_is_refused(folder):
    good = report("route", folder / "torus.net", "--engine", "minhop")
    validate(good, "routing")
    for bad in ({**good, "more": 1}, {key: value for key, value in good.items() if key != "hops"},
                {**good, "hops": {"max": "4", "mean": 2.0}}):
        with pytest.raises(jsonschema.ValidationError):
            validate(bad, "routing")


def test_routing(folder):
    before = folder / "before"
    whole = report("route", folder / "torus.net", "--engine", "dfsssp", "--pattern", "shift", "-o", before)
    assert whole["pattern"] is not None
    validate(whole, "routing")
    repaired = report("route", folder / "lost.net", "--engine", "dfsssp", "--live", before, "-o", folder / "now")
    assert repaired["change"] is not None
    validate(repaired, "routing")
    loops = report("check", folder / "torus.net", "--lfts", before / "opensm-lfts.dump", "--list-lost")
    validate(loops, "routing")
    with_a_loop = report("route", folder / "torus.net", "--engine", "minhop")
    assert with_a_loop["credit_loop"]
    validate(with_a_loop, "routing")
    refused = report("route", folder / "torus.net", "--engine", "ftree")
    assert refused["error"] is not None
    validate(refused, "routing")
    for engine, reason in (([], "--engine is required"), (["--engine", "nosuch"], "there is no engine")):
        refused = report("route", folder / "torus.net", *engine)
        assert reason in refused["error"] and refused["engine"] is None
        validate(refused, "routing")
    adaptive = report("check", ROOT / "tests/data/triangle.ibnetdiscover", "--far", ROOT / "tests/data/triangle.far",
                      "--mcfdbs", ROOT / "tests/data/triangle.mcfdbs")
    assert adaptive["adaptive"] is not None and adaptive["multicast"] is not None
    validate(adaptive, "routing")
    no_file = report("check", folder / "torus.net", "--lfts", "/nowhere")
    assert no_file["error"] is not None
    validate(no_file, "routing")


def test_cabling(folder):
    subprocess.run([str(BUILD / "weft"), "generate", "xgft", "--down", "4,8", "--up", "1,4", "--fail-links", "2", "-o",
                    folder / "tree.net"], check=True, capture_output=True, timeout=60)
    found = report("check", folder / "tree.net")
    assert found["error"] is None and found["findings"]
    validate(found, "cabling")
    validate(report("check", ROOT / "tests/data/triangle.ibnetdiscover"), "cabling")
    refused = report("check", "/nowhere")
    assert refused["error"] is not None
    validate(refused, "cabling")


def test_difference(folder):
    for name in ("torus", "lost"):
        report("route", folder / f"{name}.net", "--engine", "dfsssp", "-o", folder / name)
    found = report("diff", folder / "torus", folder / "lost")
    assert found["lost_lids"] and found["by_switch"]
    validate(found, "difference")
    refused = report("diff", folder / "torus", "/nowhere")
    assert refused["error"] is not None
    validate(refused, "difference")


def test_policy(folder):
    sample = [f"{key}={ROOT / 'conf' / name}" for key, name in (
        ("pgrp_policy_file", "port-groups.conf"), ("topo_policy_file", "topologies.conf"),
        ("rch_policy_file", "routing-chain.conf"))]
    found = report("policy", folder / "islands.net", *(argument for pair in sample for argument in ("--set", pair)))
    assert found["groups"] and found["topologies"] and found["steps"] and found["error"] is None
    validate(found, "policy")
    (folder / "bad.conf").write_text("port-group\nend-port-group\n", encoding="utf-8")
    groups = ["--set", f"pgrp_policy_file={ROOT / 'conf/port-groups.conf'}"]
    for arguments, reason in (([folder / "torus.net"], "no policy file is given"), (["/nowhere", *groups], "/nowhere"),
                              ([folder / "torus.net", "--set", f"pgrp_policy_file={folder / 'bad.conf'}"], "bad.conf")):
        refused = report("policy", *arguments)
        assert reason in refused["error"] and refused["groups"] == []
        validate(refused, "policy")


def test_setup(folder):
    (folder / "opensm.conf").write_text("weft_balance sideways\n", encoding="utf-8")
    found = report("doctor", folder / "opensm.conf")
    assert found["findings"]
    validate(found, "setup")

