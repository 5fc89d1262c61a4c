"""weft_drain_file: what is to be serviced has the paths of others led round it before it goes."""

import json
import re

import pytest

import dumps
from conftest import check, weft

ENGINES = ["weft-minhop", "weft-updn", "weft-ftree", "weft-dfsssp", "weft-nue"]


def tables_of(opensm):
    return dumps.read_lfts(opensm.path("opensm-lfts.dump"))


def expect_all_routed(opensm, missing_hosts=0):
    """By ibdmchk too, which knows nothing of drains."""
    hosts = len(opensm.simulation.net.hosts()) - missing_hosts
    verdict = dumps.ibdmchk(opensm.directory)
    assert (verdict.missing, verdict.pairs) == (0, hosts * (hosts - 1))
    assert check(opensm.directory)["unreachable_pairs"] == 0
    assert opensm.errors() == []


def switches_of(net, with_hosts):
    return [s for s in net.switches() if with_hosts == any(not net.nodes[n].is_switch for n, _ in s.links.values())]


def lids_of(subnet, guid):
    """Those of a switch, and of the end ports that are linked to it."""
    at_it = {end.lid for end in subnet.end_ports() if subnet.links[end].node_guid == guid}
    return at_it | {end.lid for end in subnet.links if end.is_switch and end.node_guid == guid}


def entering(subnet, tables, guid, but=()):
    """How many entries of other switches lead into this one, to what is not there."""
    own = lids_of(subnet, guid) | set(but)
    count = 0
    for other, row in tables.items():
        for lid, port in row.items():
            peer = subnet.peer(other, port) if port else None
            count += other != guid and lid not in own and peer is not None and peer.node_guid == guid
    return count


def changed_entries(before, now, but=()):
    """Of switches and LIDs that are there both times."""
    return sum(before[guid][lid] != port for guid in before.keys() & now.keys() for lid, port in now[guid].items()
               if lid in before[guid] and lid not in but)


class Service:
    """An opensm with an empty drain file."""

    def __init__(self, runs, net, engine, tmp_path, **more):
        self.file = tmp_path / "drain.conf"
        self.drain()
        lanes = ["-Q"] if engine in ("weft-dfsssp", "weft-nue") else []
        options = {"event_plugin_name": "weft", "routing_engine": f"{engine},no_fallback", "weft_drain_file": self.file,
                   **more}
        self.opensm = runs.subnet(net, options, arguments=lanes)
        self.ibsim = self.opensm.simulation

    def drain(self, *lines):
        self.file.write_text("".join(line + "\n" for line in lines), encoding="utf-8")

    def sweep(self):
        self.opensm.hang_up()
        self.opensm.settle()
        return tables_of(self.opensm)

    def subnet(self):
        return dumps.Subnet(self.opensm.path("opensm-subnet.lst"))


@pytest.mark.parametrize("engine", ENGINES)
def test_a_drained_switch_goes_without_a_change_and_comes_home(engine, fabrics, runs, tmp_path):
    service = Service(runs, fabrics("tree"), engine, tmp_path)
    opensm, home = service.opensm, tables_of(service.opensm)
    spine = switches_of(service.ibsim.net, with_hosts=False)[0]
    subnet = service.subnet()
    assert entering(subnet, home, spine.guid) > 0

    service.drain(f"0x{spine.guid:x}  # a fan is to be replaced")
    drained = service.sweep()
    expect_all_routed(opensm)
    assert entering(subnet, drained, spine.guid) == 0
    assert "is drained: no path of other nodes goes through it" in opensm.log()

    service.ibsim.unlink(spine.name)
    opensm.settle()
    expect_all_routed(opensm)
    assert changed_entries(drained, tables_of(opensm), lids_of(subnet, spine.guid)) == 0

    service.ibsim.relink(spine.name)
    opensm.settle()
    assert entering(subnet, tables_of(opensm), spine.guid) == 0, "it is drained still"
    service.drain()
    assert service.sweep() == home
    assert "nothing is drained any more" in opensm.log()
    expect_all_routed(opensm)


def test_links_by_name_and_port(fabrics, runs, tmp_path):
    service = Service(runs, fabrics("torus"), "weft-dfsssp", tmp_path)
    switch = service.ibsim.net.switches()[3]
    port = min(p for p, (name, _) in switch.links.items() if service.ibsim.net.nodes[name].is_switch)
    with open(service.opensm.path("opensm-subnet.lst"), encoding="utf-8") as subnet:
        description = re.search(f"NodeGUID:{switch.guid:016x} [^{{]*{{([^}}]*)}}", subnet.read()).group(1)
    service.drain(f'"{description}" {port}')
    drained = service.sweep()
    expect_all_routed(service.opensm)
    assert port not in drained[switch.guid].values()
    service.ibsim.unlink(switch.name, port)
    service.opensm.settle()
    assert tables_of(service.opensm) == drained
    assert len(re.findall("since the last routing: .* repaired: ", service.opensm.log())) == 1, "the drain alone"


def test_a_switch_with_hosts_has_no_transit(fabrics, runs, tmp_path):
    """Of a torus, where every switch has both."""
    service = Service(runs, fabrics("torus"), "weft-dfsssp", tmp_path)
    switch = service.ibsim.net.switches()[5]
    hosts = sum(not service.ibsim.net.nodes[name].is_switch for name, _ in switch.links.values())
    subnet = service.subnet()
    service.drain(f"0x{switch.guid:x}")
    drained = service.sweep()
    expect_all_routed(service.opensm)
    assert entering(subnet, drained, switch.guid) == 0
    assert f"but {hosts} end ports of hosts are still linked to it" in service.opensm.log()
    service.ibsim.unlink(switch.name)
    service.opensm.settle()
    expect_all_routed(service.opensm, missing_hosts=hosts)
    assert changed_entries(drained, tables_of(service.opensm), lids_of(subnet, switch.guid)) == 0


def test_what_cannot_go_stays_in_use_and_is_said_once(fabrics, runs, tmp_path):
    service = Service(runs, fabrics("tree"), "weft-minhop", tmp_path)
    home = tables_of(service.opensm)
    spines = switches_of(service.ibsim.net, with_hosts=False)
    service.drain(*(f"0x{s.guid:x}" for s in spines))
    drained = service.sweep()
    assert dumps.ibdmchk(service.opensm.directory).missing == 0
    for _ in range(2):
        assert service.sweep() == drained
    refused = re.findall(r": (.*) is not drained: .* would be cut off from", service.opensm.log())
    assert 0 < len(refused) == len(set(refused)) < len(spines)
    subnet = service.subnet()
    stay = {spine.guid for spine in spines if any(f"0x{spine.guid:016x}" in name for name in refused)}
    gone = {spine.guid for spine in spines} - stay
    of_others = {guid: row for guid, row in drained.items() if guid not in gone}
    behind = set().union(*(lids_of(subnet, guid) for guid in gone))
    for spine in spines:
        assert (entering(subnet, of_others, spine.guid, but=behind) > 0) == (spine.guid in stay), spine.name
    service.drain()
    assert service.sweep() == home


def test_a_file_that_cannot_be_read_changes_nothing(fabrics, runs, tmp_path):
    service = Service(runs, fabrics("tree"), "weft-minhop", tmp_path)
    spine = switches_of(service.ibsim.net, with_hosts=False)[0]
    service.drain(f"0x{spine.guid:x}", "spine?")
    drained = service.sweep()
    service.file.unlink()
    assert service.sweep() == drained
    assert entering(service.subnet(), drained, spine.guid) == 0
    errors = service.opensm.errors()
    assert sum("'spine?' was left out" in error for error in errors) == 1
    assert sum("weft_drain_file" in error or str(service.file) in error for error in errors) == 2


def test_the_tool_shows_it_before(tmp_path):
    weft("generate", "xgft", "--down", "3,3,2", "--up", "1,2,3", "-o", tmp_path / "tree.net")
    weft("route", tmp_path / "tree.net", "--engine", "updn", "-o", tmp_path / "now")
    net = dumps.Net(tmp_path / "now" / "fabric.net")
    spine = switches_of(net, with_hosts=False)[0]
    drain = tmp_path / "drain.conf"
    drain.write_text(f"0x{spine.guid:x}\n", encoding="ascii")
    report = json.loads(weft("route", tmp_path / "now" / "opensm-subnet.lst", "--engine", "updn", "--live",
                             tmp_path / "now", "--drain", drain, "-o", tmp_path / "then", "--json"))
    assert report["change"]["repaired"]
    assert any("is drained" in remark for remark in report["remarks"])
    subnet = dumps.Subnet(tmp_path / "then" / "opensm-subnet.lst")
    assert entering(subnet, dumps.read_lfts(tmp_path / "then" / "opensm-lfts.dump"), spine.guid) == 0
    difference = json.loads(weft("diff", tmp_path / "now", tmp_path / "then", "--json", status=1))
    assert difference["entries"]["changed"] == report["change"]["entries"]


def test_a_port_group_is_drained(fabrics, runs, tmp_path):
    """No engine of the list is a chain: the groups are read for the drain alone."""
    net = fabrics("tree")
    first, second = switches_of(net, with_hosts=False)[-2:]
    groups = tmp_path / "groups"
    groups.write_text(f"port-group\nname: row 3\nport-guid: 0x{first.guid:x}, 0x{second.guid:x}\nend-port-group\n",
                      encoding="ascii")
    service = Service(runs, net, "weft-updn", tmp_path, pgrp_policy_file=groups)
    service.drain("group row 3", "group row 4")
    tables = service.sweep()
    for guid in (first.guid, second.guid):
        assert entering(service.subnet(), tables, guid, but=lids_of(service.subnet(), first.guid)
                        | lids_of(service.subnet(), second.guid)) == 0
    log = service.opensm.log()
    assert len(re.findall(r"is drained: no path of other nodes goes through it", log)) == 2
    assert "group 'row 4' is not drained: pgrp_policy_file has no such group" in log


def test_a_file_that_changes_while_opensm_discovers_the_subnet_is_read(fabrics, runs, tmp_path):
    """OpenSM begins its discovery again at the SIGHUP, and tells nobody."""
    net = fabrics("tree")
    service = Service(runs, net, "weft-updn", tmp_path)
    spine = switches_of(net, with_hosts=False)[-1]
    other = switches_of(net, with_hosts=False)[0]
    service.drain(f"0x{spine.guid:x}")
    service.sweep()
    service.ibsim.unlink(other.name, min(other.links))
    service.opensm.settle()
    service.ibsim.relink(other.name, min(other.links))  # its trap has OpenSM sweep
    service.drain()
    service.sweep()
    assert "nothing is drained any more" in service.opensm.log()
