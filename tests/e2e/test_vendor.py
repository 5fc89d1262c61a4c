"""A whole opensm.conf of the vendor's SM, with the files that it names: unchanged but for event_plugin_name."""

import os
import re
import subprocess

import pytest

from conftest import BUILD, ROOT, weft

GROUPS = "port-group\nname: spines\nport-regexp: spine 1.*   # the top\nend-port-group\n"


@pytest.fixture
def conf(tmp_path):
    (tmp_path / "roots").write_text("spines\n", encoding="utf-8")
    (tmp_path / "groups").write_text(GROUPS, encoding="utf-8")
    text = (ROOT / "tests/data/vendor-opensm.conf").read_text(encoding="utf-8")
    for word in ("ROOTS", "GROUPS"):
        text = re.sub(rf"\b{word}$", str(tmp_path / word.lower()), text, flags=re.MULTILINE)
    return text.replace("event_plugin_name osmufmpi", "event_plugin_name osmufmpi weft")


def test_it_runs(conf, runs, fabrics):
    opensm = runs.subnet(fabrics("tree"), conf)
    assert opensm.engines_used() == ["ar_updn"]
    log = opensm.log()
    assert len(re.findall("ar_updn is routed by weft-updn", log)) == 1
    assert re.search(r"2 roots: spine 1\.0 .*, given in root_guid_file", log), log[-3000:]
    assert [line for line in opensm.errors() if "osmufmpi" not in line] == []


def examine(path):
    """What weft doctor says of a configuration that has no faults."""
    said = subprocess.run([str(BUILD / "weft"), "doctor", str(path), "--all"], capture_output=True, text=True, timeout=60,
                          check=False, env={**os.environ, "LD_LIBRARY_PATH": str(BUILD / ".libs")})
    assert said.returncode == 0, said.stdout + said.stderr
    return said.stdout


def test_the_doctor_answers_each_line(conf, tmp_path):
    path = tmp_path / "opensm.conf"
    path.write_text(conf, encoding="utf-8")
    said = examine(path)
    answered = {int(number) for number in re.findall(rf"^note: {re.escape(str(path))}:(\d+): ", said, re.MULTILINE)}
    lines = conf.splitlines()
    assert answered == {number for number, line in enumerate(lines, 1) if not line.startswith("#")}
    assert "is not an option" not in said and "knows '" not in said, said
    assert re.search("the loader cannot load libosmufmpi.so: .* opensm continues without it", said)
    for key in ("hm_unhealthy_ports_checks", "max_op_vls_ca", "mc_roots_file", "ar_mode"):
        assert f"{key}, an option of the vendor's SM, has no effect: " in said


def test_adaptive_engines_in_a_chain_are_no_fault(tmp_path, runs, fabrics):
    chain = tmp_path / "chain"
    chain.write_text("unicast-step\nid: 1\nengine: ar_updn\nend-unicast-step\n", encoding="utf-8")
    options = {"event_plugin_name": "weft", "routing_engine": "chain,ar_updn", "rch_policy_file": chain}
    path = tmp_path / "opensm.conf"
    path.write_text("".join(f"{key} {value}\n" for key, value in options.items()), encoding="utf-8")
    sentence = f"{chain}:3: ar_updn is routed by weft-updn: "
    assert f"note: {path}:3: {sentence}" in examine(path)
    opensm = runs.subnet(fabrics("tree"), options)
    assert opensm.engines_used() == ["chain"]
    assert opensm.errors() == [] and opensm.log().count(sentence) == 1
    printed = weft("route", opensm.path("opensm-subnet.lst"), "--conf", path, "--set", "rch_policy_file=(null)")
    assert f"{path}: ar_updn is routed by weft-updn: " in printed
