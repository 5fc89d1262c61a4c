"""Metrics for Prometheus: weft_metrics_file, weft check --prometheus, and the dashboard for both."""

import json
import os
import re
import subprocess
import time

import pytest

import prometheus
import simulation
from conftest import BUILD, LIBRARIES, ROOT, check

DASHBOARD = ROOT / "conf" / "grafana-weft.json"


def metrics_of(path, condition=lambda metrics: True):
    """As soon as they have what is asked of them: they are written in the background."""
    def read():
        if not path.exists():
            return None
        metrics, source = prometheus.read(path)
        assert source == path.stem
        return metrics if condition(metrics) else None
    return simulation.wait_until(read, "the metrics", 30)


def value(metrics, name):
    """Of a metric of one sample."""
    (only,) = metrics[name].values()
    return only


def same_verdict(metrics, report):
    for key in ("unreachable_pairs", "disconnected_pairs", "unreachable_switch_pairs", "forwarding_loops", "lanes_used"):
        assert value(metrics, f"weft_{key}") == report[key], key
    for key in ("switches", "cas", "links", "lids"):
        assert value(metrics, f"weft_{key}") == report["fabric"][key], key
    for key in ("credit_loop", "credit_loop_reversed", "credit_loop_multicast"):
        assert value(metrics, f"weft_{key}") == (report[key] is not None), key
    assert value(metrics, "weft_link_paths_max") == report["link_load"]["max"]
    assert value(metrics, "weft_link_paths_mean") == pytest.approx(report["link_load"]["mean"])
    assert value(metrics, "weft_unused_links") == report["link_load"]["unused_links"]


def start(runs, net, path, engines, **options):
    return runs.subnet(net, {"event_plugin_name": "weft", "routing_engine": engines, "weft_metrics_file": path, **options})


def test_they_are_what_the_dumps_and_the_status_say(fabrics, runs, tmp_path):
    path, status_path = tmp_path / "weft.prom", tmp_path / "status.json"
    opensm = start(runs, fabrics("tree"), path, "weft-updn,no_fallback", weft_status_file=status_path)
    first = metrics_of(path)
    ((info, one),) = first["weft_routing_info"].items()
    assert re.fullmatch(r"engine=weft-updn,version=\d+\.\d+\.\d+\S*", info) and one == 1
    assert abs(value(first, "weft_routing_timestamp_seconds") - time.time()) < 120
    assert first["weft_routings_total"] == {"result=routed": 1, "result=repaired": 0, "result=unchanged": 0,
                                            "result=kept": 0, "result=failed": 0}
    assert "weft_lft_entries_changed" not in first
    same_verdict(first, check(opensm.directory))

    switch = opensm.simulation.net.switches()[0]
    port = min(p for p, (peer, _) in switch.links.items() if opensm.simulation.net.nodes[peer].is_switch)
    opensm.simulation.unlink(switch.name, port)
    opensm.settle()
    now = metrics_of(path, lambda metrics: metrics["weft_routings_total"]["result=repaired"] > 0)
    status = json.loads(status_path.read_text(encoding="utf-8"))
    assert status["change"]["entries"] > 0
    assert value(now, "weft_lft_entries_changed") == status["change"]["entries"]
    assert sum(now["weft_missing_parts"].values()) == now["weft_missing_parts"]["kind=switch_pair"] == 1
    for step in ("snapshot", "route", "verify", "total"):
        assert now["weft_routing_duration_seconds"][f"step={step}"] == pytest.approx(status["time_ms"][step] / 1000)
    same_verdict(now, check(opensm.directory))

    opensm.hang_up()
    opensm.settle()
    last = metrics_of(path, lambda metrics: metrics["weft_routings_total"]["result=unchanged"] > 0)
    assert value(last, "weft_lft_entries_changed") == 0
    assert path.stat().st_mode & 0o044 == 0o044, "node_exporter is another user"
    assert sorted(entry.name for entry in tmp_path.glob("*.prom*")) == ["weft.prom"]


def test_they_say_that_opensms_own_routes(fabrics, runs, tmp_path):
    path = tmp_path / "weft.prom"
    start(runs, fabrics("torus"), path, "weft-ftree")
    metrics = metrics_of(path, lambda metrics: "engine=none" not in next(iter(metrics["weft_routing_info"])))
    assert next(iter(metrics["weft_routing_info"])).startswith("engine=minhop,")
    assert metrics["weft_routings_total"]["result=failed"] == value(metrics, "weft_fallbacks") == 1
    assert "weft_unreachable_pairs" not in metrics


def test_a_folder_that_is_not_there_is_said_once(fabrics, runs, tmp_path):
    opensm = start(runs, fabrics("tree"), tmp_path / "none" / "weft.prom", "weft-updn,no_fallback",
                   weft_status_file=tmp_path / "status.json")
    opensm.hang_up()
    opensm.settle()
    opensm.wait_until_quiet()
    assert sum("the metrics file was not updated" in line for line in opensm.errors()) == 1
    assert (tmp_path / "status.json").exists()


def run_check(*arguments):
    result = subprocess.run([str(BUILD / "weft"), "check", *map(str, arguments), "--json"], capture_output=True, text=True,
                            timeout=120, check=False, env={**os.environ, "LD_LIBRARY_PATH": str(LIBRARIES)})
    return result.returncode, json.loads(result.stdout), result.stderr


@pytest.fixture(name="torus")
def routed_torus(tmp_path):
    """A fabric and its tables, which have a credit loop."""
    for arguments in (["generate", "torus", "--dims", "4,4", "-o", tmp_path / "torus.net"],
                      ["route", tmp_path / "torus.net", "--engine", "minhop", "-o", tmp_path]):
        subprocess.run([str(BUILD / "weft"), *map(str, arguments)], check=True, capture_output=True, timeout=60)
    return [tmp_path / "torus.net", "--lfts", tmp_path / "opensm-lfts.dump"]


def test_a_check_that_finds_something(torus, tmp_path):
    path = tmp_path / "check.prom"
    status, report, _ = run_check(*torus, "--prometheus", path)
    metrics = metrics_of(path)
    assert status == 1 and report["credit_loop"]
    assert value(metrics, "weft_check_success") == 1 and value(metrics, "weft_check_good") == 0
    assert abs(value(metrics, "weft_check_timestamp_seconds") - time.time()) < 120
    same_verdict(metrics, report)
    by_lanes = tmp_path / "lanes"
    subprocess.run([str(BUILD / "weft"), "route", str(torus[0]), "--engine", "nue", "-o", str(by_lanes)], check=True,
                   capture_output=True, timeout=60)
    status, report, _ = run_check(torus[0], "--lfts", by_lanes / "opensm-lfts.dump", "--prometheus", path)
    assert status == 0 and value(metrics_of(path), "weft_check_good") == 1
    same_verdict(metrics_of(path), report)


def test_a_check_that_is_refused(torus, tmp_path):
    path = tmp_path / "check.prom"
    run_check(*torus, "--prometheus", path)
    status, _, _ = run_check(torus[0], "--lfts", "/nowhere", "--prometheus", path)
    metrics = metrics_of(path)
    assert status == 2
    assert metrics.keys() == {"weft_check_success", "weft_check_timestamp_seconds"}
    assert value(metrics, "weft_check_success") == 0


def test_a_check_that_cannot_write(torus):
    status, report, errors = run_check(*torus, "--prometheus", "/nowhere/check.prom")
    assert status == 2 and report["error"].startswith("/nowhere/check.prom: cannot be written")
    assert errors.count("/nowhere/check.prom") == 1
    status, report, errors = run_check(torus[0], "--lfts", "/none", "--prometheus", "/nowhere/check.prom")
    assert status == 2 and report["error"].startswith("/none")
    assert "/nowhere/check.prom" in errors and "/none" in errors


def expressions():
    """Of all panels, with a value for each variable."""
    panels = json.loads(DASHBOARD.read_text(encoding="utf-8"))["panels"]
    return [re.sub(r"\$\w+", ".*", target["expr"]) for panel in panels for target in panel["targets"]]


def test_the_dashboard_can_be_imported():
    dashboard = json.loads(DASHBOARD.read_text(encoding="utf-8"))
    assert dashboard["schemaVersion"] >= 36 and dashboard["title"] == "Weft" and "id" not in dashboard
    variables = {variable["name"]: variable for variable in dashboard["templating"]["list"]}
    assert variables["datasource"]["type"] == "datasource" and variables["datasource"]["query"] == "prometheus"
    source = {"type": "prometheus", "uid": "${datasource}"}
    assert all(variables[name]["datasource"] == source for name in ("instance", "source"))
    panels = dashboard["panels"]
    assert len({panel["id"] for panel in panels}) == len(panels)
    taken = set()
    for panel in panels:
        assert panel["datasource"] == source and panel["title"] and panel["targets"]
        assert len({target["refId"] for target in panel["targets"]}) == len(panel["targets"])
        place = panel["gridPos"]
        cells = {(x, y) for x in range(place["x"], place["x"] + place["w"]) for y in range(place["y"], place["y"] + place["h"])}
        assert max(x for x, _ in cells) < 24 and not taken & cells, panel["title"]
        taken |= cells
        for target in panel["targets"]:
            assert 'instance=~"$instance"' in target["expr"] and 'source=~"$source"' in target["expr"]


@pytest.mark.skipif(not os.environ.get("WEFT_LONG"), reason="of make check-long: it needs Debian's package prometheus")
def test_promtool_agrees(fabrics, runs, torus, tmp_path):
    paths = [tmp_path / "weft.prom", tmp_path / "check.prom"]
    start(runs, fabrics("tree"), paths[0], "weft-updn,no_fallback").hang_up()
    run_check(*torus, "--prometheus", paths[1])
    metrics_of(paths[0], lambda metrics: "weft_lft_entries_changed" in metrics)
    for path in paths:
        result = subprocess.run(["promtool", "check", "metrics"], input=path.read_text(encoding="utf-8"), text=True,
                                capture_output=True, timeout=60, check=False)
        assert (result.returncode, result.stdout + result.stderr) == (0, "")
    rules = tmp_path / "rules.json"
    records = [{"record": f"panel:{number}", "expr": text} for number, text in enumerate(expressions())]
    rules.write_text(json.dumps({"groups": [{"name": "dashboard", "rules": records}]}), encoding="utf-8")
    result = subprocess.run(["promtool", "check", "rules", rules], text=True, capture_output=True, timeout=60, check=False)
    assert result.returncode == 0, result.stdout + result.stderr
    assert f"{len(records)} rules found" in result.stdout
