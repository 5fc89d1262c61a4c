"""Judges a subnet from what opensm dumped and answered alone: slow, obvious, and no code of Weft's."""

IBSIM_DATA_VLS = 8


def next_switches(tables, subnet, lid):
    """{switch: the switch to which it sends packets for a LID, or None where they leave the switches}."""
    steps = {}
    for guid, row in tables.items():
        port = row.get(lid)
        if port == 0:
            steps[guid] = None
        elif port is not None and (peer := subnet.peer(guid, port)) is not None:
            steps[guid] = peer.node_guid if peer.is_switch else None
    return steps


def other_entries(tables, others):
    """[(switch, LID, port, other port)] where they differ; None: there is no such entry."""
    here, there = ({(guid, lid): port for guid, row in each.items() for lid, port in row.items()}
                   for each in (tables, others))
    return [(*entry, here.get(entry), there.get(entry)) for entry in sorted(here.keys() | there.keys())
            if here.get(entry) != there.get(entry)]


def arrives(tables, subnet, lid, guid):
    """Whether packets for a LID at a switch reach the port that has it."""
    for _ in range(len(tables) + 1):
        port = tables.get(guid, {}).get(lid)
        if port is None:
            return False
        if port == 0:
            return subnet.end(guid, 0) is not None and subnet.end(guid, 0).lid == lid
        peer = subnet.peer(guid, port)
        if peer is None:
            return False
        if not peer.is_switch:
            return lid in peer.lids
        if peer.lid == lid:
            return True
        guid = peer.node_guid
    return False


def lost_pairs(tables, subnet):
    """[(switch with hosts, LID of a host)] without a path."""
    ends = subnet.end_ports()
    sources = {subnet.links[end].node_guid for end in ends}
    return [(guid, lid) for end in ends for lid in end.lids for guid in sources
            if not arrives(tables, subnet, lid, guid)]


def looping_lids(tables, subnet, lids):
    """Those for which packets can go round in a circle, wherever they come from."""
    found = []
    for lid in lids:
        steps = next_switches(tables, subnet, lid)
        done = set()
        for guid in steps:
            seen = set()
            while guid in steps and steps[guid] is not None and guid not in done:
                if guid in seen:
                    found.append(lid)
                    break
                seen.add(guid)
                guid = steps[guid]
            done |= seen
            if found and found[-1] == lid:
                break
    return found


def channels(tables, subnet, source, lid):
    """The links between switches on the way from an end port to a LID: [(switch, port)]."""
    path, guid = [], subnet.links[source].node_guid
    while len(path) <= len(tables):
        port = tables.get(guid, {}).get(lid)
        peer = subnet.peer(guid, port) if port else None
        if peer is None or not peer.is_switch:
            break
        path.append((guid, port))
        guid = peer.node_guid
    return path


def pairs(subnet):
    """[(end port, LID of another one)]."""
    ends = subnet.end_ports()
    return [(source, lid) for source in ends for end in ends if end != source for lid in end.lids]


def link_loads(tables, subnet):
    """{(switch, port) of a link to a switch: the paths between end ports that take it}."""
    loads = {(end.node_guid, end.port): 0 for end, peer in subnet.links.items() if end.is_switch and peer.is_switch}
    for source, lid in pairs(subnet):
        for channel in channels(tables, subnet, source, lid):
            loads[channel] += 1
    return loads


def more_uneven(tables, others, subnet, factor):
    """How the load is worse than with other tables; empty: no more links are idle, and the busiest one has at most
    so many times the paths."""
    loads, wanted = (link_loads(each, subnet) for each in (tables, others))
    idle, may_be_idle = (sorted(link for link, load in each.items() if load == 0) for each in (loads, wanted))
    if len(idle) > len(may_be_idle):
        return f"{len(idle)} links are idle instead of {len(may_be_idle)}, for example {idle[:3]}"
    if max(loads.values(), default=0) > factor * max(wanted.values(), default=0):
        return f"the busiest link has {max(loads.values())} paths instead of {max(wanted.values())}"
    return ""


def has_cycle(paths):
    """Whether channels can wait for each other in a circle. paths: sequences of channels."""
    after = {}
    for path in paths:
        for channel, following in zip(path, path[1:]):
            after.setdefault(channel, set()).add(following)
            after.setdefault(following, set())
    waits = {channel: 0 for channel in after}
    for following in after.values():
        for channel in following:
            waits[channel] += 1
    free = [channel for channel, count in waits.items() if count == 0]
    freed = 0
    while free:
        freed += 1
        for channel in after[free.pop()]:
            waits[channel] -= 1
            if waits[channel] == 0:
                free.append(channel)
    return freed < len(after)


def lanes(path, subnet, source, sl, sl2vl):
    """[(switch, port, VL)] of a packet on such channels."""
    taken, port_in = [], subnet.links[source].port
    for guid, port in path:
        vls = sl2vl.get((guid, port_in, port))
        taken.append((guid, port, vls[sl] if vls else sl % IBSIM_DATA_VLS))
        port_in = subnet.peer(guid, port).port
    return taken


def credit_loop(tables, subnet, sls, sl2vl):
    """Whether one is possible. sls: {(source LID, destination LID): the SLs of a pair}; sl2vl: as dumps.read_sl2vl()
    gives it; else VL = SL as far as there are VLs, as in opensm's own map."""
    paths = []
    for source, lid in pairs(subnet):
        path = channels(tables, subnet, source, lid)
        paths += [lanes(path, subnet, source, sl, sl2vl) for sl in {sl for own in source.lids for sl in sls(own, lid)}]
    return has_cycle(paths)
