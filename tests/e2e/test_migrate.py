"""weft migrate, on configurations as the vendor's SM and stock OpenSM have them."""

import os
import pathlib
import re
import shutil
import subprocess

import pytest

from conftest import LIBRARIES, NOBODY, complaint, run_weft, weft

# What a folder of the vendor's SM has, which was copied from /opt/vendor/conf of another machine.
VENDOR = {
    "opensm.conf": """\
# The vendor's
sm_priority 14
routing_engine ar_updn,frobnicate,no_fallback   # adaptive
max_op_vls 2
max_op_vls 3
find_roots_color_algorithm TRUE
ar_sl_mask 0xFFFF
hm_ports_health_policy_file (null)
unheard_of 1
root_guid_file /opt/vendor/conf/root_guid.conf
pgrp_policy_file /opt/vendor/conf/pgrp.conf
partition_config_file /opt/vendor/conf/partitions.conf
qos_policy_file (null)
""",
    "root_guid.conf": "spines\n",
    "pgrp.conf": "port-group\nname: spines\nport-regexp: spine 1.*   # the top\nend-port-group\n",
    "partitions.conf": "Default=0x7fff, ipoib: ALL=full;\n",
}
PLACE = "/etc/opensm"


def write(folder, files):
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return folder


@pytest.fixture
def vendor(tmp_path):
    return write(tmp_path / "vendor", VENDOR)


def options_of(conf):
    """The lines of an opensm.conf that count."""
    lines = [line.split(None, 1) for line in conf.read_text(encoding="utf-8").splitlines() if line.strip()]
    return {line[0]: line[1] for line in lines if not line[0].startswith("#")}


def test_a_configuration_of_the_vendors_becomes_one_for_weft(vendor, tmp_path):
    before = {path: path.read_bytes() for path in vendor.iterdir()}
    new = tmp_path / "new"
    weft("migrate", vendor, "-o", new, "--home", PLACE)
    assert {path: path.read_bytes() for path in vendor.iterdir()} == before
    assert {path.name for path in new.iterdir()} == set(VENDOR)
    for name in ("root_guid.conf", "pgrp.conf", "partitions.conf"):
        assert (new / name).read_text() == VENDOR[name]
    text = (new / "opensm.conf").read_text(encoding="utf-8")
    version = subprocess.run(["opensm", "--version"], capture_output=True, text=True, check=False).stdout
    opensm = re.search(r"OpenSM [0-9.]+[0-9]", version)[0]
    assert text == f"""\
# The vendor's
sm_priority 14
# weft migrate: now «routing_engine weft-updn»: ar_updn is routed by weft-updn: OpenSM cannot turn on adaptive \
routing in switches, so each LID leaves a switch through one port
# weft migrate: 'frobnicate' is left out: there is no such engine
# weft migrate: no_fallback is left out: Weft's engines keep the active routes when they cannot route, and with no_fallback \
the subnet has no routes if the plug-in cannot be loaded
#   was: routing_engine ar_updn,frobnicate,no_fallback   # adaptive
routing_engine weft-updn
# weft migrate: line 5 has the same option, and counts
#   was: max_op_vls 2
max_op_vls 3
# weft migrate: find_roots_color_algorithm, an option of the vendor's SM, has no effect: updn tries several sets of roots \
and takes the best
#   was: find_roots_color_algorithm TRUE
# weft migrate: ar_sl_mask, an option of the vendor's SM, has no effect: adaptive routing is set up by vendor-specific \
messages, which OpenSM does not send
#   was: ar_sl_mask 0xFFFF
# weft migrate: hm_ports_health_policy_file, an option of the vendor's SM, has no effect: OpenSM lacks what it sets, and no \
engine depends on it
#   was: hm_ports_health_policy_file (null)
# weft migrate: neither {opensm} nor Weft knows 'unheard_of'
#   was: unheard_of 1
# weft migrate: now «root_guid_file {PLACE}/root_guid.conf»: the file is in this folder
#   was: root_guid_file /opt/vendor/conf/root_guid.conf
root_guid_file {PLACE}/root_guid.conf
# weft migrate: now «pgrp_policy_file {PLACE}/pgrp.conf»: the file is in this folder
#   was: pgrp_policy_file /opt/vendor/conf/pgrp.conf
pgrp_policy_file {PLACE}/pgrp.conf
# weft migrate: now «partition_config_file {PLACE}/partitions.conf»: the file is in this folder
#   was: partition_config_file /opt/vendor/conf/partitions.conf
partition_config_file {PLACE}/partitions.conf
qos_policy_file (null)

# weft migrate: «event_plugin_name weft» is new: Weft is a plug-in
event_plugin_name weft
"""


@pytest.mark.parametrize("mode", [0o600, 0o640, 0o664])
def test_modes_stay(vendor, tmp_path, mode):
    for name in ("opensm.conf", "partitions.conf"):
        (vendor / name).chmod(mode)
    weft("migrate", vendor, "-o", tmp_path / "new")
    assert {path.name: path.stat().st_mode & 0o777 for path in (tmp_path / "new").iterdir()} == {
        path.name: path.stat().st_mode & 0o777 for path in vendor.iterdir()}


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can own files of another group")
def test_a_group_that_cannot_be_given_gets_no_right(tool_alone):
    vendor, new = write(tool_alone / "vendor", VENDOR), tool_alone / "new"
    (vendor / "opensm.conf").chmod(0o640)
    (vendor / "partitions.conf").chmod(0o664)
    for path in vendor.iterdir():
        os.chown(path, NOBODY["user"], 1234)
    os.chown(tool_alone, NOBODY["user"], NOBODY["group"])
    subprocess.run([str(tool_alone / "weft"), "migrate", vendor, "-o", new], timeout=60, check=True, capture_output=True,
                   env={**os.environ, "LD_LIBRARY_PATH": str(tool_alone)}, **NOBODY)
    assert (new / "opensm.conf").stat().st_mode & 0o777 == 0o600
    assert (new / "partitions.conf").stat().st_mode & 0o777 == 0o644


def test_tables_stay_where_they_are(tmp_path):
    old = write(tmp_path / "old", {"opensm.conf": "routing_engine file\nlfts_file tables\n", "tables": "x"})
    weft("migrate", old, "-o", tmp_path / "new")
    assert [path.name for path in (tmp_path / "new").iterdir()] == ["opensm.conf"]
    assert options_of(tmp_path / "new/opensm.conf")["lfts_file"] == "tables"


def test_an_old_name_of_an_option_keeps_its_file(tmp_path):
    old = write(tmp_path / "old", {"opensm.conf": "routing_engine dor\ndimn_ports_file order\n", "order": "0x1 2 1\n"})
    weft("migrate", old, "-o", tmp_path / "new")
    options = options_of(tmp_path / "new/opensm.conf")
    assert options["port_search_ordering_file"] == f"{tmp_path}/new/order"
    assert (tmp_path / "new/order").read_text(encoding="utf-8") == "0x1 2 1\n"


def test_opensm_reads_each_note_as_one_line(tmp_path):
    names = ",".join(f"engine-{i:03}" for i in range(90))  # a line of opensm's
    old = write(tmp_path / "old", {"opensm.conf": f"routing_engine updn,{names}\nunheard_of {'of ' * 335}#\n"})
    weft("migrate", old, "-o", tmp_path / "new")
    text = (tmp_path / "new/opensm.conf").read_text(encoding="utf-8")
    assert text.count("is left out: there is no such engine\n") == 90
    assert max(len(line.encode()) for line in text.splitlines()) <= 1022


@pytest.mark.parametrize("key", ["log_file", "dump_files_dir", "event_db_dump_file", "weft_state_dir", "weft_status_file",
                                 "weft_metrics_file"])
def test_what_opensm_writes_is_not_copied(tmp_path, key):
    old = write(tmp_path / "old", {"output": "of another day\n"})
    write(old, {"opensm.conf": f"routing_engine updn\n{key} {old}/output\n"})
    weft("migrate", old, "-o", tmp_path / "new")
    assert [path.name for path in (tmp_path / "new").iterdir()] == ["opensm.conf"]
    assert options_of(tmp_path / "new/opensm.conf")[key] == f"{old}/output"


@pytest.mark.parametrize("name", ["new", "new one"])
def test_it_routes_in_the_real_opensm(name, vendor, tmp_path, runs, fabrics):
    new = tmp_path / name
    printed = weft("migrate", vendor, "-o", new)
    assert "4 files" in printed
    options = options_of(new / "opensm.conf")
    opensm = runs.subnet(fabrics("tree"), options)
    assert "weft-updn tables configured" in opensm.log()
    assert re.search(r"2 roots: spine 1\.0 .*, given in root_guid_file", opensm.log()), opensm.log()[-3000:]


def test_what_stock_writes_gives_stocks_tables(tmp_path):
    conf = tmp_path / "opensm.conf"
    subprocess.run(["opensm", "-c", conf], capture_output=True, timeout=60, check=True)
    new = tmp_path / "new"
    weft("migrate", conf, "-o", new)
    options = options_of(new / "opensm.conf")
    assert options["event_plugin_name"] == "weft"
    assert options["routing_engine"] == "weft-minhop"
    assert options["weft_balance"] == "switch"
    fabric = tmp_path / "fabric"
    weft("generate", "xgft", "--down", "4,4", "--up", "1,2", "-o", fabric)
    weft("route", fabric, "--engine", "minhop", "--set", "weft_balance=switch", "-o", tmp_path / "now")
    printed = weft("migrate", conf, "-o", tmp_path / "again", fabric, "--lfts", tmp_path / "now/opensm-lfts.dump")
    assert re.search(r"^the restart changes 0 of \d+ entries and 0 of 0 SLs of pairs$", printed, re.MULTILINE)
    assert "pattern shift: 16 ranks" in printed and re.search(r"^minhop +credit loop|^minhop +good", printed, re.MULTILINE)
    weft("route", fabric, "--engine", "minhop", "-o", tmp_path / "fabric-wide")
    printed = weft("migrate", conf, "-o", tmp_path / "third", fabric, "--lfts",
                   tmp_path / "fabric-wide/opensm-lfts.dump")
    assert not re.search(r"^at the restart 0 of", printed, re.MULTILINE)


CHAIN = {
    "opensm.conf": "routing_engine chain\nrch_policy_file policy/chain.conf\ntopo_policy_file policy/topo.conf\n"
                   "pgrp_policy_file policy/groups.conf\n",
    "policy/chain.conf": "unicast-step\nid: 1\nengine: ar_minhop\nend-unicast-step\n\nunicast-step\nid: 2\nengine: updn\n"
                         "topology: 1\nconfig: {folder}/steps/two.conf # of the tree\nend-unicast-step\n",
    "policy/topo.conf": "topology\nid: 1\nsw-grp: ALL_SWITCHES\nhca-grp: ALL_CAS\nend-topology\n",
    "policy/groups.conf": "port-group\nname: spines\nport-regexp: spine\nend-port-group\n",
    "steps/two.conf": "root_guid_file ../roots\nmax_cas_on_spine 4\nconnect_roots TRUE\n",
}


def test_a_chain_goes_with_the_files_of_its_steps(tmp_path):
    old = tmp_path / "old"
    files = {name: text.replace("{folder}", str(old)) for name, text in CHAIN.items()}
    files["steps/two.conf"] = files["steps/two.conf"].replace("../roots", str(old / "roots"))
    write(old, {**files, "roots": "spines\n", "other": "of nobody\n"})
    new = tmp_path / "new"
    weft("migrate", old, "-o", new)
    assert {str(path.relative_to(new)) for path in new.rglob("*") if path.is_file()} == {*CHAIN, "roots"}
    assert options_of(new / "opensm.conf") == {
        "routing_engine": "weft-chain,weft-minhop", "rch_policy_file": f"{new}/policy/chain.conf",
        "topo_policy_file": f"{new}/policy/topo.conf", "pgrp_policy_file": f"{new}/policy/groups.conf",
        "event_plugin_name": "weft"}
    chain = (new / "policy/chain.conf").read_text(encoding="utf-8")
    assert f"\nconfig: {new}/steps/two.conf\n" in chain and "ar_minhop" in chain
    step = (new / "steps/two.conf").read_text(encoding="utf-8")
    assert f"\nroot_guid_file {new}/roots\n" in step and "connect_roots TRUE" in step
    assert "#   was: max_cas_on_spine 4" in step
    fabric = tmp_path / "fabric"
    weft("generate", "xgft", "--down", "4,4", "--up", "1,2", "-o", fabric)
    said = run_weft("route", fabric, "--conf", new / "opensm.conf").stderr
    assert "cannot be read" not in said and "port group" not in said and "no port" not in said, said


@pytest.mark.parametrize("fault, sentence", [
    ("nothing", "opensm.conf"),
    ("full", "name a folder that is empty"),
    ("file", "new is no folder"),
    ("home", "write a path from the root"),
    ("home with a #", "up to the #"),
    ("tables", "FABRIC and --lfts need each other"),
    ("home and fabric", "cannot be compared with --home"),
    ("no fabric", "nofabric: cannot be read"),
    ("another file", "opensm.conf: no line has an option of OpenSM or of Weft"),
])
def test_what_cannot_be_is_said(vendor, tmp_path, fault, sentence):
    more = []
    if fault == "nothing":
        (vendor / "opensm.conf").unlink()
    elif fault == "full":
        write(tmp_path / "new", {"file": ""})
    elif fault == "file":
        write(tmp_path, {"new": "text"})
    elif fault == "home":
        more = ["--home", "etc"]
    elif fault == "home with a #":
        more = ["--home", "/etc/opensm#2"]
    elif fault == "home and fabric":
        more = [tmp_path / "fabric", "--lfts", tmp_path / "tables", "--home", PLACE]
    elif fault == "no fabric":
        more = [tmp_path / "nofabric", "--lfts", tmp_path / "tables"]
    elif fault == "another file":
        write(vendor, {"opensm.conf": 'Switch 4 "S-0000000000000001"\n[1] "H-0000000000000002"[1]\n'})
    else:
        more = [tmp_path / "fabric"]
    assert sentence in complaint("migrate", vendor, "-o", tmp_path / "new", *more)
    assert not (tmp_path / "new/opensm.conf").exists()


def test_active_tables_have_the_lmc_of_the_configuration(tmp_path):
    old, fabric = tmp_path / "old", tmp_path / "fabric"
    write(old, {"opensm.conf": "routing_engine ftree\nlmc 1\n"})
    weft("generate", "xgft", "--down", "4,4", "--up", "1,2", "-o", fabric)
    weft("route", fabric, "--engine", "ftree", "--lmc", "1", "-o", tmp_path / "active")
    said = weft("migrate", old, "-o", tmp_path / "new", fabric, "--lfts", tmp_path / "active/opensm-lfts.dump")
    assert "the restart changes 0 of" in said


def test_a_configuration_that_names_itself_is_migrated(tmp_path):
    old = tmp_path / "old"
    write(old, {"opensm.conf": f"routing_engine ftree\nqos_policy_file {old}/opensm.conf\n"})
    weft("migrate", old, "-o", tmp_path / "new")
    options = options_of(tmp_path / "new/opensm.conf")
    assert options["event_plugin_name"] == "weft" and options["qos_policy_file"] == f"{tmp_path}/new/opensm.conf"


def test_the_tool_alone_is_enough(vendor, tmp_path):
    """Where no opensm is installed its options are not known, and stay."""
    tools = tmp_path / "bin"
    tools.mkdir()
    for name in ("sh", "mktemp", "cat", "rm"):
        (tools / name).symlink_to(shutil.which(name))
    run = subprocess.run([str(LIBRARIES / "weft"), "migrate", str(vendor), "-o", str(tmp_path / "new"), "--home", PLACE],
                         capture_output=True, text=True, timeout=60, check=False,
                         env={"PATH": str(tools), "LD_LIBRARY_PATH": str(LIBRARIES)})
    assert run.returncode == 0, run.stderr
    if shutil.which("opensm", path="/usr/sbin:/usr/local/sbin") is None:
        assert "unheard_of" in options_of(tmp_path / "new/opensm.conf")
