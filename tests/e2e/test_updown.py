"""The engines updn, dnup and dor in the stock opensm: what ibdmchk says of them, and that with
weft_balance switch they give the tables of the stock engines of these names."""

import re

import pytest

import dumps
from conftest import CLUSTERS, DIRECTORS, SHARED, check, weft

ENGINES = ["updn", "dnup", "dor"]
TREE = ["xgft", "--down", "4,4,4", "--up", "1,2,2"]
FABRICS = {
    "whole tree": TREE,
    "tree without some links": ["xgft", "--down", "4,4,4", "--up", "1,3,2", "--fail-links", "5"],
    "tree without a common spine": [*TREE, "--fail-links", "4"],
    "tree with CAs on spines": [*TREE, "--fail-links", "2", "--extra-cas", "4"],
    "CAs on two of four spines": ["xgft", "--down", "6,6", "--up", "1,4", "--extra-cas", "2"],
    "mesh": ["mesh", "--dims", "4,4", "--cas", "2"],
    "ring": ["torus", "--dims", "8", "--cas", "2"],
    "odd torus": ["torus", "--dims", "5,3", "--cas", "2"],
    "dragonfly": ["dragonfly", "--routers", "4", "--global-links", "2", "--cas", "2"],
}


def weft_engine(engine, module="weft", **more):
    return {"event_plugin_name": module, "routing_engine": f"weft-{engine},no_fallback", **more}


def is_leaf(net, switch):
    return any(not net.nodes[peer].is_switch for peer, _ in switch.links.values())


def spine_guids(net):
    """Of a tree with three levels."""
    return [switch.guid for switch in net.switches()
            if not is_leaf(net, switch)
            and not any(is_leaf(net, net.nodes[peer]) for peer, _ in switch.links.values())]


def write_guids(path, guids):
    path.write_text("".join(f"0x{guid:016x}\n" for guid in guids))
    return path


def expect_good(opensm, engine, credit_loop=False):
    """Weft's engine is in use, and everything is routed, as ibdmchk and weft check it."""
    assert opensm.stop() == 0
    assert set(opensm.engines_used()) == {f"weft-{engine}"}
    # dor promises nothing of multicast, and the log says so.
    errors = [line for line in opensm.errors() if engine != "dor" or "multicast groups" not in line]
    assert len(errors) == int(credit_loop)
    verdict = dumps.ibdmchk(opensm.directory)
    cas = len(dumps.Subnet(opensm.path("opensm-subnet.lst")).end_ports())
    assert (verdict.pairs, verdict.missing) == (cas * (cas - 1), 0)
    assert verdict.credit_loop == credit_loop
    assert (check(opensm.directory, status=int(credit_loop))["credit_loop"] is not None) == credit_loop


@pytest.mark.parametrize("own_module", [False, True])
@pytest.mark.parametrize("engine", ENGINES)
def test_each_engine_from_libweft_and_from_its_own_module(engine, own_module, net, runs):
    module = f"weft-{engine}" if own_module else "weft"
    name = "mesh" if engine == "dor" else "tree without some links"
    expect_good(runs.subnet(net(name), weft_engine(engine, module)), engine)


@pytest.mark.parametrize("engine", ["auto", "updn", "ftree"])
def test_spines_without_cas_answer_cas_on_spines(engine, net, runs):
    """An SM on a spine gets the traps of all switches, and a performance manager their counters."""
    tree = net("CAs on two of four spines")
    host = next(node.description for node in tree.hosts() if node.description.startswith("extra"))
    ibsim = runs.ibsim(tree)
    opensm = runs.opensm(ibsim, weft_engine(engine), variables={"SIM_HOST": host})
    subnet = dumps.Subnet(opensm.path("opensm-subnet.lst"))
    lids = {end.lid for end in subnet.links if end.is_switch}
    assert len(lids) == 10
    for lid in lids:
        answer = ibsim.run("perfquery", lid, 1, host=host)
        assert answer.returncode == 0, f"LID {lid}: {answer.stderr}"


@pytest.mark.parametrize("name", ["tree without a common spine", "tree with CAs on spines", "ring"])
def test_updn_needs_no_root_file(name, net, runs):
    expect_good(runs.subnet(net(name), weft_engine("updn")), "updn")


def test_updn_on_a_ring_with_a_root_file(net, runs, tmp_path):
    ring = net("ring")
    roots = write_guids(tmp_path / "roots", [ring.switches()[0].guid])
    expect_good(runs.subnet(ring, weft_engine("updn", root_guid_file=roots)), "updn")


def test_dor_on_a_ring_has_a_credit_loop(net, runs):
    opensm = runs.subnet(net("ring"), weft_engine("dor"))
    expect_good(opensm, "dor", credit_loop=True)
    assert "a credit loop" in opensm.errors()[0]


@pytest.mark.parametrize("name", [*CLUSTERS, *DIRECTORS, "built"])
def test_updn_finds_the_roots_of_real_clusters(name, fabrics, runs):
    opensm = runs.subnet(fabrics(name), weft_engine("updn"))
    expect_good(opensm, "updn")
    assert re.search(r"updn: \d+ roots: .* found by their distance from the leaf switches", opensm.log())


def test_updn_with_the_roots_that_belong_to_a_cluster(fabrics, runs, tmp_path):
    cluster = fabrics("mixed")
    names = (SHARED / "x5-mixed-11sw-89ca.roots").read_text().split("\n")
    guids = [int(name.removeprefix("S-"), 16) for name in names if name.startswith("S-")]
    roots = write_guids(tmp_path / "roots", guids)
    expect_good(runs.subnet(cluster, weft_engine("updn", root_guid_file=roots)), "updn")


def read_dump(opensm, name):
    with open(opensm.path(name), encoding="utf-8") as dump:
        return dump.read()


def expect_stock_tables(engine, net, options, runs, dumped=("opensm-lid-matrix.dump",)):
    """A first sweep with weft_balance switch, and one of the stock engine, which is complete."""
    tables = {}
    written = {}
    for maker, more in (("stock", {"routing_engine": f"{engine},no_fallback"}),
                        ("weft", weft_engine(engine, weft_balance="switch"))):
        opensm = runs.subnet(net, {**options, **more})
        assert opensm.stop() == 0
        assert len(opensm.engines_used()) == 1
        tables[maker] = dumps.read_lfts(opensm.path("opensm-lfts.dump"))
        names = ["opensm.fdbs", *dumped]
        if engine == "updn":
            names.append("opensm-updn-roots.dump")
        written[maker] = {name: read_dump(opensm, name) for name in names}
        assert check(opensm.directory, lmc=options.get("lmc", 0))["unreachable_pairs"] == 0
    assert opensm.engines_used() == [f"weft-{engine}"]
    assert tables["weft"] == tables["stock"]
    assert written["weft"] == written["stock"]


@pytest.mark.parametrize("lmc", [0, 1, 3])
@pytest.mark.parametrize(
    "engine, name",
    [(engine, name) for engine in ("updn", "dnup")
     for name in ("whole tree", "tree without some links")]
    + [("dor", "mesh"), ("dor", "whole tree")],
)
def test_by_switch_the_tables_are_those_of_stock(engine, name, lmc, net, runs, tmp_path):
    options = {"lmc": lmc}
    if engine == "updn":
        options["root_guid_file"] = write_guids(tmp_path / "roots", spine_guids(net(name)))
    expect_stock_tables(engine, net(name), options, runs)


@pytest.mark.parametrize("engine", ["updn", "dnup"])
def test_connect_roots_adds_what_closes_no_credit_loop(engine, net, runs, tmp_path):
    tree = net("whole tree")
    spines = spine_guids(tree)
    options = {"root_guid_file": write_guids(tmp_path / "roots", spines)}
    for connected in (False, True):
        opensm = runs.subnet(tree, weft_engine(engine, connect_roots=str(connected).upper(), **options))
        assert opensm.stop() == 0
        assert check(opensm.directory)["credit_loop"] is None
        tables = dumps.read_lfts(opensm.path("opensm-lfts.dump"))
        subnet = dumps.Subnet(opensm.path("opensm-subnet.lst"))
        lids = {guid: subnet.end(guid, 1).lid for guid in spines}
        assert connected == all(lids[to] in tables[spine] for spine in spines for to in spines)


@pytest.mark.parametrize("with_ids", [False, True])
@pytest.mark.parametrize("name", ["odd torus", "dragonfly"])
def test_by_switch_equal_ranks_are_ordered_as_in_stock(name, with_ids, net, runs, tmp_path):
    fabric = net(name)
    guids = sorted(switch.guid for switch in fabric.switches())
    options = {"root_guid_file": write_guids(tmp_path / "roots", guids[:1])}
    if with_ids:
        options["ids_guid_file"] = tmp_path / "ids"
        options["ids_guid_file"].write_text(
            "".join(f"0x{guid:016x} {1000 - i}\n" for i, guid in enumerate(guids))
        )
    # Stock's matrix has some ports of detours that turn illegally, which no table uses.
    expect_stock_tables("updn", fabric, options, runs, dumped=())


@pytest.mark.parametrize("engine", ["updn", "dnup"])
def test_with_the_unicast_cache_links_come_and_go(engine, net, runs):
    tree = net("whole tree")
    opensm = runs.subnet(tree, weft_engine(engine), arguments=["-A"])
    leaf = next(switch for switch in tree.switches() if is_leaf(tree, switch))
    port = next(p for p, (peer, _) in leaf.links.items() if tree.nodes[peer].is_switch)
    for change in (opensm.simulation.unlink, opensm.simulation.relink):
        change(leaf.name, port)
        opensm.settle()
        report = check(opensm.directory)
        assert report["unreachable_pairs"] == 0
        assert report["credit_loop"] is None
    expect_good(opensm, engine)
