"""Lanes: SLs of path records, SL2VL maps in the switches, and lanes in files.

With -Q, OpenSM writes SL2VL maps into the switches; the SLs of path records are the engine's.
"""

import itertools
import json
import re

import pytest

import dumps
from conftest import WEFT, weft

FABRICS = {
    "torus": ["torus", "--dims", "3,3", "--cas", "1"],
    "ring": ["ring", "--switches", "5", "--cas", "1"],
}
QOS = ["-Q"]
STOCK_MAP = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 7]
IBSIM_DATA_VLS = 8


def path_sl(simulation, source_lid, destination_lid, *wanted):
    """The SL of the path record between two LIDs; None if OpenSM gives none."""
    result = simulation.run("saquery", "-p", "--slid", source_lid, "--dlid", destination_lid, *wanted)
    found = re.search(r"^\s*sl\.+(0x[0-9a-fA-F]+)", result.stdout, re.MULTILINE)
    return int(found[1], 16) if found else None


def sl2vl(simulation, lid, out_port):
    """The SL2VL maps of a switch's out port as they are in the switch: {in port: 16 VLs}."""
    result = simulation.run("smpquery", "sl2vl", lid, out_port)
    assert result.returncode == 0, result.stdout + result.stderr
    maps = {}
    for in_port, port, vls in re.findall(
            r"^ports: in\s+(\d+), out\s+(\d+): \|(.*)\|$", result.stdout, re.MULTILINE):
        assert int(port) == out_port
        maps[int(in_port)] = [int(vl) for vl in vls.split("|")]
    return maps


def vl_weights(simulation, lid, port):
    """The arbitration tables of a switch's port, as they are in the switch: the low and the high one, [(VL, weight)]."""
    tables = simulation.run("smpquery", "vlarb", lid, port).stdout
    rows = [[int(number, 16) for number in row.split("|")]
            for row in re.findall(r"^(?:VL|WEIGHT) *: \|(.*)\|$", tables, re.MULTILINE)]
    assert len(rows) == 4, tables  # of the low table, and of the high one
    return [list(zip(vls, weights)) for vls, weights in zip(rows[::2], rows[1::2])]


def served_vls(simulation, lid, port):
    """The VLs that have weight in either."""
    return {vl for table in vl_weights(simulation, lid, port) for vl, weight in table if weight}


def in_hardware(qos_map, data_vls=IBSIM_DATA_VLS):
    """What OpenSM writes of a map for a port with so many data VLs: VL 15 drops, others are folded."""
    return [vl if vl == 15 else vl % data_vls for vl in qos_map]


def links_between_switches(subnet):
    return [end for end, peer in subnet.links.items() if end.is_switch and peer.is_switch]


@pytest.mark.parametrize("arguments", [[], QOS], ids=["without QoS", "with QoS"])
def test_an_engine_of_one_lane_leaves_the_sl_to_the_client(arguments, net, runs):
    opensm = runs.subnet(net("torus"), WEFT, arguments=arguments)
    assert opensm.engines_used() == ["weft-minhop"]
    subnet = dumps.Subnet(opensm.path("opensm-subnet.lst"))
    first, second = subnet.end_ports()[:2]
    assert path_sl(opensm.simulation, first.lid, second.lid) == 0
    for sl in (0, 3):
        assert path_sl(opensm.simulation, first.lid, second.lid, "--sl", sl) == sl


@pytest.mark.parametrize("options, expected", [
    ({}, STOCK_MAP),
    ({"qos_sl2vl": "1,0,3,2,5,4,7,6,0,1,2,3,4,5,6,7"}, [1, 0, 3, 2, 5, 4, 7, 6, 0, 1, 2, 3, 4, 5, 6, 7]),
    ({"qos_sl2vl": "0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0",
      "qos_swe_sl2vl": "0,0,1,1,2,2,3,3,4,4,5,5,6,6,7,15"}, [0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 15]),
], ids=["default", "qos_sl2vl", "qos_swe_sl2vl"])
def test_all_ports_of_switches_get_the_map_that_engines_count_on(options, expected, net, runs):
    opensm = runs.subnet(net("torus"), {**WEFT, **options}, arguments=QOS)
    assert opensm.engines_used() == ["weft-minhop"]
    ends = links_between_switches(dumps.Subnet(opensm.path("opensm-subnet.lst")))
    assert len(ends) == 36
    for end in ends[::5]:
        maps = sl2vl(opensm.simulation, end.lid, end.port)
        assert len(maps) > 4  # port 0, for what the switch itself sends, and the others
        assert all(vls == in_hardware(expected) for vls in maps.values())


def test_links_have_the_lanes_that_the_options_leave(net, runs):
    """Also with links looked at for their rate, of which ibsim slows none down."""
    opensm = runs.subnet(net("torus"), {**WEFT, "max_op_vls": 3, "avoid_throttled_links": "TRUE"},
                         arguments=QOS)
    assert opensm.engines_used() == ["weft-minhop"]
    end = links_between_switches(dumps.Subnet(opensm.path("opensm-subnet.lst")))[0]
    port = opensm.simulation.run("smpquery", "portinfo", end.lid, end.port).stdout
    assert re.search(r"OperVLs:\.*VL0-3\n", port)


def verdicts(opensm):
    """What Weft said of each routing, behind the figures."""
    return re.findall(r"LFT blocks to send; (.*)", opensm.log())


def test_lanes_are_in_force_before_they_are_promised(net, runs):
    """Ports whose operational VLs were 1 under another opensm: their maps are right only in a second sweep."""
    ibsim = runs.ibsim(net("ring"))
    runs.opensm(ibsim, {"routing_engine": "minhop", "max_op_vls": 1}).stop()
    opensm = runs.opensm(ibsim, {"event_plugin_name": "weft", "routing_engine": "weft-dfsssp,no_fallback"},
                         arguments=QOS)
    assert opensm.engines_used() == ["weft-dfsssp"] * 2
    first, second = verdicts(opensm)
    assert "not yet free of credit loops: SLs 1 use other VLs than planned at 10 ports" in first
    assert second == "every pair is reached, free of credit loops, but not if all packets use SL 0"
    assert opensm.errors() == []
    ends = links_between_switches(dumps.Subnet(opensm.path("opensm-subnet.lst")))
    assert len(ends) == 10
    for end in ends:
        maps = sl2vl(ibsim, end.lid, end.port)
        assert all(vls == in_hardware(STOCK_MAP) for vls in maps.values())
    assert dumps.ibdmchk(opensm.directory).credit_loop  # if all were on one lane, as at first
    opensm.hang_up()
    opensm.settle()
    assert verdicts(opensm)[2:] == [second]


def test_tables_that_a_switch_did_not_take_are_told_and_sent_again(net, runs, tmp_path):
    """Once at Weft's request, and not for ever; when the switch takes them, all is well."""
    ibsim = runs.ibsim(net("ring"))
    victim = sorted(ibsim.net.nodes.keys() - {host.name for host in ibsim.net.hosts()})[1]
    ibsim.lose_mads(victim, 100, "0x17")  # SL2VL maps
    options = {"event_plugin_name": "weft", "routing_engine": "weft-dfsssp,no_fallback",
               "weft_status_file": tmp_path / "status.json"}
    opensm = runs.opensm(ibsim, options, arguments=QOS)
    assert opensm.engines_used() == ["weft-dfsssp"] * 2
    lost = re.findall(r"(switches did not take all tables .*)", opensm.log())
    assert len(lost) == 2, lost
    assert "the SL2VL maps of 2 ports, where SLs 1 may use other VLs than planned" in lost[0]
    assert f"0x{victim[2:].lower()}" in lost[0]
    assert "Weft has requested a heavy sweep" in lost[0]
    assert "The next heavy sweep sends them again" in lost[1]
    status = json.loads((tmp_path / "status.json").read_text())
    assert status["verdict"]["late_sls"] == [1]
    assert any("SL2VL" in warning for warning in status["warnings"])

    ibsim.lose_mads(victim, 0, "0x17")
    opensm.hang_up()
    opensm.settle()
    assert len(opensm.engines_used()) == 3
    assert "the switches have taken all tables that OpenSM sent" in opensm.log()
    status = json.loads((tmp_path / "status.json").read_text())
    assert status["verdict"]["late_sls"] == []
    for end in links_between_switches(dumps.Subnet(opensm.path("opensm-subnet.lst"))):
        assert all(vls == in_hardware(STOCK_MAP) for vls in sl2vl(ibsim, end.lid, end.port).values())


def test_vls_that_are_never_served_are_no_lanes(net, runs):
    options = {"event_plugin_name": "weft", "routing_engine": "weft-lash,no_fallback",
               "qos_swe_vlarb_high": "0:4", "qos_swe_vlarb_low": "1:0,2:4,3:4"}
    opensm = runs.subnet(net("ring"), options, arguments=QOS)
    assert opensm.engines_used() == ["weft-lash"]
    subnet = dumps.Subnet(opensm.path("opensm-subnet.lst"))
    ends = subnet.end_ports()
    sls = {path_sl(opensm.simulation, source.lid, end.lid)
           for source in ends for end in ends if source != end}
    assert sls == {0, 2}
    assert "SL 1 is mapped to VL 1, which has no weight" in opensm.log()
    port = links_between_switches(subnet)[0]
    assert served_vls(opensm.simulation, port.lid, port.port) == {0, 2, 3}


def test_one_lane_writes_no_lane_files(net, tmp_path):
    weft("route", net("ring").path, "--engine", "minhop", "--lanes", "3", "-o", tmp_path)
    assert (tmp_path / "opensm.fdbs").exists()
    assert not (tmp_path / "psl.txt").exists()
    assert not (tmp_path / "slvl.txt").exists()


def test_paths_by_lane(net):
    report = json.loads(weft("route", net("ring").path, "--engine", "minhop", "--json"))
    assert report["lanes_used"] == 1
    assert report["paths_by_lane"] == [{"vl": 0, "paths": 5 * 4}]


def test_ibdmchk_and_check_see_the_lanes_of_files(net, tmp_path):
    """A lane for each source of a ring, whose shortest paths close a cycle on one lane."""
    weft("route", net("ring").path, "--engine", "minhop", "-o", tmp_path)
    (tmp_path / "opensm.mcfdbs").touch()
    assert dumps.ibdmchk(tmp_path).credit_loop
    subnet = dumps.Subnet(tmp_path / "opensm-subnet.lst")
    ends = subnet.end_ports()
    with open(tmp_path / "psl.txt", "w", encoding="ascii") as psl:
        for sl, source in enumerate(ends):
            psl.write(f"Channel Adapter 0x{source.port_guid:016x}, base LID {source.lid}\n")
            psl.writelines(f"0x{end.lid:04X} : {sl}\n" for end in ends if end != source)
    with open(tmp_path / "slvl.txt", "w", encoding="ascii") as slvl:
        for guid in subnet.switch_guids():
            ports = [port for port in range(1, 20) if subnet.peer(guid, port)]
            for pair in itertools.product(ports, ports):
                slvl.write("0x{:016x} {} {} 0x01 0x23 0x45 0x67 0x89 0xab 0xcd 0xef\n".format(guid, *pair))
    verdict = dumps.ibdmchk(tmp_path)
    assert verdict.all_routed()
    assert not verdict.credit_loop

    report = json.loads(weft("check", tmp_path / "opensm-subnet.lst", "--lfts", tmp_path / "opensm.fdbs",
                             "--psl", tmp_path / "psl.txt", "--sl2vl", tmp_path / "slvl.txt", "--json"))
    assert report["credit_loop"] is None
    assert report["lanes_used"] == 5
    assert report["paths_by_lane"] == [{"vl": vl, "paths": 4} for vl in range(5)]
    assert report["unreachable_pairs"] == 0
