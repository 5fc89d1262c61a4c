"""auto: the engine that suits the fabric, in the real opensm and in the tool."""

import json

import pytest

import dumps
from conftest import complaint, weft
from simulation import wait_until
from test_lane_engines import Plan, conf, expect_planned
from test_lanes import QOS
from test_restart import lose_a_link, tables_of

FABRICS = {
    "tree": ["xgft", "--down", "3,3,3", "--up", "1,3,3"],
    "worn tree": ["xgft", "--down", "4,4,4", "--up", "1,2,2", "--fail-links", "3", "--aggregation", "all", "--extra-cas", "2",
                  "--shuffle", "5"],
    "torus": ["torus", "--dims", "5,6", "--cas", "1"],
    "worn torus": ["torus", "--dims", "5,5", "--cas", "1", "--fail-links", "2", "--fail-switches", "1", "--aggregation", "all"],
    "dragonfly": ["dragonfly", "--routers", "4", "--global-links", "1", "--cas", "2"],
    "worn dragonfly-plus": ["dragonfly-plus", "--leaves", "4", "--spines", "4", "--global-links", "1", "--cas", "3",
                            "--fail-links", "2", "--shuffle", "3"],
    "random": ["random", "--switches", "20", "--degree", "4", "--cas", "2"],
    "islands": ["islands", "--down", "3,3", "--up", "1,2", "--dims", "3,3", "--cas", "1"],
    "one switch": ["xgft", "--down", "4", "--up", "1"],
}


def explained(fabric, *more):
    report = json.loads(weft("route", fabric.path, "--engine", "auto", "--json", *more))
    assert (report["credit_loop"], report["unreachable_pairs"], report["forwarding_loops"]) == (None, 0, 0)
    return report["choice"]


@pytest.mark.parametrize("fabric", FABRICS)
def test_what_is_taken_is_free_of_credit_loops(fabric, net, runs, tmp_path):
    opensm = runs.subnet(net(fabric), conf("weft-auto"), arguments=QOS)
    assert opensm.engines_used() == ["weft-auto"]
    assert opensm.errors() == []
    engine = explained(net(fabric))["engine"]
    assert f"routed by {engine}, since" in opensm.log()
    expect_planned(opensm, Plan(opensm, tmp_path / "plan"))


def test_it_stays_with_its_choice(net, runs):
    """When a link is lost, after a restart, and when the routes are made anew then."""
    options = conf("weft-auto", weft_state_dir="state", weft_keep_routes="FALSE")
    ibsim = runs.ibsim(net("tree"))
    opensm = runs.opensm(ibsim, options)
    assert "routed by ftree, since" in opensm.log()
    lose_a_link(ibsim)
    opensm.wait_for_sweep()
    wait_until(lambda: "routed by ftree, since it was chosen before" in opensm.log(), "it stays", timeout=20)


def test_a_restart_moves_nothing(net, runs, tmp_path):
    state = tmp_path / "state"
    state.mkdir()
    ibsim = runs.ibsim(net("worn tree"))
    opensm = runs.opensm(ibsim, conf("weft-auto", weft_state_dir=state))
    before = tables_of(opensm)
    wait_until(lambda: (state / "weft.state").exists(), "a state file", timeout=20)
    assert opensm.stop() == 0
    again = runs.opensm(ibsim, conf("weft-auto", weft_state_dir=state))
    assert tables_of(again) == before
    assert "routed by" not in again.log()  # it went on from the file


def test_explain_says_what_became_of_each(net):
    text = weft("route", net("torus").path, "--engine", "auto", "--explain")
    assert "recognised: torus of 5 x 6 switches" in text
    assert "tried: torus-2QoS" in text
    assert "taken: torus-2QoS: jobs get " in text
    assert "tried:" not in weft("route", net("torus").path, "--engine", "auto")
    one_lane = explained(net("torus"), "--lanes", "1")
    refusals = {trial["engine"]: trial["refusal"] for trial in one_lane["trials"]}
    assert "two virtual lanes" in refusals["torus-2QoS"]
    assert refusals[one_lane["engine"]] is None


def test_no_other_engine_has_a_choice(net):
    assert json.loads(weft("route", net("tree").path, "--engine", "updn", "--json"))["choice"] is None


def test_it_may_be_a_step_of_a_chain(net, tmp_path):
    (tmp_path / "chain").write_text("unicast-step\nid: 1\nengine: auto\nend-unicast-step\n", encoding="utf-8")
    text = weft("route", net("torus").path, "--engine", "chain", "--set", f"rch_policy_file={tmp_path}/chain")
    assert "step 1 (auto): torus of 5 x 6 switches: routed by torus-2QoS" in text


def test_it_is_no_engine_of_its_own(net, tmp_path):
    (tmp_path / "chain").write_text("unicast-step\nid: 1\nengine: auro\nend-unicast-step\n", encoding="utf-8")
    assert "auto" in complaint("route", net("torus").path, "--engine", "auro")
