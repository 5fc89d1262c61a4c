"""weft_status_file: for monitoring, which engine routes and how well."""

import datetime
import json
import pathlib
import re

import schema
import simulation
from conftest import check


def status_of(path, condition=lambda status: True):
    """As soon as it has what is asked of it: it is written in the background."""
    def read():
        if not path.exists():
            return None
        status = json.loads(path.read_text(encoding="utf-8"))
        schema.validate(status, "status")
        return status if condition(status) else None
    return simulation.wait_until(read, "the status", 30)


def start(runs, net, path, engines, **options):
    return runs.subnet(net, {"event_plugin_name": "weft", "routing_engine": engines, "weft_status_file": path,
                             **options})


def test_it_is_what_the_log_and_the_dumps_say(fabrics, runs, tmp_path):
    path, state = tmp_path / "status.json", tmp_path / "state"
    state.mkdir()
    opensm = start(runs, fabrics("tree"), path, "weft-updn,no_fallback", weft_state_dir=state)
    status = status_of(path)
    report = check(opensm.directory)
    assert status["engine"] == "weft-updn"
    assert status["fabric"] == report["fabric"]
    for key in ("unreachable_pairs", "disconnected_pairs", "safe_on_one_lane", "lanes_used"):
        assert status["verdict"][key] == report[key], key
    assert status["verdict"]["credit_loop"] is False
    assert 0 < status["delivered"] <= 1
    assert status["fallbacks"] == []
    assert status["change"] is None and status["kept_because"] is None
    since = datetime.datetime.strptime(status["since"], "%Y-%m-%dT%H:%M:%S%z")
    assert abs(datetime.datetime.now(datetime.timezone.utc) - since) < datetime.timedelta(minutes=2)

    switch = opensm.simulation.net.switches()[0]
    port = min(p for p, (peer, _) in switch.links.items() if opensm.simulation.net.nodes[peer].is_switch)
    opensm.simulation.unlink(switch.name, port)
    opensm.settle()
    now = status_of(path, lambda status: status["change"] is not None)
    assert now["since"] == status["since"]
    assert now["since_most_complete"] == now["change"]["fabric"] == "1 pair of switches no longer linked"
    assert now["change"]["repaired"] is True
    entries = re.findall(r"repaired: (\d+) entries", opensm.log())[-1]
    assert now["change"]["entries"] == int(entries)
    assert now["generation"] >= 1
    opensm.simulation.relink(switch.name, port)
    opensm.settle()
    assert status_of(path, lambda status: status["since_most_complete"] == "nothing")["generation"] >= 2


def test_it_says_which_engines_failed(fabrics, runs, tmp_path):
    path = tmp_path / "status.json"
    start(runs, fabrics("torus"), path, "weft-ftree,weft-minhop,no_fallback")
    status = status_of(path)
    assert status["engine"] == "weft-minhop"
    assert [fallback["engine"] for fallback in status["fallbacks"]] == ["weft-ftree"]
    assert "tree" in status["fallbacks"][0]["reason"]


def test_it_says_that_opensms_own_routes(fabrics, runs, tmp_path):
    path = tmp_path / "status.json"
    start(runs, fabrics("torus"), path, "weft-ftree")
    status = status_of(path, lambda status: status["engine"] is not None)
    assert status["engine"] == "minhop"
    assert status["verdict"] is None
    assert [fallback["engine"] for fallback in status["fallbacks"]] == ["weft-ftree"]


def test_opensms_own_from_the_start_replaces_the_verdict_of_an_earlier_opensm(fabrics, runs, tmp_path):
    path = tmp_path / "status.json"
    ibsim = runs.ibsim(fabrics("torus"))
    options = {"event_plugin_name": "weft", "weft_status_file": path}
    first = runs.opensm(ibsim, {**options, "routing_engine": "weft-nue"})
    status_of(path)
    first.process.kill()  # else it would say that it has ended
    first.process.wait()
    runs.opensm(ibsim, {**options, "routing_engine": "minhop"})
    status = status_of(path, lambda status: status["engine"] != "weft-nue")
    assert (status["engine"], status["verdict"], status["sm_state"]) == ("minhop", None, "master")


def test_it_says_that_none_routes(fabrics, runs, tmp_path):
    path = tmp_path / "status.json"
    ibsim = runs.ibsim(fabrics("torus"))
    runs.opensm(ibsim, {"event_plugin_name": "weft", "routing_engine": "weft-ftree,no_fallback",
                        "weft_status_file": path}, settle=False)
    status = status_of(path)
    assert status["engine"] is None and status["since"] is None
    assert len(status["fallbacks"]) == 1


def test_it_lists_what_is_drained(fabrics, runs, tmp_path):
    path, drain = tmp_path / "status.json", tmp_path / "drain.conf"
    net = fabrics("tree")
    drain.write_text("", encoding="ascii")
    opensm = start(runs, net, path, "weft-updn,no_fallback", weft_drain_file=drain)
    assert status_of(path)["drained"] == []
    nodes = opensm.simulation.net.nodes
    spine = next(s for s in opensm.simulation.net.switches() if all(nodes[n].is_switch for n, _ in s.links.values()))
    drain.write_text(f'0x{spine.guid:x}\n"no such switch"\n', encoding="ascii")
    opensm.hang_up()
    opensm.settle()
    status = status_of(path, lambda status: status["drained"])
    assert f"0x{spine.guid:016x}" in status["drained"][0]
    assert status["not_found"] == ["'no such switch': it is not in the fabric"]
    assert status["not_drained"] == status["held"] == status["not_held"] == []


def test_a_folder_that_is_not_there_is_said_once(fabrics, runs, tmp_path):
    opensm = start(runs, fabrics("tree"), tmp_path / "none" / "status.json", "weft-updn,no_fallback")
    opensm.hang_up()
    opensm.settle()
    opensm.wait_until_quiet()
    assert sum("the status file was not updated" in line for line in opensm.errors()) == 1


def test_it_says_what_differs_from_the_plan(fabrics, runs, tmp_path):
    path, plan = tmp_path / "status.json", tmp_path / "plan.net"
    net = fabrics("tree")
    plan.write_bytes(pathlib.Path(net.path).read_bytes())
    opensm = start(runs, net, path, "weft-updn,no_fallback", weft_plan_file=plan)
    as_planned = {"file": str(plan), "error": None, "differences": 0, "first": []}
    assert status_of(path)["plan"] == as_planned
    assert "differs from the plan" not in opensm.log()

    switch = opensm.simulation.net.switches()[0]
    port = min(p for p, (peer, _) in switch.links.items() if opensm.simulation.net.nodes[peer].is_switch)
    opensm.simulation.unlink(switch.name, port)
    opensm.settle()
    now = status_of(path, lambda status: status["plan"]["differences"] > 0)
    assert now["plan"]["differences"] == 1 and now["plan"]["first"][0].startswith("1 cable is missing between ")
    lines = [line for line in opensm.log().splitlines() if "differs from the plan: " in line]
    assert len(lines) == 1 and lines[0].endswith(now["plan"]["first"][0])

    opensm.simulation.relink(switch.name, port)
    opensm.settle()
    assert status_of(path, lambda status: status["plan"]["differences"] == 0)["plan"] == as_planned
    assert "no longer differs from the plan: 1 cable is missing between " in opensm.log()

    plan.write_text("hello\n")
    opensm.hang_up()
    opensm.settle()
    now = status_of(path, lambda status: status["plan"]["error"] is not None)
    assert "no plan in a known format" in now["plan"]["error"] and now["engine"] == "weft-updn"
    assert opensm.log().count("the fabric is not compared with a plan") == 1
