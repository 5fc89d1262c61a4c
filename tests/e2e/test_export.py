"""weft export: what a batch system and MPI are told of a fabric, read back strictly."""

import json
import re

import pytest

import topology_conf
from conftest import complaint, weft

TREES = {
    "two-levels": ["xgft", "--down", "6,8", "--up", "1,4"],
    "three-levels": ["xgft", "--down", "4,4,4", "--up", "1,2,2"],
    "four-levels": ["xgft", "--down", "3,3,3,3", "--up", "1,3,3,3"],
    "rails": ["xgft", "--down", "32,4,4", "--up", "1,4,4", "--rails", "4"],
    "rails-apart": ["xgft", "--down", "8,4,3", "--up", "8,4,3"],
    "aggregation": ["xgft", "--down", "4,4,4", "--up", "1,2,2", "--aggregation", "all"],
    "uneven": ["xgft", "--down", "4,6,6", "--up", "1,4,6", "--uneven-spines", "30%", "--uneven", "5%"],
    "hosts-above": ["xgft", "--down", "8,4,4", "--up", "1,4,4", "--extra-cas", "3"],
    "directors": ["directors", "--spines", "6,6", "--lines", "10,8", "--edges", "28", "--uplinks", "3,2", "--cas", "6"],
    "director": ["directors", "--spines", "6", "--lines", "12", "--cas", "6"],
    "dragonfly": ["dragonfly", "--routers", "6", "--global-links", "2", "--cas", "2"],
    "torus": ["torus", "--dims", "5,4,3", "--cas", "2"],
}


@pytest.fixture
def fabric(tmp_path):
    """fabric(topology, ...): the path of a fabric."""

    def generate(*topology, name="fabric.net"):
        weft("generate", *topology, "-o", tmp_path / name)
        return tmp_path / name

    return generate


def hosts_in(path):
    """The first words of CAs."""
    descriptions = re.findall(r'^Ca\s.*#\s*"(.*)"', path.read_text(encoding="utf-8"), re.MULTILINE)
    return {description.split()[0] for description in descriptions if "Aggregation" not in description}


def nodes_of(path):
    """What the file says of each node."""
    return path.read_text(encoding="utf-8").split("\n\n")


def without(path, description):
    """Takes a node and its links out of the file, and whoever has no other link."""
    nodes = nodes_of(path)
    [lost] = [node for node in nodes if re.search(rf'^(Switch|Ca)\s.*# "{re.escape(description)}"', node, re.MULTILINE)]
    guid = re.search(r'"([SH]-\w+)"', lost)[1]
    kept = [re.sub(rf'\n\[.*"{guid}".*', "", node) for node in nodes if node != lost]
    kept = [node for node in kept if "\nCa" not in f"\n{node}" or "\n[" in node]
    path.write_text("\n\n".join(kept), encoding="utf-8")
    assert guid not in path.read_text(encoding="utf-8")


def tree(path, *more):
    return weft("export", "slurm", path, "--tree", *more)


@pytest.mark.parametrize("name", TREES)
def test_every_host_is_there_once(fabric, name):
    path = fabric(*TREES[name])
    text = tree(path)
    found = topology_conf.read_conf(text)
    assert found.hosts == hosts_in(path) and len(found.roots) == 1
    same = topology_conf.read_yaml(tree(path, "--yaml"))
    assert (same.leaves, same.children) == (found.leaves, found.children)


@pytest.mark.parametrize("name", TREES)
def test_lost_links_and_other_numbers_make_no_difference(fabric, name):
    whole = tree(fabric(*TREES[name]))
    for seed in (1, 2, 3):
        # Where there are fewer CAs, or more, is chosen by the seed, too.
        more = [] if name in ("uneven", "hosts-above") else ["--seed", seed]
        assert tree(fabric(*TREES[name], "--shuffle", seed, "--fail-links", "1" if seed == 1 else "5%", *more)) == whole


@pytest.mark.parametrize("name, spine", [("two-levels", "spine 2"), ("three-levels", "spine 0.1"), ("aggregation", "spine 1.0"),
                                         ("aggregation", "level 2 switch 1.1"), ("rails", "spine 0.3")])
def test_a_lost_spine_makes_no_difference(fabric, name, spine):
    path = fabric(*TREES[name])
    whole = tree(path)
    without(path, spine)
    assert tree(path) == whole


def test_levels_are_those_of_the_fabric(fabric):
    found = topology_conf.read_conf(tree(fabric(*TREES["four-levels"])))
    [root] = found.roots
    for pod in found.children[root]:
        assert len(found.hosts_below(pod)) == 27
        for lower in found.children[pod]:
            assert len(found.children[lower]) == 3 and len(found.hosts_below(lower)) == 9
    # Each leaf switch has those that are linked to it.
    assert found.leaves["leaf-1.0.2"] == ["node-0034", "node-0035", "node-0036"]


def test_unconnected_pieces_have_roots_of_their_own(fabric):
    path = fabric(*TREES["three-levels"])
    for spine in ("0.0", "0.1", "1.0", "1.1"):
        without(path, f"spine {spine}")
    found = topology_conf.read_conf(tree(path))
    assert found.hosts == hosts_in(path)
    assert [sorted(found.hosts_below(root)) for root in found.roots] == [
        [f"node-{16 * pod + i:04}" for i in range(1, 17)] for pod in range(4)]


def test_a_host_that_lost_its_first_rail_stays(fabric):
    path = fabric(*TREES["rails"])
    before = topology_conf.read_conf(tree(path))
    without(path, "node-0007 HCA-1")
    assert topology_conf.read_conf(tree(path)).leaf_of("node-0007") == before.leaf_of("node-0007")


def test_names_that_anyone_can_choose_do_no_harm(fabric):
    path = fabric(*TREES["two-levels"])
    text = path.read_text(encoding="utf-8")
    for number, name in (("1", "x Nodes=y"), ("2", "a[0-9],b"), ("3", "#"), ("4", "n" * 70)):
        text = text.replace(f"node-000{number}", name)
    text = text.replace('"leaf 3"', '"SwitchName=z Nodes=a[1-9] #"').replace('"leaf 4"', '"' + "l" * 200 + '"')
    text = text.replace('"leaf 5"', '"leaf 6"')
    path.write_text(text, encoding="utf-8")
    found = topology_conf.read_conf(tree(path))
    assert found.hosts == {"x", *(f"node-{i:04}" for i in range(5, 49))}
    assert len(found.leaves) == 8 and len([name for name in found.leaves if re.match(r"leaf-6-[0-9a-f]{16}$", name)]) == 2


def test_only_those_of_a_port_group(fabric, tmp_path):
    path = fabric(*TREES["three-levels"])
    groups = tmp_path / "groups.conf"
    groups.write_text("port-group\nname: first\nport-regexp: node-000\nend-port-group\n", encoding="utf-8")
    assert topology_conf.read_conf(tree(path, "--only", "first", "--pgrp", groups)).hosts == {f"node-{i:04}" for i in range(1, 10)}
    assert topology_conf.read_conf(tree(path, "--only", "ALL_CAS")).hosts == hosts_in(path)
    weft("export", "slurm", path, "--tree", "--only", "ALL_SWITCHES", status=2)
    weft("export", "slurm", path, "--tree", "--only", "second", "--pgrp", groups, status=2)
    groups.write_text("port-group\nname first\n", encoding="utf-8")
    weft("export", "slurm", path, "--tree", "--only", "first", "--pgrp", groups, status=2)


def test_blocks(fabric):
    path = fabric(*TREES["three-levels"])
    blocks, sizes = topology_conf.read_blocks(weft("export", "slurm", path, "--block"))
    assert {host for block in blocks.values() for host in block} == hosts_in(path)
    assert len(blocks) == 16 and sizes == [4, 16, 64]
    listed = topology_conf.topology_of(weft("export", "slurm", path, "--block", "--yaml"), "block")
    assert listed["block_sizes"] == sizes
    assert {block["block"]: topology_conf.hosts_of(block["nodes"]) for block in listed["blocks"]} == blocks
    blocks, sizes = topology_conf.read_blocks(weft("export", "slurm", path, "--block", "--block-size", 8))
    assert len(blocks) == 8 and sizes[0] == 8


def places_in(path):
    """By host the coordinates that weft generate gave its switch."""
    return {re.search(r'# "(\S+)"', node)[1]: tuple(map(int, re.search(r'"switch \((\d+),(\d+),(\d+)\)"', node).groups()))
            for node in nodes_of(path) if "\nCa" in node}


def cells_of(torus):
    """Cells by host."""
    dims = torus["dims"]
    regions = torus.get("regions") or [{"anchor": {"x": 0, "y": 0, "z": 0}, "dims": dims, "nodes": torus["nodes"]}]
    cells = {}
    for region in regions:
        hosts, size, anchor = topology_conf.hosts_of(region["nodes"]), region["dims"], region["anchor"]
        assert len(hosts) == size["x"] * size["y"] * size["z"]
        for i, host in enumerate(hosts):
            cell = (anchor["x"] + i % size["x"], anchor["y"] + i // size["x"] % size["y"], anchor["z"] + i // size["x"] // size["y"])
            assert host not in cells and cell not in cells.values()
            assert all(at < dims[d] for at, d in zip(cell, "xyz"))
            cells[host] = cell
    return cells


@pytest.mark.parametrize("more", [[], ["--fail-links", 4, "--shuffle", 2], ["--uneven", 7]], ids=["whole", "lost-links", "free-cells"])
def test_neighbours_in_a_torus_are_neighbours_in_the_file(fabric, more):
    path = fabric("torus", "--dims", "5,4,3", "--cas", "2", *more)
    [torus] = topology_conf.topology_of(weft("export", "slurm", path, "--torus3d"), "torus3d")["toruses"]
    cells, places = cells_of(torus), places_in(path)
    assert set(cells) == hosts_in(path)
    assert ("regions" in torus) == ("--uneven" in more)
    sizes = torus["dims"]["x"] // 2, torus["dims"]["y"], torus["dims"]["z"]
    assert sorted(sizes) == [3, 4, 5]
    axis = [sizes.index(size) for size in (5, 4, 3)]

    def steps(a, b, radices):
        return [min((x - y) % radix, (y - x) % radix) for x, y, radix in zip(a, b, radices)]

    switch_of = {host: (x // 2, y, z) for host, (x, y, z) in cells.items()}
    for a in sorted(cells)[::9]:
        for b in cells:
            found = steps(switch_of[a], switch_of[b], sizes)
            assert [found[d] for d in axis] == steps(places[a], places[b], (5, 4, 3))


def test_a_torus_conf_says_which_way_is_x(fabric, tmp_path):
    path = fabric("torus", "--dims", "5,4,3", "--cas", "1")
    guids = dict(re.findall(r'^Switch.*"S-(\w+)"\s*# "switch \((\d,\d,\d)\)"', path.read_text(encoding="utf-8"), re.MULTILINE))
    by_place = {place: f"0x{guid}" for guid, place in guids.items()}
    seed = by_place["1,1,1"]
    conf = tmp_path / "torus-2QoS.conf"
    conf.write_text(f"torus 3 5 4\nxp_link {seed} {by_place['1,1,2']}\nyp_link {seed} {by_place['2,1,1']}\n"
                    f"zp_link {seed} {by_place['1,2,1']}\nzm_link {seed} {by_place['1,0,1']}\n"
                    "x_dateline -1\ny_dateline -1\nz_dateline -1\n", encoding="utf-8")
    text = weft("export", "slurm", path, "--torus3d", "--torus-conf", conf)
    [torus] = topology_conf.topology_of(text, "torus3d")["toruses"]
    assert torus["dims"] == {"x": 3, "y": 5, "z": 4}
    assert cells_of(torus) == {host: (z, x, y) for host, (x, y, z) in places_in(path).items()}
    conf.write_text(f"torus 3 3 4\nxp_link {seed} {by_place['1,1,2']}\n", encoding="utf-8")
    weft("export", "slurm", path, "--torus3d", "--torus-conf", conf, status=2)


@pytest.mark.parametrize("topology", [TREES["two-levels"], ["torus", "--dims", "5,4", "--cas", "1"],
                                      ["mesh", "--dims", "3,4,5", "--cas", "1"]], ids=lambda topology: topology[0])
def test_what_is_no_torus_of_three_dimensions_is_refused(fabric, topology):
    weft("export", "slurm", fabric(*topology), "--torus3d", status=2)


def test_options_of_another_kind_are_refused(fabric, tmp_path):
    path = fabric(*TREES["two-levels"])
    for more in (["--tree", "--block-size", "4"], ["--tree", "--torus-conf", tmp_path / "conf"], ["--torus3d", "--yaml"]):
        assert re.search("requires|excludes", complaint("export", "slurm", path, *more)), more


def test_ranks_in_the_order_of_ftree_meet_nowhere(fabric, tmp_path):
    path = fabric("xgft", "--down", "6,6,6", "--up", "1,6,6", "--shuffle", "7")
    hosts = tmp_path / "hosts"
    weft("export", "rankfile", path, "--engine", "ftree", "--slots", "4", "-o", hosts)
    lines = hosts.read_text(encoding="utf-8").splitlines()
    assert {line.split()[0] for line in lines} == hosts_in(path) and all(line.endswith(" slots=4") for line in lines)
    report = json.loads(weft("route", path, "--engine", "ftree", "--pattern", "shift", "--ranks", hosts, "--json"))
    assert report["pattern"]["contention_free"] == 1
    listed = weft("export", "rankfile", path, "--engine", "ftree", "--slots", 2, "--format", "openmpi").splitlines()
    expected = [f"rank {2 * i + slot}={line.split()[0]} slot={slot}" for i, line in enumerate(lines) for slot in (0, 1)]
    assert listed == expected


def test_ranks_of_a_port_group(fabric, tmp_path):
    path = fabric("xgft", "--down", "4,4", "--up", "1,2")
    hosts = sorted(hosts_in(path))[::4]
    groups, nodes = tmp_path / "groups", tmp_path / "nodes"
    names = "".join(f"port-name: hostname={host}\n" for host in hosts)
    groups.write_text(f"port-group\nname: some\n{names}end-port-group\n", encoding="utf-8")
    nodes.write_text("some\n", encoding="utf-8")
    listed = weft("export", "rankfile", path, "--engine", "ftree", "--set", f"pgrp_policy_file={groups}", "--set",
                  f"cn_guid_file={nodes}")
    assert sorted(listed.split()) == hosts


def test_ranks_of_other_engines_stand_leaf_by_leaf(fabric):
    path = fabric(*TREES["rails"], "--shuffle", "3")
    leaves = topology_conf.read_conf(tree(path)).leaves
    expected = [host for hosts in leaves.values() for host in hosts]
    assert weft("export", "rankfile", path, "--engine", "nue").split() == expected
    by_ftree = weft("export", "rankfile", path, "--engine", "ftree").split()
    assert sorted(by_ftree) == sorted(expected)
    weft("export", "rankfile", fabric(*TREES["torus"]), "--engine", "ftree", status=1)
