"""With weft_balance switch, each routing option of OpenSM gives the tables that it gives in stock's engine."""

import collections
import random

import pytest

import dumps
from conftest import weft

FABRICS = {
    "damaged tree": ["xgft", "--down", "4,4,3", "--up", "1,3,3", "--parallel", "1,2,1", "--uneven",
                     "20%", "--shuffle", "5", "--fail-links", "10%", "--fail-switches", "1"],
    "torus": ["torus", "--dims", "4,4", "--cas", "3", "--links", "2", "--shuffle", "3"],
}


@pytest.fixture(scope="module")
def subnets(fabrics, tmp_path_factory):
    """subnets(name): the dumps.Net of a fabric of FABRICS or of conftest's."""
    nets = {}

    def make(name):
        if name not in FABRICS:
            return fabrics(name)
        if name not in nets:
            directory = tmp_path_factory.mktemp("generated")
            weft("generate", *FABRICS[name], "-o", directory / "fabric.net")
            nets[name] = dumps.Net(directory / "fabric.net")
        return nets[name]

    return make


def switch_ports(net):
    """(switch, port) of all links between switches."""
    return [(switch, port) for switch in net.switches() for port, (peer, _) in switch.links.items()
            if net.nodes[peer].is_switch]


def hop_weights(net, draw):
    return [f"0x{switch.guid:016x} {port} {draw.randint(1, 4)}"
            for switch, port in switch_ports(net) if draw.random() < 0.4]


def ignored_ports(net, draw):
    return [f"0x{switch.guid:016x} {port}"
            for switch, port in switch_ports(net) if draw.random() < 0.3]


def search_orders(net, draw):
    lines = []
    for switch in net.switches():
        ports = draw.sample(range(1, switch.ports + 1), draw.randint(1, switch.ports))
        lines.append(f"0x{switch.guid:016x} " + " ".join(map(str, ports)))
    lines.append(lines[0].split()[0] + " 1 2")  # the first line of a switch counts
    lines[1] += " 1 1"                          # a line that names a port twice does not
    return lines


def port_guids(net):
    # ibsim numbers the port GUIDs of a CA from its node GUID on; a switch has one GUID.
    return [node.guid if node.is_switch else node.guid + port
            for node in net.nodes.values() for port in ([0] if node.is_switch else node.links)]


def routing_order(net, draw):
    guids = port_guids(net)
    some = draw.sample(guids, len(guids) * 2 // 3)
    return [f"0x{guid:016x}" for guid in [*some, 0x77, some[0]]]


FILES = {
    "hop_weights_file": hop_weights,
    "port_prof_ignore_file": ignored_ports,
    "port_search_ordering_file": search_orders,
    "guid_routing_order_file": routing_order,
}

CASES = {
    "port_profile_switch_nodes": {"port_profile_switch_nodes": "TRUE"},
    "port_shifting": {"port_shifting": "TRUE"},
    "hop_weights": {"hop_weights_file": "drawn"},
    "ignored_ports": {"port_prof_ignore_file": "drawn"},
    "search_order": {"port_search_ordering_file": "drawn"},
    "routing_order": {"guid_routing_order_file": "drawn"},
    "shifted_search": {"port_shifting": "TRUE", "port_search_ordering_file": "drawn"},
    "ordered_weights": {"guid_routing_order_file": "drawn", "hop_weights_file": "drawn",
                        "port_profile_switch_nodes": "TRUE"},
    "all": {"port_profile_switch_nodes": "TRUE", "port_shifting": "TRUE",
            **{key: "drawn" for key in FILES}},
}


def write_files(options, net, directory, seed=1):
    """The options with files in the place of «drawn»."""
    draw = random.Random(seed)
    written = {}
    for key, value in options.items():
        if value == "drawn":
            value = directory / key
            value.write_text("\n".join(FILES[key](net, draw)) + "\n", encoding="utf-8")
        written[key] = value
    return written


def tables_of(runs, net, options):
    """What opensm sets the switches to at its first sweep."""
    opensm = runs.subnet(net, options)
    assert opensm.stop() == 0
    tables = dumps.read_lfts(opensm.path("opensm-lfts.dump"))
    assert len(tables) == len(net.switches())
    return tables


def weft_options(engine):
    return {"event_plugin_name": f"weft-{engine}", "routing_engine": f"weft-{engine},no_fallback",
            "weft_balance": "switch"}


def stock_and_weft(runs, net, options, engine="minhop"):
    """The tables of both."""
    return (tables_of(runs, net, {"routing_engine": engine, **options}),
            tables_of(runs, net, {**weft_options(engine), **options}))


@pytest.mark.parametrize("case", CASES)
@pytest.mark.parametrize("engine, name, lmc", [
    ("minhop", "damaged tree", 0), ("minhop", "damaged tree", 2), ("minhop", "torus", 0),
    ("minhop", "torus", 1), ("minhop", "small", 1), ("dor", "damaged tree", 2), ("dor", "torus", 1)])
def test_the_tables_are_those_of_stock(engine, name, lmc, case, subnets, runs, tmp_path):
    net = subnets(name)
    options = {"lmc": lmc, **write_files(CASES[case], net, tmp_path)}
    stock, ours = stock_and_weft(runs, net, options, engine)
    assert ours == stock


def test_an_option_changes_the_tables(subnets, runs, tmp_path):
    """So the tests above tell whether it is heard."""
    net = subnets("torus")
    plain = tables_of(runs, net, {"routing_engine": "minhop", "lmc": 1})
    for case in CASES:
        options = write_files(CASES[case], net, tmp_path)
        assert tables_of(runs, net, {"routing_engine": "minhop", "lmc": 1, **options}) != plain, case


def test_ports_that_are_not_to_be_scattered_are_not(subnets, runs, tmp_path):
    """All ports are in the routing order: nothing is left to chance."""
    net = subnets("torus")
    order = tmp_path / "order"
    order.write_text("".join(f"0x{guid:x}\n" for guid in port_guids(net)), encoding="utf-8")
    options = {"lmc": 1, "guid_routing_order_file": order, "guid_routing_order_no_scatter": "TRUE"}
    stock, ours = stock_and_weft(runs, net, {**options, "scatter_ports": 7})
    assert ours == stock
    assert stock == tables_of(runs, net, {"routing_engine": "minhop", **options})


def up_port_counts(net, tables, lids):
    """For each switch that has CAs, how many of the other switches' CAs leave by each port."""
    own = {(switch.guid, port) for switch in net.switches() for port, (peer, _) in switch.links.items()
           if not net.nodes[peer].is_switch}
    counts = collections.Counter()
    for guid, row in tables.items():
        for lid in lids:
            if (guid, row[lid]) not in own and any(key[0] == guid for key in own):
                counts[guid, row[lid]] += 1
    return counts


def test_scattered_lids_are_balanced_and_the_seed_matters(fabrics, runs):
    net = fabrics("tree")
    opensm = runs.subnet(net, {"routing_engine": "minhop"})
    assert opensm.stop() == 0
    lids = [end.lid for end in dumps.Subnet(opensm.path("opensm-subnet.lst")).end_ports()]
    tables = {}
    for seed in (1, 2, 3):
        tables[seed] = stock_and_weft(runs, net, {"scatter_ports": seed})
        for rows in tables[seed]:
            counts = up_port_counts(net, rows, lids)
            assert set(counts.values()) == {30}, "16 leaves, 4 CAs each, 2 ways up from a leaf"
    ours = [pair[1] for pair in tables.values()]
    assert ours[0] != ours[1] and ours[1] != ours[2] and ours[0] != ours[2]
    assert ours[0] == tables_of(runs, net, {**weft_options("minhop"), "scatter_ports": 1})
