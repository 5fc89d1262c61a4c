"""weft doctor, on set-ups as people have them."""

import contextlib
import json
import os
import re
import shutil
import subprocess
import time

import pytest

from conftest import BUILD, LIBRARIES, NOBODY, ROOT, weft

POLICY = [ROOT / "conf" / f"{name}.conf" for name in ("routing-chain", "topologies", "port-groups")]
GOOD = "event_plugin_name weft\nrouting_engine weft-ftree,weft-updn,weft-minhop\n"


def examine(path, status, libraries=LIBRARIES, **process):
    """Its findings, but for those about processes and units: severity, line, what and remedy. process: for subprocess."""
    result = subprocess.run([str(libraries / "weft"), "doctor", str(path), "--json"], capture_output=True, text=True,
                            timeout=60, check=False, env={**os.environ, "LD_LIBRARY_PATH": str(libraries)}, **process)
    report = json.loads(result.stdout)
    assert result.returncode == status, result.stdout + result.stderr
    assert report["opensm"].startswith("OpenSM 3.3.")
    return [(found["severity"], found["where"].rpartition(":")[2] if ":" in found["where"] else None, found["what"],
             found["remedy"]) for found in report["findings"] if str(path) in found["where"]]


def findings_of(tmp_path, text, status=1):
    path = tmp_path / "opensm.conf"
    path.write_text(text, encoding="utf-8")
    return examine(path, status)


@pytest.mark.parametrize("text", [
    GOOD,
    GOOD + "log_file stdout\nweft_state_dir none\nweft_plan_file (null)\n",
    (ROOT / "conf" / "opensm.conf").read_text(encoding="utf-8"),
    "event_plugin_name weft-updn\nrouting_engine weft-updn minhop\nsm_priority 3\nlmc 0x2\n",
    "event_plugin_name weft-updn,weft-ftree\nrouting_engine weft-ftree,weft-updn,minhop\n",
    "qos TRUE\nevent_plugin_name weft\nrouting_engine weft-torus-2QoS,weft-dfsssp,weft-nue\n",
    "event_plugin_name weft\nrouting_engine chain,weft-updn\nevent_plugin_options "
    f"rch_policy_file={POLICY[0]} topo_policy_file={POLICY[1]} pgrp_policy_file={POLICY[2]}\n",
], ids=["two-lines", "no-paths", "sample", "one-engine", "one-comma", "lanes", "pairs"])
def test_nothing_is_wrong(tmp_path, text):
    assert findings_of(tmp_path, text, status=0) == []


def test_what_opensm_writes_needs_two_lines(tmp_path):
    path = tmp_path / "opensm.conf"
    subprocess.run(["opensm", "-c", path], capture_output=True, timeout=60, check=True)
    text = path.read_text(encoding="utf-8")
    named = [what for severity, _, what, _ in examine(path, 1) if severity == "error"]
    assert len(named) == 2 and "no plug-in is named" in named[0] and "no engine is named" in named[1]
    for line in GOOD.splitlines():
        key = line.split()[0]
        text = text.replace(f"\n{key} (null)\n", f"\n{line}\n")
    path.write_text(text, encoding="utf-8")
    assert examine(path, 0) == []


BROKEN = {
    "key-in-capitals": ("Routing_engine weft-updn\n" + GOOD, "error", "1", "'Routing_engine' is not an option", "routing_engine"),
    "other-plugin": ("event_plugin_name osmufmpi weft\nrouting_engine weft-updn,weft-minhop\n", "note", "1",
                     "opensm continues without it", None),
    "other-default": ("event_plugin_name weft\nrouting_engine dfp,weft-minhop\nqos TRUE\n", "note", "2",
                      "the vendor's SM takes 1 since 5.24, and Weft 0", None),
    "option-of-the-vendors": (GOOD + "max_op_vls_ca 2\n", "note", "3", "max_op_vls counts for all ports", None),
    "policy-unreadable": (GOOD + "pgrp_policy_file /nowhere/groups\n", "error", "3", "/nowhere/groups", "remove the line"),
    "key-mistyped": (GOOD + "weft_balnce switch\n", "error", "3", "'weft_balnce' is not an option", "weft_balance"),
    "key-of-nobody": (GOOD + "frobnicate 3\n", "note", "3", "knows 'frobnicate'", None),
    "value": (GOOD + "weft_balance sideways\n", "error", "3", "weft_balance", "weft.conf(5)"),
    "file-is-missing": (GOOD + "root_guid_file /nowhere/roots\n", "error", "3", "/nowhere/roots", "remove the line"),
    "on": (GOOD + "connect_roots yes\n", "warning", "3", "takes only TRUE as on", "write TRUE"),
    "qos": (GOOD + "qos true\n", "warning", "3", "takes only TRUE as on", "write TRUE"),
    "twice": (GOOD + "weft_threads 2\nweft_threads 3\n", "warning", "4", "weft_threads is given twice", "line 3"),
    "no-plugin": ("routing_engine weft-updn\n", "error", None, "no plug-in is named", "event_plugin_name weft"),
    "path": ("event_plugin_name /usr/lib/libweft.so\nrouting_engine weft-updn\n", "error", "1",
             "opensm looks for «lib/usr/lib/libweft.so.so»", "bare name"),
    "commas": ("event_plugin_name weft-updn,weft-ftree,weft-lash\nrouting_engine weft-updn\n", "error", "1",
               "opensm looks for «libweft-ftree,weft-lash.so»", "separated by blanks"),
    "engine-mistyped": ("event_plugin_name weft\nrouting_engine weft_updn,weft-ftree\n", "error", "2",
                        "'weft_updn' is not an engine", "write weft-updn"),
    "engine-none": ("event_plugin_name weft\nrouting_engine weft-updn,none\n", "error", "2",
                    "segmentation fault where 'none' is named", "remove it"),
    "byte-order-mark": ("\ufeffweft_threads 2\n" + GOOD, "error", "1", "begins with a byte order mark", "save it without one"),
    "engine-in-capitals": ("event_plugin_name weft\nrouting_engine weft-torus-2qos,weft-ftree\nqos TRUE\n", "error", "2",
                           "'weft-torus-2qos' is not an engine", "write weft-torus-2QoS"),
    "engine-not-loaded": ("event_plugin_name weft-updn\nrouting_engine weft-updn,weft-minhop\n", "error", "2",
                          "no plug-in that is loaded has weft-minhop", "weft-minhop"),
    "engine-not-loaded-first": ("event_plugin_name weft-updn\nrouting_engine weft-minhop,weft-updn\n", "error", "2",
                                "no plug-in that is loaded has weft-minhop", "weft-minhop"),
    "engine-not-loaded-last": ("event_plugin_name weft-minhop\nrouting_engine weft-minhop,weft-updn\n", "error", "2",
                               "no plug-in that is loaded has weft-updn", "weft-updn"),
    "stock-engines-alone": ("event_plugin_name weft\nrouting_engine updn\n", "error", "2", "no engine of Weft's", "weft-"),
    "stock-engine-first": ("event_plugin_name weft\nrouting_engine ftree,weft-ftree\n", "warning", "2",
                           "ftree is OpenSM's own", "write weft-ftree"),
    "never-asked": ("event_plugin_name weft\nrouting_engine weft-minhop,weft-updn\n", "warning", "2",
                    "weft-updn is never asked, because weft-minhop", "to the front"),
    "no-fallback": ("event_plugin_name weft\nrouting_engine weft-updn,no_fallback\n", "warning", "2", "with no_fallback",
                    "remove it"),
    "lanes-without-qos": ("event_plugin_name weft\nrouting_engine weft-lash,weft-updn\nqos FALSE\n", "warning", "3",
                          "weft-lash needs virtual lanes", "qos TRUE"),
    "lanes-without-vls": ("event_plugin_name weft\nrouting_engine weft-lash,weft-updn\nqos TRUE\nmax_op_vls 1\n", "warning", "4",
                          "with max_op_vls 1 only one", "max_op_vls 4"),
    "lanes-without-map": ("event_plugin_name weft\nrouting_engine weft-lash,weft-updn\nqos TRUE\nqos_swe_sl2vl 0,0,0\n", "warning",
                          "4", "qos_swe_sl2vl maps SLs to one only", "several VLs"),
    "lanes-that-cas-do-not-send": ("event_plugin_name weft\nrouting_engine weft-lash,weft-updn\nqos TRUE\nqos_ca_sl2vl 0,15,15\n",
                                   "warning", "4", "some CAs do not send packets with SLs 1, 2:", "remove them"),
    "chain-without-policy": ("event_plugin_name weft\nrouting_engine chain,weft-updn\n", "error", "2", "rch_policy_file",
                             "name one"),
    "file-without-file": ("event_plugin_name weft\nrouting_engine weft-file,weft-updn\nlfts_file (null)\n", "error", "2",
                          "no lfts_file", "name one"),
    "congestion-unseen": (GOOD + "weft_congestion TRUE\nperfmgr FALSE\n", "error", "3", "weft_congestion has no effect",
                          "perfmgr TRUE"),
    "state-folder-in-pairs": (GOOD + "event_plugin_options weft_state_dir=/nowhere/state\n", "error", "3",
                              "/nowhere/state is not a folder", "at a restart"),
    "plan-in-pairs": (GOOD + "event_plugin_options weft_plan_file=/nowhere/plan\n", "error", "3", "/nowhere/plan", "correct it"),
    "congestion-levels": (GOOD + "weft_congestion_lower 90\n", "warning", "3", "between the levels 80 and 90", "below"),
    "congestion-tick": (GOOD + "weft_congestion_tick 0\n", "warning", "3", "does not count", "weft.conf(5)"),
    "congestion-share": (GOOD + "weft_congestion_share 500\n", "warning", "3", "500 percent", "100 at most"),
    "lmc": (GOOD + "lmc 8\n", "error", "3", "lmc is '8'", "0 to 7"),
    "state-folder": (GOOD + "weft_state_dir /nowhere/at/all\n", "error", "3", "is not a folder", "opensm can write"),
    "status-folder": (GOOD + "weft_status_file /nowhere/status.json\n", "error", "3", "/nowhere is not a folder", "write"),
    "metrics-folder": (GOOD + "weft_metrics_file /nowhere/weft.prom\n", "error", "3", "/nowhere is not a folder", "write"),
    "metrics-name": (GOOD + "weft_metrics_file /tmp/weft.txt\n", "warning", "3", "files *.prom", "ends in .prom"),
    "plan": (GOOD + "weft_plan_file /nowhere/plan.csv\n", "error", "3", "/nowhere/plan.csv: cannot be read", "correct it"),
    "relative-folder": (GOOD + "weft_state_dir .\n", "warning", "3", "'.' counts from the folder in which opensm runs", "from /"),
    "relative-file": (GOOD + "qos_policy_file qos.conf\n", "warning", "3", "'qos.conf' counts from the folder", "from /"),
    "dumps": (GOOD + "dump_files_dir /nowhere\n", "error", "3", "is not a folder", "dumps"),
}


@pytest.mark.parametrize("lines", [
    "routing_engine weft-lash\nqos TRUE\nmax_op_vls 2\nqos_vlarb_high 0:64,1:64\nqos_vlarb_low 0:4,1:4\n",
    "routing_engine weft-lash\nqos TRUE\nqos_sl2vl 0,1,2,3,15,15,15,15,15,15,15,15,15,15,15,15\n",
    "routing_engine weft-torus-2QoS\nqos TRUE\nqos_ca_sl2vl 0,1,15\n",
])
def test_cas_that_send_what_switches_forward_are_no_fault(tmp_path, lines):
    assert findings_of(tmp_path, "event_plugin_name weft\n" + lines, status=0) == []


@pytest.mark.parametrize("name", BROKEN)
def test_what_is_wrong_is_found(tmp_path, name):
    text, severity, line, what, remedy = BROKEN[name]
    found = findings_of(tmp_path, text, status=0 if severity == "note" else 1)
    same = [entry for entry in found if what in entry[2]]
    assert len(same) == 1, found
    assert same[0][:2] == (severity, line)
    assert remedy in same[0][3] if remedy else same[0][3] is None
    # Nothing else is said that the fault does not bring with it.
    assert len(found) == 1, found


@pytest.mark.parametrize("value, is_closed", [
    ('"weft" # all', True), ("'weft'", True), ('"weft', False), ("'weft\"", False), ('"weft # all"', False), ('"', False)])
def test_quotation_marks_as_opensm_reads_them(tmp_path, value, is_closed):
    found = findings_of(tmp_path, f"event_plugin_name {value}\nrouting_engine weft-updn\n", status=0 if is_closed else 1)
    said = [(severity, line) for severity, line, what, _ in found if "no quotation mark closes" in what]
    assert said == ([] if is_closed else [("warning", "1")])
    assert ("none of Weft's plug-ins" in str(found) or "no plug-in is named" in str(found)) != is_closed


def test_a_comment_in_quotation_marks(tmp_path):
    assert findings_of(tmp_path, GOOD + 'weft_state_dir "none" # here\nweft_balance "switch" # "\n', status=0) == []
    found = findings_of(tmp_path, GOOD + 'log_file "/var/#1"\nweft_status_file "/tmp/#1"\n')
    assert [entry[:2] for entry in found] == [("warning", "3")]


def test_a_long_line_is_two(tmp_path):
    longest = GOOD + "#" * 1022
    assert findings_of(tmp_path, longest + "\n", status=0) == []
    found = findings_of(tmp_path, longest + "routing_engine minhop\n")
    assert [entry[:2] for entry in found] == [("warning", "3"), ("error", "2")]
    assert "1022 bytes as another line" in found[0][2] and "no engine of Weft's" in found[1][2]


def test_a_line_of_a_file_is_wrong(tmp_path):
    roots = tmp_path / "roots"
    roots.write_text("0x1\n0xspine\n", encoding="utf-8")
    found = findings_of(tmp_path, GOOD + f"root_guid_file {roots}\n")
    assert [entry[0] for entry in found] == ["warning"]
    assert "roots:2" in found[0][2]


def test_pairs_are_wrong(tmp_path):
    pairs = "weft_thread=3 weft_threads=abc weft_balance= weft_drain_file=/nope weft_weigh_links=TRUE other=1"
    found = findings_of(tmp_path, f"{GOOD}event_plugin_options {pairs}\n")
    assert [entry[:2] for entry in found] == [("error", "3")] * 4
    for (*_, what, remedy), part in zip(found, ("'weft_thread' is not an option", "abc", "weft_balance", "/nope")):
        assert part in what and remedy == "correct that pair: it is left out"
    drained = tmp_path / "drained"
    drained.write_text("0x1\n0xspine\n", encoding="utf-8")
    found = findings_of(tmp_path, f"{GOOD}event_plugin_options weft_drain_file={drained}\n")
    assert [entry[:2] for entry in found] == [("warning", "3")] and "drained:2" in found[0][2]


def test_a_policy_has_mistakes(tmp_path):
    groups = tmp_path / "groups"
    groups.write_text("port-group\nname: spines\nport-regexp: (\nend-port-group\n", encoding="utf-8")
    (tmp_path / "roots").write_text("spines\n0x1\nothers 1\n", encoding="utf-8")
    conf = GOOD + f"pgrp_policy_file {groups}\nroot_guid_file {tmp_path}/roots\n"
    found = findings_of(tmp_path, conf)
    assert [entry[:2] for entry in found] == [("error", "3")]
    assert f"{groups}:3: " in found[0][2] and "correct it" in found[0][3]
    groups.write_text("port-group\nname: spines\nport-regexp: x\nend-port-group\n", encoding="utf-8")
    found = findings_of(tmp_path, conf)
    assert [entry[:2] for entry in found] == [("error", "4")]
    assert "port group 'others', which" in found[0][2] and "define it there" in found[0][3]


def test_every_line_is_answered(tmp_path):
    path = tmp_path / "opensm.conf"
    path.write_text(GOOD + "sm_priority 3\nlmc 1\nhop_weights_file (null)\nar_mode 1\nfrobnicate 1\n", encoding="utf-8")
    result = subprocess.run([str(BUILD / "weft"), "doctor", str(path), "--all"], capture_output=True, text=True,
                            timeout=60, check=False, env={**os.environ, "LD_LIBRARY_PATH": str(LIBRARIES)})
    assert result.returncode == 0, result.stdout
    answers = [line.removeprefix(f"note: {path}:") for line in result.stdout.splitlines() if f"{path}:" in line]
    assert [answer.split(":")[0] for answer in answers] == ["1", "2", "3", "4", "5", "6", "7"]
    assert answers[1] == "2: routing_engine: OpenSM follows it"
    assert answers[2] == "3: sm_priority: an option of OpenSM: no engine of Weft's depends on it"
    assert answers[3] == "4: lmc: an option of OpenSM: engines give each LID of a port its own paths"
    assert answers[4] == "5: hop_weights_file: Weft follows it (minhop, dor)"
    assert "has no effect" in answers[5] and "knows 'frobnicate'" in answers[6]


def test_a_file_that_is_missing(tmp_path):
    found = examine(tmp_path / "opensm.conf", 1)
    assert len(found) == 1 and found[0][0] == "error" and "opensm -c" in found[0][3]


@pytest.mark.parametrize("kind", ["pipe", "folder", "large"])
def test_a_file_that_exists_is_not_to_be_overwritten(tmp_path, kind):
    path = tmp_path / "opensm.conf"
    if kind == "pipe":
        os.mkfifo(path)
    elif kind == "folder":
        path.mkdir()
    else:
        path.write_text(GOOD, encoding="utf-8")
    if kind == "large":
        os.truncate(path, 1 << 30)
    found = examine(path, 1)
    assert len(found) == 1 and found[0][0] == "error"
    assert "opensm -c" not in found[0][3] and "name a regular file" in found[0][3]


def test_a_file_that_nobody_may_read_is_not_to_be_overwritten(tool_alone):
    path = tool_alone / "opensm.conf"
    path.write_text(GOOD, encoding="utf-8")
    path.chmod(0)
    found = examine(path, 1, libraries=tool_alone, **(NOBODY if os.geteuid() == 0 else {}))
    assert len(found) == 1 and found[0][0] == "error"
    assert "opensm -c" not in found[0][3] and "as a user who may read it" in found[0][3]


def test_the_loader_does_not_find_the_plugin(tmp_path, tool_alone):
    path = tmp_path / "opensm.conf"
    path.write_text(GOOD, encoding="utf-8")
    found = examine(path, 1, libraries=tool_alone)
    assert len(found) == 1 and "the loader cannot load libweft.so" in found[0][2]
    assert "opensm-weft" in found[0][3]


def test_the_plugin_was_built_for_another_opensm(tmp_path):
    path = tmp_path / "opensm.conf"
    path.write_text(GOOD, encoding="utf-8")
    for library in LIBRARIES.glob("libweft*.so"):
        content = library.read_bytes().replace(b"OpenSM 3.3.2", b"OpenSM 3.3.9")
        (tmp_path / library.name).write_bytes(content)
    shutil.copy(LIBRARIES / "weft", tmp_path)
    found = examine(path, 1, libraries=tmp_path)
    assert len(found) == 1 and "refuses to load it" in found[0][2]


def test_it_says_so_in_words(tmp_path):
    path = tmp_path / "opensm.conf"
    path.write_text(GOOD + "weft_balance sideways\n", encoding="utf-8")
    result = subprocess.run([str(BUILD / "weft"), "doctor", str(path)], capture_output=True, text=True, timeout=60,
                            check=False, env={**os.environ, "LD_LIBRARY_PATH": str(LIBRARIES)})
    assert result.returncode == 1
    lines = result.stdout.splitlines()
    assert lines[0].startswith("opensm: OpenSM 3.3.")
    assert lines[1].startswith(f"error: {path}:3: weft_balance")
    assert lines[2] == "    see weft.conf(5)"


@contextlib.contextmanager
def running(tmp_path, *arguments, **process):
    """A process that is an opensm for the doctor; yields its number. process: for subprocess."""
    program = tmp_path / "opensm"
    if not program.exists():
        shutil.copy("/bin/sh", program)
    with subprocess.Popen(["opensm", "-c", "read _", *map(str, arguments)], executable=program, stdin=subprocess.PIPE,
                          **process) as started:
        yield started.pid
        started.stdin.close()


def report(tmp_path, *arguments, status=0):
    path = tmp_path / "report.txt"
    result = subprocess.run([str(LIBRARIES / "weft"), "doctor", *map(str, arguments), "--report", str(path)], text=True,
                            capture_output=True, timeout=60, check=False,
                            env={**os.environ, "LD_LIBRARY_PATH": str(LIBRARIES)})
    assert result.returncode == status, result.stderr
    return path.read_text(encoding="utf-8") if status < 2 else result.stderr


def test_a_report_has_what_a_maintainer_needs(tmp_path):
    roots, log, conf = (tmp_path / name for name in ("roots.conf", "opensm.log", "opensm.conf"))
    roots.write_text("0x0002c90300000001\n", encoding="ascii")
    log.write_text("Nov 27 10:00:00 123456 [7F] 0x01 -> weft-updn: a warning about leaf 3\n"
                   "Nov 27 10:00:01 123456 [7F] 0x02 -> of no use here\n", encoding="ascii")
    conf.write_text(f"{GOOD}# a comment\nm_key 0x1234567\nroot_guid_file {roots}\nlog_file {log}\nno_such_option 1\n",
                    encoding="ascii")
    text = report(tmp_path, conf)
    for part in ("routing_engine weft-ftree,weft-updn,weft-minhop", "0x0002c90300000001", "a warning about leaf 3",
                 "opensm: OpenSM 3.3.", "m_key (left out)", "no_such_option"):
        assert part in text, part
    for part in ("a comment", "1234567", "of no use"):
        assert part not in text, part


def findings_about(number, path, cwd=None):
    """The severities of what the doctor says about a process."""
    result = subprocess.run([str(LIBRARIES / "weft"), "doctor", str(path), "--json"], capture_output=True, text=True, cwd=cwd,
                            timeout=60, check=False, env={**os.environ, "LD_LIBRARY_PATH": str(LIBRARIES)})
    found = json.loads(result.stdout)["findings"]
    return [(entry["severity"], entry["what"]) for entry in found if entry["where"] == f"process {number}"]


@pytest.mark.parametrize("asked", ["opensm.conf", "{0}/opensm.conf", "{0}//opensm.conf", "../{1}/opensm.conf", "link"])
@pytest.mark.parametrize("given", ["{0}/opensm.conf", "opensm.conf", "./opensm.conf"])
def test_a_process_reads_the_file_whatever_its_spelling(tmp_path, asked, given):
    (tmp_path / "opensm.conf").write_text(GOOD, encoding="ascii")
    (tmp_path / "other.conf").write_text(GOOD, encoding="ascii")
    (tmp_path / "link").symlink_to("opensm.conf")
    with running(tmp_path, "-F", given.format(tmp_path), "-R", "minhop", cwd=tmp_path) as number:
        severities = [severity for severity, _ in findings_about(number, asked.format(tmp_path, tmp_path.name), tmp_path)]
        assert severities == ["error", "warning"]
        assert findings_about(number, "other.conf", tmp_path) == []


@pytest.mark.parametrize("arguments", [["-F{0}", "-Rminhop"], ["--config={0}", "--routing_engine=minhop"], ["-config", "{0}", "-routing", "minhop"],
                                       ["-BF{0}", "--routing_engine", "updn", "-R", "minhop"], ["-f", "-R", "-F", "{0}", "-BR", "minhop"]],
                         ids=" ".join)
def test_options_of_a_process_are_found_as_opensm_finds_them(tmp_path, arguments):
    conf = tmp_path / "opensm.conf"
    conf.write_text(GOOD, encoding="ascii")
    with running(tmp_path, *(argument.format(conf) for argument in arguments)) as number:
        assert "its command line names «minhop»" in findings_about(number, conf)[0][1]


@pytest.mark.parametrize("age, severity", [(60, "note"), (-60, "warning")])
def test_an_opensm_older_than_the_file_is_to_be_restarted(tmp_path, age, severity):
    conf = tmp_path / "opensm.conf"
    conf.write_text(GOOD, encoding="ascii")
    with running(tmp_path, "-F", conf) as number:
        changed = time.time() + age
        os.utime(conf, (changed, changed))
        (found,) = findings_about(number, conf)
    assert found[0] == severity and ("so restart it" in found[1]) == (severity == "note")


# Files of units, and the -R that counts for each: «CONF» stands for the command that reads the examined file.
UNITS = {
    "of-debian": ({"1/opensm@.service": "[Service]\nExecStart=CONF -R updn\n"}, {"1/opensm@.service": "updn"}),
    "of-rpm": ({"1/opensm.service": "[Service]\nExecStart = -CONF -R updn\n"}, {"1/opensm.service": "updn"}),
    "replaced": ({"1/opensm@.service": "[Service]\nExecStart=CONF -R updn\n",
                  "1/opensm@.service.d/weft.conf": "[Service]\nExecStart=\nExecStart=CONF -R ftree\n"},
                 {"1/opensm@.service.d/weft.conf": "ftree"}),
    "removed": ({"1/opensm.service": "[Service]\nExecStart=CONF -R updn\n",
                 "1/opensm.service.d/weft.conf": "[Service]\nExecStart=\nExecStart=CONF\n"}, {}),
    "last-drop-in": ({"1/opensm.service": "[Service]\nExecStart=CONF\n",
                      "1/opensm.service.d/9.conf": "[Service]\nExecStart=\nExecStart=CONF -R lash\n",
                      "2/opensm.service.d/1.conf": "[Service]\nExecStart=\nExecStart=CONF -R ftree\n"},
                     {"1/opensm.service.d/9.conf": "lash"}),
    "first-folder": ({"1/opensm.service": "[Service]\nExecStart=CONF\n", "2/opensm.service": "[Service]\nExecStart=CONF -R updn\n",
                      "1/opensm.service.d/weft.conf": "", "2/opensm.service.d/weft.conf": "[Service]\nExecStart=CONF -R ftree\n"}, {}),
    "masked": ({"1/opensm.service": None, "2/opensm.service": "[Service]\nExecStart=CONF -R updn\n",
                "2/opensm.service.d/weft.conf": "[Service]\nExecStart=CONF -R ftree\n"}, {}),
    "drop-in-alone": ({"1/opensm.service.d/weft.conf": "[Service]\nExecStart=CONF -R ftree\n"}, {}),
    "other-sections": ({"1/opensm.service": "ExecStart=CONF -R lash\n[Unit]\nExecStart=CONF -R updn\n[Service]\nExecStart\n"
                                            "#ExecStart=CONF -R dor\n;ExecStart=CONF -R dor\nExecStartPre=CONF -R dor\n"}, {}),
    "long-line": ({"1/opensm.service": "[Service]\nExecStart=CONF \\\n  # why\n  -R \\\n  \"ftree,updn minhop\"\n"},
                  {"1/opensm.service": "ftree,updn minhop"}),
    "open-quotation": ({"1/opensm.service": "[Service]\nExecStart=CONF -R 'updn\n"}, {"1/opensm.service": "updn"}),
    "two-commands": ({"1/opensm.service": "[Service]\nExecStart=/bin/true\nExecStart=/usr/bin/nice -n 5 CONF -R updn\n"},
                     {"1/opensm.service": "updn"}),
    "other-program": ({"1/opensm.service": "[Service]\nExecStart=/bin/sh -F {0} -R updn\nExecStart=\\"}, {}),
    "instance": ({"1/opensm@.service": "[Service]\nExecStart=CONF\n",
                  "2/opensm@opensm.service.d/weft.conf": "[Service]\nExecStart=\nExecStart=/opensm -F {1}/%i.conf -R updn\n",
                  "2/opensm@other.service.d/weft.conf": "[Service]\nExecStart=\nExecStart=/opensm -F {1}/%i.conf -R updn\n"},
                 {"2/opensm@opensm.service.d/weft.conf": "updn"}),
    "instance-without-command": ({"1/opensm@.service": "[Service]\nExecStart=CONF -R updn --guid %I\n",
                                  "1/opensm@0x1.service.d/restart.conf": "[Service]\nRestart=always\n"}, {"1/opensm@.service": "updn"}),
    "any-instance": ({"1/opensm@.service": "[Service]\nExecStart=/opensm -F {1}/op%I.conf -R updn\n"}, {"1/opensm@.service": "updn"}),
    "no-instance": ({"1/opensm@.service": "[Service]\nExecStart=/opensm -F {1}/%I/opensm.conf -R updn\n"}, {}),
    "letters-that-are-no-pattern": ({"1/opensm@.service": "[Service]\nExecStart=/opensm -F {1}/* -R updn\n"}, {}),
    "large": ({"1/opensm.service": "[Service]\nExecStart=CONF -R updn\n" + "#" * (1 << 20)}, {}),
    "nothing": ({}, {}),
}


def write_units(folder, units, conf):
    for name, text in units.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        if text is None:
            path.symlink_to("/dev/null")
        else:
            path.write_text(text.replace("CONF", f"/usr/sbin/opensm -F {conf}").replace("{0}", str(conf))
                            .replace("{1}", str(conf.parent)), encoding="ascii")


@pytest.mark.parametrize("name", UNITS)
def test_units_are_read_as_systemd_reads_them(tmp_path, monkeypatch, name):
    units, expected = UNITS[name]
    conf = tmp_path / "opensm.conf"
    conf.write_text(GOOD, encoding="ascii")
    write_units(tmp_path, units, conf)
    monkeypatch.setenv("SYSTEMD_UNIT_PATH", f"{tmp_path}/1:{tmp_path}/2")
    result = subprocess.run([str(LIBRARIES / "weft"), "doctor", str(conf), "--json"], capture_output=True, text=True, timeout=60,
                            check=False, env={**os.environ, "LD_LIBRARY_PATH": str(LIBRARIES)})
    said = [(entry["where"], re.search("names «(.*)»", entry["what"])[1]) for entry in json.loads(result.stdout)["findings"]
            if entry["where"].startswith(f"{tmp_path}/") and ".service" in entry["where"]]
    assert said == [(f"{tmp_path}/{where}", engine) for where, engine in expected.items()]
    assert result.returncode == (1 if expected else 0)


def test_a_report_has_the_commands_of_units(tmp_path, monkeypatch):
    conf = tmp_path / "opensm.conf"
    conf.write_text(GOOD, encoding="ascii")
    write_units(tmp_path, {"1/opensm.service": "[Service]\nExecStart=/usr/libexec/opensm-launch -k 0x1234567\n",
                           "1/opensm@.service": "[Service]\nExecStart=/opensm -k 0x1234567 -g %I\n",
                           "1/opensm@a%I.service": "[Service]\nExecStart=/opensm -g %i\n"}, conf)
    monkeypatch.setenv("SYSTEMD_UNIT_PATH", f"{tmp_path}/1")
    text = report(tmp_path, conf)
    for line in ("opensm.service: /usr/libexec/opensm-launch", "opensm@.service: /opensm -k ********* -g %I",
                 "opensm@a%I.service: /opensm -g aa%I"):
        assert f"\n{tmp_path}/1/{line}\n" in text, line
    assert "1234567" not in text


LINE = "Nov 27 10:00:00 123456 [7F] 0x01 -> weft-updn: of "


def sections_of(text):
    return dict(part.split(" =====\n", 1) for part in text.split("\n===== ")[1:])


def test_a_report_has_the_logs_of_processes(tmp_path, monkeypatch):
    conf = tmp_path / "opensm.conf"
    conf.write_text(GOOD, encoding="ascii")
    monkeypatch.setenv("SYSTEMD_UNIT_PATH", str(tmp_path))
    for name in ("first", "second"):
        (tmp_path / f"{name}.log").write_text(f"{LINE}{name}\n", encoding="ascii")
    with running(tmp_path, "--log_file", f"{tmp_path}/first.log"), running(tmp_path, "-Bfsecond.log", cwd=tmp_path) as number, \
            running(tmp_path, "-f", "stdout"):
        sections = sections_of(report(tmp_path, conf))
    assert sections[f"{tmp_path}/first.log"] == f"{LINE}first\n"
    assert sections[f"/proc/{number}/cwd/second.log"] == f"{LINE}second\n"
    assert not [name for name in sections if "stdout" in name]


@pytest.mark.skipif(os.geteuid() != 0, reason="needs root, which starts a process of another user")
def test_a_report_has_no_log_of_a_process_of_another_user(tmp_path, tool_alone):
    log, conf = tmp_path / "opensm.log", tmp_path / "opensm.conf"
    log.write_text(f"{LINE}another\n", encoding="ascii")
    conf.write_text(GOOD, encoding="ascii")
    with running(tool_alone, "-f", log, **NOBODY) as number:
        text = report(tmp_path, conf)
    assert f"process {number}: opensm -c read _ -f {log}\n" in text and f"===== {log}" not in text


def test_a_report_has_the_logs_of_units(tmp_path, monkeypatch):
    conf = tmp_path / "opensm.conf"
    conf.write_text(GOOD, encoding="ascii")
    logs = tmp_path / "log[1]"
    logs.mkdir()
    write_units(tmp_path, {"1/opensm.service": f"[Service]\nExecStart=/usr/sbin/opensm -f {logs}/one.log\n",
                           "1/opensm@.service": f"[Service]\nExecStart=/usr/sbin/opensm --log_file {logs}/%I.port.log\n",
                           "1/opensm@0x3.service.d/log.conf": f"[Service]\nExecStart=\nExecStart=/usr/sbin/opensm -f {logs}/of-%i\n"}, conf)
    monkeypatch.setenv("SYSTEMD_UNIT_PATH", f"{tmp_path}/1")
    sections = sections_of(report(tmp_path, conf))
    assert "cannot be read" in sections[f"{logs}/one.log"] and "cannot be read" in sections[f"{logs}/%I.port.log"]
    for name in ("one.log", "0x1.port.log", "0x2.port.log", "of-0x3", "other.log"):
        (logs / name).write_text(f"{LINE}{name}\n", encoding="ascii")
    sections = sections_of(report(tmp_path, conf))
    assert [sections[f"{logs}/{name}"] for name in ("one.log", "0x1.port.log", "0x2.port.log", "of-0x3")] == [
        f"{LINE}{name}\n" for name in ("one.log", "0x1.port.log", "0x2.port.log", "of-0x3")]
    assert not {f"{logs}/{name}" for name in ("other.log", "%I.port.log", "of-%i")} & sections.keys()
    for number in range(30):
        (logs / f"{number + 10}.port.log").write_text(LINE, encoding="ascii")
    text = report(tmp_path, conf)
    assert len([name for name in sections_of(text) if name.startswith(str(logs))]) <= 16 and re.search(r"\(\d+ more logs\)", text)


def test_a_report_is_no_json(tmp_path):
    assert "--json" in report(tmp_path, tmp_path / "opensm.conf", "--json", status=2)


SECRETS = ["m_key 0x1234567", "key_mgr_seed 0x1234567", "cc_key 1234567", "some_password 1234567", "m_key_of_ports 0x1234567",
           "m_key=0x1234567", "sa_key=0x1234567 1234567"]


@pytest.mark.parametrize("line", SECRETS)
def test_a_report_has_no_keys_of_the_configuration(tmp_path, line):
    conf = tmp_path / "opensm.conf"
    conf.write_text(f"{GOOD}{line}\nservice_name2key_map_file /nowhere/names\n", encoding="ascii")
    text = report(tmp_path, conf)
    assert f"\n{re.match(r'[a-z_0-9]+', line)[0]} (left out)\n" in text and "1234567" not in text
    assert "service_name2key_map_file /nowhere/names" in text


@pytest.mark.parametrize("arguments", [["-k", "0x1234567"], ["-k0x1234567"], ["-Bk0x1234567"], ["--smkey", "1234567"], ["-smkey=1234567"],
                                       ["--smkey=0x1234567"], ["--smk", "0x1234567"], ["--cc_key", "0x1234567"]],
                         ids=" ".join)
def test_a_report_has_no_keys_of_a_command_line(tmp_path, arguments):
    conf = tmp_path / "opensm.conf"
    conf.write_text(GOOD, encoding="ascii")
    with running(tmp_path, *arguments, "-F", conf) as number:
        text = report(tmp_path, conf, status=1)
    assert re.search(rf"^process {number}: opensm -c read _ -\S+[* ]+ -F {conf}$", text, re.MULTILINE)
    assert "1234567" not in text


def test_a_report_has_no_keys_of_the_log(tmp_path):
    log, conf = tmp_path / "opensm.log", tmp_path / "opensm.conf"
    log.write_text("Nov 27 10:00:00 123456 [7F] 0x01 -> sa_mad_ctrl_process: ERR 1A04: Non-Zero MAD SM_Key: 0x1 != SM_Key: "
                   "0x1234567; SA MAD ignored\nNov 27 10:00:00 123456 [7F] 0x01 -> state_mgr: ERR 3312: of another\n",
                   encoding="ascii")
    conf.write_text(f"{GOOD}log_file {log}\n", encoding="ascii")
    text = report(tmp_path, conf)
    assert "1234567" not in text and "it may have a key" in text and "of another" in text


def test_a_report_waits_for_no_pipe(tmp_path):
    log, conf = tmp_path / "opensm.log", tmp_path / "opensm.conf"
    os.mkfifo(log)
    conf.write_text(f"{GOOD}log_file {log}\n", encoding="ascii")
    assert f"{log}: cannot be read: it is not a regular file" in report(tmp_path, conf)


def test_a_report_can_hide_names(tmp_path):
    fabric, log, conf = (tmp_path / name for name in ("fabric.txt", "opensm.log", "opensm.conf"))
    weft("generate", "directors", "--spines", "2,2", "--lines", "2,2", "--edges", "2", "--uplinks", "1,1", "--cas", "2",
         "--aggregation", "all", "-o", fabric)
    before = fabric.read_text(encoding="utf-8")
    names = set(re.findall(r'^(?:Switch|Ca)\s.*# "([^"]+)"', before, re.MULTILINE))
    hosts = {name.split()[0] for name in names if name.endswith("HCA-1") or "node" in name}
    switches = {name for name in names if name.split()[0] not in hosts and "Aggregation" not in name}
    assert hosts and switches and any("Aggregation" in name for name in names)
    host, switch = min(hosts), min(switches)
    log.write_text(f"Nov 27 10:00:00 123456 [7F] 0x01 -> weft-updn: {host} and {switch}, not x{host} or {host}y\n",
                   encoding="ascii")
    conf.write_text(f"{GOOD}log_file {log}\n", encoding="ascii")
    text = report(tmp_path, conf, "--fabric", fabric, "--hide-names")
    assert re.search(rf"weft-updn: host-\d+ and switch-\d+, not x{host} or {host}y", text)
    shown = text[text.index(f"===== {fabric}"):]
    for name in hosts | switches:
        assert not re.search(rf"(?<!\w){re.escape(name)}(?!\w)", shown), name
    assert "Aggregation Node" in shown
    hidden = tmp_path / "hidden.txt"
    hidden.write_text(shown.partition("\n")[2], encoding="utf-8")
    assert weft("check", hidden).splitlines()[0] == weft("check", fabric).splitlines()[0]
    assert "--fabric" in report(tmp_path, conf, "--hide-names", status=2)


def test_a_report_hides_names_of_systems(tmp_path):
    fabric, groups, conf = (tmp_path / name for name in ("fabric.txt", "groups.conf", "opensm.conf"))
    weft("generate", "xgft", "--down", "2,2", "--up", "1,1", "-o", fabric)
    text = fabric.read_text(encoding="utf-8").replace('"leaf 0"', '"MF0;north:SX6036/U1"').replace('"leaf 1"', '"MF0;south:SX6036/U1"')
    fabric.write_text(text, encoding="utf-8")
    groups.write_text("port-group\nname: leaves\nport-regexp: MF0;north[:]SX.*\nport-name: hostname=south\nend-port-group\n",
                      encoding="ascii")
    conf.write_text(f"{GOOD}pgrp_policy_file {groups}\n", encoding="ascii")
    shown = report(tmp_path, conf, "--fabric", fabric, "--hide-names")
    assert "north" not in shown and "south" not in shown
    north, south = re.findall(r"MF0;(switch-\d+):SX6036/U1", shown[shown.index(f"===== {fabric}"):])[:2]
    assert f"MF0;{north}[:]SX.*" in shown and f"hostname={south}\n" in shown
