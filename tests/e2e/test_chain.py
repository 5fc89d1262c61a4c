"""Routing chains in the stock opensm, configured as for the vendor's: a fat tree and a torus behind
common switches, each routed by an engine of its own."""

import itertools
import os
import pathlib
import re
import sys

import pytest

import dumps
from chains import TOPOLOGIES, Policy, step
from conftest import weft
from test_conf import PATH_SLS, sm_lid
from test_lanes import QOS
from test_lid_matrix import matrix_of
from test_options import reload, tables_of

FABRICS = {
    "islands": ["islands", "--down", "3,3", "--up", "1,2", "--dims", "3,4", "--cas", "1"],
    # A torus that one lane is not enough for.
    "wide islands": ["islands", "--down", "3,3", "--up", "1,2", "--dims", "5,4", "--cas", "1"],
}
STEP_FILES = {"opensm-lid-matrix.dump", "opensm-lfts.dump", "opensm.fdbs", "opensm-subnet.lst"}

@pytest.fixture
def policy(tmp_path):
    return Policy(tmp_path)


TREE = step(2, "ftree", topology=1)
TORUS = step(3, "dfsssp", topology=2)


def safe(policy):
    """Every step keeps its part free of credit loops, on lanes of its own."""
    return policy.chain(step(1, "updn", topology=0), TREE, TORUS)


def unsafe(policy):
    """Engines that need no lanes."""
    return policy.chain(step(1, "minhop"), TREE, step(3, "dor", topology=2))


def said(opensm, text):
    return [line for line in opensm.log().splitlines() if text in line]


def hosts(opensm, island):
    ends = dumps.Subnet(opensm.path("opensm-subnet.lst")).end_ports()
    return [end for end in ends if end.description.startswith(island)]


def switches(opensm, island):
    subnet = dumps.Subnet(opensm.path("opensm-subnet.lst"))
    return {end.node_guid for end in subnet.links if end.is_switch and end.description.startswith(island)}


def part_of(tables, guids, lids):
    return {guid: {lid: tables[guid][lid] for lid in lids if lid in tables[guid]} for guid in guids}


def expect_routed_alone(opensm, number, engine, tmp_path):
    """The step's part has the tables that its engine gives the part if there is nothing else, and entries of
    earlier steps where it gives none."""
    folder = pathlib.Path(opensm.path(f"step-{number}"))
    alone = tmp_path / f"alone-{number}"
    weft("route", folder / "opensm-subnet.lst", "--engine", engine, "-o", alone)
    in_part = tables_of_folder(folder)
    for guid, row in tables_of_folder(alone).items():
        assert row.items() <= in_part[guid].items()
    in_force = tables_of(opensm)
    for guid, row in in_part.items():
        assert row.items() <= in_force[guid].items()


def tables_of_folder(folder):
    return dumps.read_lfts(pathlib.Path(folder) / "opensm-lfts.dump")


@pytest.mark.parametrize("module, name", [("weft", "chain"), ("weft", "weft-chain"), ("weft-chain", "chain"),
                                          ("weft weft-chain", "chain")])
def test_a_configuration_of_the_vendors_works(module, name, net, runs, policy, tmp_path):
    opensm = runs.subnet(net("islands"), unsafe(policy).conf(name, module))
    assert opensm.stop() == 0
    assert opensm.engines_used() == [name]
    assert opensm.errors() == said(opensm, "a credit loop is possible, because")  # minhop and dor
    assert len(opensm.errors()) == 1
    assert dumps.ibdmchk(opensm.directory).all_routed()
    expect_routed_alone(opensm, 2, "ftree", tmp_path)
    expect_routed_alone(opensm, 3, "dor", tmp_path)
    for text in ("step 1 (minhop) routed", "step 2 (ftree) routed", "step 3 (dor) routed"):
        assert len(said(opensm, text)) == 1


def write_real_lanes(opensm):
    """psl.txt as path records have it, and an slvl.txt of SL i on VL i; returns the SLs in use."""
    ends = dumps.Subnet(opensm.path("opensm-subnet.lst")).end_ports()
    pairs = list(itertools.permutations(ends, 2))
    answers = opensm.simulation.run(sys.executable, PATH_SLS, sm_lid(opensm),
                                    *(f"{source.lid}:{end.lid}" for source, end in pairs)).stdout.splitlines()
    sls = [int(answer.split()[0]) for answer in answers]
    with open(opensm.path("psl.txt"), "w", encoding="ascii") as psl:
        for source, paths in itertools.groupby(zip(pairs, sls, strict=True), key=lambda path: path[0][0]):
            psl.write(f"Channel Adapter 0x{source.port_guid:016x}, base LID {source.lid}\n")
            psl.writelines(f"0x{end.lid:04X} : {sl}\n" for (_, end), sl in paths)
    subnet = dumps.Subnet(opensm.path("opensm-subnet.lst"))
    with open(opensm.path("slvl.txt"), "w", encoding="ascii") as slvl:
        for guid in subnet.switch_guids():
            ports = [port for port in range(1, 40) if subnet.peer(guid, port)]
            for pair in itertools.product(ports, ports):
                slvl.write("0x{:016x} {} {} 0x01 0x23 0x45 0x67 0x01 0x23 0x45 0x67\n".format(guid, *pair))
    return set(sls)


def test_steps_have_lanes_of_their_own(net, runs, policy, tmp_path):
    opensm = runs.subnet(net("wide islands"), safe(policy).conf(), arguments=QOS)
    assert opensm.engines_used() == ["chain"]
    assert opensm.errors() == []
    assert said(opensm, "each step has its own virtual lanes")
    assert len(write_real_lanes(opensm)) >= 2
    verdict = dumps.ibdmchk(opensm.directory)
    assert verdict.all_routed()
    assert not verdict.credit_loop
    expect_routed_alone(opensm, 2, "ftree", tmp_path)
    expect_routed_alone(opensm, 3, "dfsssp", tmp_path)


def test_a_step_that_fails_is_named_and_the_next_engine_routes(net, runs, policy):
    opensm = runs.subnet(net("wide islands"), safe(policy).conf("chain,weft-updn"))
    assert opensm.engines_used() == ["weft-updn"]
    assert len(said(opensm, "step 3 (dfsssp) failed: ")) == 1
    assert "lanes" in said(opensm, "step 3 (dfsssp) failed: ")[0]


def test_a_path_bit_has_an_engine_of_its_own(net, runs, policy):
    policy.chain(step(1, "minhop"))
    before = runs.subnet(net("islands"), policy.conf(lmc=1))
    policy.chain(step(1, "minhop"), step(2, "dor", topology=2, path_bit=1))
    opensm = runs.subnet(net("islands"), policy.conf(lmc=1))
    assert opensm.engines_used() == ["chain"]
    torus, lids = switches(opensm, "torus"), {host.lid for host in hosts(opensm, "torus")}
    routed = tables_of_folder(opensm.path("step-2"))
    assert set(routed) == torus
    assert all(set(row) == {lid + 1 for lid in lids} for row in routed.values())
    old, new = tables_of(before), tables_of(opensm)
    differ = {lid for guid in new for lid in new[guid] if new[guid][lid] != old[guid].get(lid)}
    assert differ and differ <= {lid + 1 for lid in lids}
    assert part_of(new, torus, {lid + 1 for lid in lids}) == routed


def test_a_fallback_takes_the_place_of_a_step_that_fails(net, runs, policy, tmp_path):
    policy.chain(step(4, "dor", topology=2, fallback_to=2), step(2, "ftree", topology=2),
                 step(3, "ftree", topology=2, fallback_to=2), step(1, "minhop"))
    opensm = runs.subnet(net("islands"), policy.conf())
    reload(opensm)
    assert opensm.engines_used() == ["chain"] * 2
    words = said(opensm, "step 4 (dor) is used instead")
    assert len(words) == 1  # not again where nothing changed
    assert "step 2 (ftree) failed" in words[0]
    assert "step 3 (ftree) failed" in words[0]
    assert not os.path.exists(opensm.path("step-2"))
    expect_routed_alone(opensm, 4, "dor", tmp_path)


def test_the_policy_is_read_again(net, runs, policy):
    unsafe(policy)
    good = policy.files["rch_policy_file"].read_text()
    opensm = runs.subnet(net("islands"), policy.conf())
    first = tables_of(opensm)
    reload(opensm)
    assert tables_of(opensm) == first

    policy.chain(step(1, "minhop"), TREE, step(3, "dnup", topology=2))
    reload(opensm)
    second = tables_of(opensm)
    assert second != first
    assert said(opensm, "step 3 (dnup) routed")

    # What names nothing that there is would be left out; an id of 0 is a mistake of the whole file.
    policy.chain(step(1, "minhop"), step(2, "fastest", topology=1), step(3, "dor", topology=7), step(0, "dor"))
    for sweeps in (1, 2):
        reload(opensm)
        assert tables_of(opensm) == second
        chains = policy.files["rch_policy_file"]
        assert len([line for line in said(opensm, f"{chains}:") if "fastest" in line]) == sweeps
        assert len([line for line in said(opensm, f"{chains}:") if "'7'" in line]) == sweeps
        assert len(said(opensm, "the previous routing chain stays active")) == sweeps

    policy.files["rch_policy_file"].write_text(good)
    errors = len(opensm.errors())
    reload(opensm)
    assert tables_of(opensm) == first
    assert said(opensm, "the previous routing chain stays active")[2:] == []
    assert [line for line in opensm.errors()[errors:] if "credit loop" not in line] == []
    assert set(opensm.engines_used()) == {"chain"}
    assert opensm.stop() == 0


def test_a_step_has_options_of_its_own(net, runs, policy):
    config = policy.directory / "scattered.conf"
    config.write_text("scatter_ports 8\nqos TRUE\n")
    plain = runs.subnet(net("islands"), policy.chain(step(1, "minhop")).conf())
    policy.chain(step(1, "minhop"), step(2, "minhop", topology=2, config=config))
    opensm = runs.subnet(net("islands"), policy.conf())
    torus, lids = switches(opensm, "torus"), {host.lid for host in hosts(opensm, "torus")}
    assert part_of(tables_of(opensm), torus, lids) != part_of(tables_of(plain), torus, lids)
    assert len(said(opensm, f"{config}")) >= 1  # qos counts in the main file alone


def test_event_plugin_options_name_the_files_too(net, runs, policy, tmp_path):
    unsafe(policy)
    options = {key: value for key, value in policy.conf().items() if key not in policy.files}
    other = tmp_path / "other"
    other.write_text(step(1, "dor"))
    pairs = " ".join(f"{key}={value}" for key, value in policy.files.items())
    opensm = runs.subnet(net("islands"), {**options, "rch_policy_file": other, "event_plugin_options": pairs})
    assert opensm.engines_used() == ["chain"]
    assert said(opensm, "step 2 (ftree) routed")


@pytest.mark.parametrize("broken", ["missing", "not named", "nonsense"])
def test_without_a_policy_the_next_engine_routes(broken, net, runs, policy):
    conf = unsafe(policy).conf("chain,weft-updn")
    if broken == "missing":
        policy.files["topo_policy_file"].unlink()
    elif broken == "nonsense":
        policy.files["rch_policy_file"].write_text("unicast-step\nid: 1\nengine: up\n")
    else:
        conf = {key: value for key, value in conf.items() if key not in policy.files}
    opensm = runs.subnet(net("islands"), conf)
    assert opensm.stop() == 0
    assert opensm.engines_used() == ["weft-updn"]
    assert said(opensm, "there is no routing chain")
    if broken != "not named":
        name = {"missing": "topo_policy_file", "nonsense": "rch_policy_file"}[broken]
        assert said(opensm, str(policy.files[name]))
    assert dumps.ibdmchk(opensm.directory).all_routed()


def test_without_the_engine_the_policy_is_not_read(net, runs, policy):
    opensm = runs.subnet(net("islands"), policy.conf("weft-updn"))  # there is no rch_policy_file
    assert opensm.engines_used() == ["weft-updn"]
    assert opensm.errors() == []


def test_each_step_has_dumps_of_its_own(net, runs, policy):
    opensm = runs.subnet(net("islands"), unsafe(policy).conf())
    folders = {number: pathlib.Path(opensm.path(f"step-{number}")) for number in (1, 2, 3)}
    for number, folder in folders.items():
        names = {path.name for path in folder.iterdir()}
        assert STEP_FILES <= names
        assert ("opensm-ftree-ca-order.dump" in names) == (number == 2)
    # The first has the whole fabric: its files are OpenSM's own.
    assert tables_of_folder(folders[1]) == tables_of(opensm)
    assert matrix_of(folders[1]) == matrix_of(opensm.directory)
    ends = [dumps.Subnet(path / "opensm-subnet.lst").links for path in (folders[1], pathlib.Path(opensm.directory))]
    assert ends[0] == ends[1]
    for number, island in ((2, "tree"), (3, "torus")):
        subnet = dumps.Subnet(folders[number] / "opensm-subnet.lst")
        assert subnet.switch_guids() == switches(opensm, island) == set(matrix_of(folders[number]))
        assert [end.lid for end in subnet.end_ports()] == [end.lid for end in hosts(opensm, island)]
        (folders[number] / "opensm.mcfdbs").touch()
        assert dumps.ibdmchk(folders[number]).all_routed()
    order = (folders[2] / "opensm-ftree-ca-order.dump").read_text(encoding="utf-8")
    assert all(f"\t{end.description}\n" in order for end in hosts(opensm, "tree"))


def test_a_lost_link_is_repaired_inside_its_topology(net, runs, policy):
    opensm = runs.subnet(net("wide islands"), safe(policy).conf(), arguments=QOS)
    ibsim = opensm.simulation
    before = tables_of(opensm)
    torus = switches(opensm, "torus")
    switch = next(node for node in ibsim.net.switches() if node.guid in torus)
    port = next(port for port, (peer, _) in switch.links.items() if ibsim.net.nodes[peer].guid in torus)
    ibsim.unlink(switch.name, port)
    opensm.settle()
    assert len(said(opensm, "; repaired: ")) == 1
    assert before[switch.guid] != tables_of(opensm)[switch.guid]
    for number in (2, 3):
        folder = pathlib.Path(opensm.path(f"step-{number}"))
        (folder / "opensm.mcfdbs").touch()
        assert dumps.ibdmchk(folder).all_routed()
    ibsim.relink(switch.name, port)
    opensm.settle()
    assert tables_of(opensm) == before
    assert len(said(opensm, "; repaired: ")) == 2
    assert opensm.errors() == []


def test_dumps_that_cannot_be_written_harm_nothing(net, runs, policy):
    ibsim = runs.ibsim(net("islands"))
    directory = pathlib.Path(ibsim.directory)
    (directory / "elsewhere").mkdir()
    (directory / "step-1").symlink_to("elsewhere")
    (directory / "step-2").write_text("a file")
    opensm = runs.opensm(ibsim, unsafe(policy).conf())
    assert opensm.engines_used() == ["chain"]
    for number in (1, 2):
        assert len(said(opensm, f"step-{number}: is to be a directory")) == 1
    assert list((directory / "elsewhere").iterdir()) == []
    assert (directory / "step-2").read_text() == "a file"
    assert STEP_FILES <= {path.name for path in (directory / "step-3").iterdir()}
    assert opensm.stop() == 0


def test_without_the_log_flag_there_are_no_dumps_of_steps(net, runs, policy):
    opensm = runs.subnet(net("islands"), unsafe(policy).conf(), arguments=["-D", "0x03"])
    assert opensm.engines_used() == ["chain"]
    assert list(pathlib.Path(opensm.directory).glob("step-*")) == []


def test_the_tool_writes_them_too(net, runs, policy, tmp_path):
    opensm = runs.subnet(net("islands"), unsafe(policy).conf())
    settings = [word for key, value in policy.files.items() for word in ("--set", f"{key}={value}")]
    weft("route", opensm.path("opensm-subnet.lst"), "--engine", "chain", *settings, "-o", tmp_path / "out")
    for number in (1, 2, 3):
        for name in sorted(STEP_FILES):
            online = pathlib.Path(opensm.path(f"step-{number}")) / name
            assert (tmp_path / "out" / f"step-{number}" / name).read_text() == online.read_text()
