"""Two subnet managers: what the one sent is not what switches hold after the other was the master."""

import json
import pathlib
import re

import pytest

import dumps
import prometheus
import schema
import simulation
from conftest import ENGINE, WEFT


@pytest.fixture
def manager(fabrics, runs, tmp_path):
    """manager(number, priority): an opensm on a CA of its own, all of them on the same tree.

    They sweep when they are asked to: two that sweep at the same time can hang in ibsim.
    """
    ibsim = runs.ibsim(fabrics("tree"))

    def start(number, priority, **more):
        options = {**WEFT, "sm_priority": priority, "sminfo_polling_timeout": 500,
                   "polling_retry_number": 2, "sweep_on_trap": "FALSE", **more}
        host = ibsim.net.hosts()[number].name
        return runs.opensm(ibsim, options, settle=False, directory=tmp_path / f"sm{number}",
                           variables={"SIM_HOST": host})

    return start


def tables_of(opensm):
    return dumps.read_lfts(opensm.path("opensm-lfts.dump"))


def blocks_to_send(opensm):
    """Of the last routing: how many, and of how many."""
    return re.findall(r"(\d+) of (\d+) LFT blocks to send", opensm.log())[-1]


def lose_a_link(opensm):
    ibsim = opensm.simulation
    nodes = ibsim.net.nodes
    switch = next(s for s in ibsim.net.switches()
                  if all(nodes[name].is_switch for name, _ in s.links.values()))
    ibsim.unlink(switch.name, min(switch.links))
    opensm.hang_up()
    opensm.settle()


def test_a_master_again_sends_its_routes_anew(manager):
    first = manager(0, priority=1)
    first.settle()
    whole = tables_of(first)
    lose_a_link(first)
    repaired = tables_of(first)
    assert repaired != whole
    second = manager(1, priority=10)
    second.wait_for_state("STANDBY")
    first.hang_up()  # and it finds one of higher priority
    first.wait_for_state("STANDBY")
    second.wait_for_state("MASTER")
    second.kill_when_quiet(first)
    first.wait_for_state("MASTER")
    first.settle()
    assert first.engines_used()[-1] == ENGINE
    assert tables_of(first) == repaired  # and its own routes are those that it repairs
    some, of = blocks_to_send(first)
    assert some == of
    first.hang_up()  # from now on what was sent is what there is
    first.settle()
    assert blocks_to_send(first) == ("0", of)
    assert "0x01 -> weft" not in first.log()


def test_a_standby_that_takes_over_after_links_have_flapped_moves_nothing(manager):
    """It knows nothing of what was, and its own routes are those to which entries have returned."""
    first = manager(0, priority=10)
    first.settle()
    ibsim = first.simulation
    nodes = ibsim.net.nodes
    spines = [s for s in ibsim.net.switches() if all(nodes[name].is_switch for name, _ in s.links.values())]
    for spine in spines[:2]:
        for change in (ibsim.unlink, ibsim.relink):
            change(spine.name, min(spine.links))
            first.hang_up()
            first.settle()
    before = tables_of(first)
    second = manager(1, priority=1)
    second.wait_for_state("STANDBY")
    first.kill_when_quiet(second)
    second.wait_for_state("MASTER")
    second.settle()
    assert tables_of(second) == before
    assert second.engines_used() == [ENGINE]


def states_in_files(folder):
    """What the status file and the metrics say that this SM is."""
    status, metrics = folder / "status.json", folder / "weft.prom"
    if not status.exists() or not metrics.exists():
        return []
    in_json = json.loads(status.read_text(encoding="utf-8"))
    schema.validate(in_json, "status")
    in_metrics = prometheus.read(metrics)[0]["weft_sm_state"]
    return [f"state={in_json['sm_state']}", *(name for name, value in in_metrics.items() if value == 1)]


def wait_for_status(manager, state):
    folder = pathlib.Path(manager.directory)
    simulation.wait_until(lambda: states_in_files(folder) == 2 * [f"state={state}"], f"{state} in the files", 30)


def test_the_status_says_who_is_the_master(manager, tmp_path):
    """A hand-over, which OpenSM reports to no plug-in, a fail-over, and an end."""
    def start(number, priority):
        folder = tmp_path / f"sm{number}"
        opensm = manager(number, priority, weft_status_file=folder / "status.json",
                         weft_metrics_file=folder / "weft.prom")
        wait_for_status(opensm, "master" if number == 0 else "standby")
        opensm.wait_until_quiet()
        return opensm

    first = start(0, 1)
    moved = tables_of(first)
    second = start(1, 10)
    first.hang_up()  # and it finds one of higher priority
    wait_for_status(first, "standby")
    wait_for_status(second, "master")
    second.kill_when_quiet(first)
    wait_for_status(first, "master")
    first.settle()
    assert tables_of(first) == moved
    first.stop()
    wait_for_status(first, "ended")


def test_a_standby_without_a_file_reads_the_tables_back(manager):
    """What its own first routing would not be: entries that were repaired, links that are lost."""
    first = manager(0, priority=10, weft_state_dir="none")
    first.settle()
    lose_a_link(first)
    before = tables_of(first)
    second = manager(1, priority=1, weft_state_dir="none", weft_read_back="TRUE")
    second.wait_for_state("STANDBY")
    assert "read the tables" not in second.log()
    first.kill_when_quiet(second)
    second.wait_for_state("MASTER")
    second.settle()
    assert tables_of(second) == before
    log = second.log()
    assert f"read the forwarding tables of {len(before)} switches back" in log
    assert "resumed from the forwarding tables in the switches; 0 entries do not lead" in log
    second.hang_up()
    second.settle()
    assert second.log().count("read the forwarding tables of") == 1, "from now on it knows what it sent"
    assert "0x01 -> weft" not in second.log()


def test_a_standby_of_a_stock_master_moves_nothing(manager):
    """Its tables are read back, whoever made them, as long as packets arrive by them."""
    first = manager(0, priority=10, routing_engine="minhop", event_plugin_name="(null)")
    first.settle()
    lose_a_link(first)
    before = tables_of(first)
    assert "minhop" in first.engines_used()[-1] and "weft" not in first.log()
    second = manager(1, priority=1, weft_state_dir="none", weft_read_back="TRUE")
    second.wait_for_state("STANDBY")
    first.kill_when_quiet(second)
    second.wait_for_state("MASTER")
    second.settle()
    assert second.engines_used() == [ENGINE]
    assert tables_of(second) == before


def test_tables_that_are_no_good_are_not_gone_on_from(manager):
    first = manager(0, priority=10, routing_engine="weft-minhop,no_fallback", weft_state_dir="none",
                    event_plugin_name="weft-minhop")
    first.settle()
    lose_a_link(first)
    second = manager(1, priority=1, weft_state_dir="none", weft_read_back="TRUE", weft_keep_routes="FALSE")
    second.wait_for_state("STANDBY")
    first.kill_when_quiet(second)
    second.wait_for_state("MASTER")
    second.settle()
    assert "the forwarding tables in the switches cannot be used: weft_keep_routes is FALSE" in second.log()
    assert second.engines_used() == [ENGINE]
