"""Loading and unloading: both modules, missing and foreign ones, wrong options, a stop in the middle."""

import re
import shutil
import time

import pytest

import dumps
import simulation
from conftest import ENGINE, LIBRARIES, WEFT, weft


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


@pytest.mark.parametrize("name", ["weft-minhop", "weft"])
def test_another_version_is_refused_by_opensm(name, fabrics, runs, tmp_path):
    shutil.copytree(LIBRARIES, tmp_path / "libraries")
    library = tmp_path / "libraries" / f"lib{name}.so"
    content = library.read_bytes()
    assert content.count(b"OpenSM 3.3.23\0") > 0
    library.unlink()  # it may be a link to another file
    library.write_bytes(content.replace(b"OpenSM 3.3.23\0", b"OpenSM 3.3.99\0"))
    opensm = runs.subnet(
        fabrics("tree"), {"event_plugin_name": name, "routing_engine": ENGINE}, libraries=library.parent
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


def test_opensm_can_be_stopped_at_any_moment(large, runs):
    ibsim = runs.ibsim(large)
    for moment in ("Entering MASTER", "weft-minhop", "tables configured", "SUBNET UP"):
        for delay in (0, 0.05):
            opensm = runs.opensm(ibsim, WEFT, settle=False)
            simulation.wait_until(
                lambda: moment in opensm.log(), moment, timeout=60, interval=0.001, alive=opensm.process
            )
            time.sleep(delay)
            started = time.monotonic()
            assert opensm.stop(timeout=20) == 0
            assert time.monotonic() - started < 15
