"""Loading and unloading: both modules, missing and foreign ones, wrong options, a stop in the middle."""

import os
import re
import shutil
import time

import pytest

import dumps
import simulation
from conftest import ENGINE, LIBRARIES, ROOT, WEFT, weft
from test_lanes import path_sl


@pytest.mark.parametrize("plugins", ["weft", "weft-minhop", "weft weft-minhop", "weft-minhop weft"])
def test_each_module_alone_and_both_together_are_silent(plugins, fabrics, runs):
    opensm = runs.subnet(fabrics("tree"), {**WEFT, "event_plugin_name": plugins})
    assert opensm.engines_used() == [ENGINE]
    assert opensm.stop() == 0
    assert opensm.errors() == []
    assert dumps.ibdmchk(opensm.directory).all_routed()


def test_without_the_plugin_opensm_says_so_and_routes_by_itself(fabrics, runs, tmp_path):
    options = {**WEFT, "routing_engine": ENGINE}
    opensm = runs.subnet(fabrics("tree"), options, libraries=tmp_path)
    assert 'Failed to open event plugin "libweft-minhop.so"' in opensm.log()
    assert "cannot load plugin 'weft-minhop'" in opensm.log()
    assert opensm.engines_used() == ["minhop"]
    assert opensm.stop() == 0


def built_for_another_version(name, folder):
    """Weft's libraries in a new folder, where the plug-in of this name is for another version of OpenSM."""
    shutil.copytree(LIBRARIES, folder)
    library = folder / f"lib{name}.so"
    content = library.read_bytes()
    assert content.count(b"OpenSM 3.3.23\0") > 0
    library.unlink()  # it may be a link to another file
    library.write_bytes(content.replace(b"OpenSM 3.3.23\0", b"OpenSM 3.3.99\0"))
    return folder


def samples(path, key):
    """What a file of ours shows as the value of an option, commented out or not."""
    return re.findall(rf"^[# ]*{key} (.*)$", path.read_text(encoding="utf-8"), re.MULTILINE)


@pytest.mark.parametrize("libraries", [
    lambda _: LIBRARIES,
    lambda folder: folder,
    lambda folder: built_for_another_version("weft", folder / "libraries"),
], ids=["installed", "missing", "another version"])
def test_the_recommended_lines_answer_path_queries_with_and_without_the_plugin(
        libraries, fabrics, runs, tmp_path):
    conf = ROOT / "conf" / "opensm.conf"
    lines = {key: samples(conf, key) for key in ("event_plugin_name", "routing_engine")}
    assert all(len(values) == 1 for values in lines.values())
    found = libraries(tmp_path)
    opensm = runs.subnet(fabrics("tree"), {key: value for key, (value,) in lines.items()}, libraries=found)
    assert opensm.engines_used() == ["weft-auto" if found == LIBRARIES else "minhop"]
    assert ("cannot load plugin 'weft'" in opensm.log()) == (found != LIBRARIES)
    ends = dumps.Subnet(opensm.path("opensm-subnet.lst")).end_ports()
    for end in ends[1::9]:
        assert path_sl(opensm.simulation, ends[0].lid, end.lid) == 0


def test_no_list_of_ours_leaves_a_subnet_without_routes():
    files = [ROOT / "README.md", *(ROOT / "doc").glob("*.md"), *(ROOT / "conf").glob("*.conf")]
    lists = [engines for path in files for engines in samples(path, "routing_engine")]
    assert len(lists) >= 5
    assert not [engines for engines in lists if "no_fallback" in engines]


@pytest.mark.parametrize("name", ["weft-minhop", "weft"])
def test_another_version_is_refused_by_opensm(name, fabrics, runs, tmp_path):
    libraries = built_for_another_version(name, tmp_path / "libraries")
    opensm = runs.subnet(
        fabrics("tree"), {"event_plugin_name": name, "routing_engine": ENGINE}, libraries=libraries
    )
    assert "OpenSM version mismatch" in opensm.log()
    assert opensm.engines_used() == ["minhop"]
    assert opensm.stop() == 0


@pytest.mark.parametrize(
    "line", ["weft_balance sideways", "weft_threads many", "weft_keep_routes perhaps"]
)
def test_a_wrong_option_is_reported_by_file_and_line(line, fabrics, runs):
    options = "".join(f"{key} {value}\n" for key, value in WEFT.items()).replace(",no_fallback", "")
    opensm = runs.subnet(fabrics("tree"), f"{options}\n# a comment\n{line}\n")
    with open(opensm.path("opensm.conf"), encoding="utf-8") as conf:
        number = conf.read().splitlines().index(line) + 1
    value = line.split()[1]
    reports = [text for text in opensm.log().splitlines() if value in text]
    assert any(re.search(rf"opensm\.conf\D+{number}\b", text) for text in reports), opensm.log()
    assert opensm.stop() == 0


@pytest.fixture(scope="module")
def large(tmp_path_factory):
    """2,016 CAs: long enough to be stopped in every phase of its first sweep."""
    directory = tmp_path_factory.mktemp("large")
    weft("generate", "xgft", "--down", "12,12,14", "--up", "1,12,12", "-o", directory / "fabric.net")
    return dumps.Net(directory / "fabric.net")


def stop_at(runs, ibsim, wait_for_moment):
    """Starts opensm, waits, and stops it; returns opensm, its exit status in .status."""
    opensm = runs.opensm(ibsim, {**WEFT, "weft_threads": 2}, settle=False)
    simulation.wait_until(
        lambda: "Entering MASTER" in opensm.log(), "discovery", 60, interval=0.001, alive=opensm.process
    )
    wait_for_moment(opensm)
    started = time.monotonic()
    opensm.status = opensm.stop(timeout=20)
    assert time.monotonic() - started < 15
    return opensm


def test_opensm_can_be_stopped_while_weft_routes(large, runs):
    """Threads beyond OpenSM's own are Weft's: there are some while it routes."""

    def routing(opensm):
        tasks = f"/proc/{opensm.process.pid}/task"
        own = len(os.listdir(tasks))
        simulation.wait_until(
            lambda: len(os.listdir(tasks)) > own or "tables configured" in opensm.log(),
            "the routing", 60, interval=0, alive=opensm.process
        )

    ibsim = runs.ibsim(large)
    given_up = 0
    for _ in range(20):
        opensm = stop_at(runs, ibsim, routing)
        assert opensm.status == 0
        given_up += "because opensm was asked to stop" in opensm.log()
        if given_up == 3:
            return
    pytest.fail(f"only {given_up} of 20 routings were stopped in the middle")


@pytest.mark.parametrize("delay", [0, 0.05])
@pytest.mark.parametrize("moment", ["Entering MASTER", f"{ENGINE}: ", "tables configured", "SUBNET UP"])
def test_opensm_can_be_stopped_at_any_moment(moment, delay, large, runs):
    """While packets are on their way ibsim's library can crash at the end of opensm, with stock engines
    as well (one in some 400): so one bad end is looked into, and only if it repeats it counts."""

    def passed(opensm):
        simulation.wait_until(
            lambda: moment in opensm.log(), moment, 60, interval=0.001, alive=opensm.process
        )
        time.sleep(delay)

    ibsim = runs.ibsim(large)
    if stop_at(runs, ibsim, passed).status != 0:
        assert [stop_at(runs, ibsim, passed).status for _ in range(3)] == [0, 0, 0]
