#!/usr/bin/python3
"""Joins a multicast group, as an IPoIB interface does: one MCMemberRecord to the SA, and its answer.

    SIM_HOST=... LD_PRELOAD=libumad2sim.so join_group.py SM_LID PORT_GUID MGID [leave]

Prints the MLID of the group.
"""

import ipaddress
import struct
import sys

from sa_client import SaClient

MCMEMBER_RECORD = 0x38
SET, DELETE = 0x02, 0x15
FULL_MEMBER = 1
# The components that a client must name so that the group is created if it is not there yet.
MGID, PORT_GID, QKEY, TCLASS, PKEY, SL, FLOW_LABEL, JOIN_STATE = 0, 1, 2, 6, 7, 12, 13, 16
# The rate, so that a group does not take that of its first member, which a slower one could not join.
RATE_SELECTOR, RATE = 8, 9
EXACTLY_10_GBPS = 2 << 6 | 3


def member_record(mgid, port_guid):
    port_gid = struct.pack(">QQ", 0xFE80000000000000, port_guid)
    return (
        ipaddress.IPv6Address(mgid).packed
        + port_gid
        + struct.pack(
            ">IHBBHBBIBB2x", 0x0B1B, 0, 0, 0, 0xFFFF, EXACTLY_10_GBPS, 0, 0, FULL_MEMBER, 0
        )
    )


def main():
    sm_lid, port_guid, mgid = int(sys.argv[1], 0), int(sys.argv[2], 0), sys.argv[3]
    leaving = len(sys.argv) > 4 and sys.argv[4] == "leave"
    components = [MGID, PORT_GID, JOIN_STATE]
    if not leaving:
        components += [QKEY, TCLASS, PKEY, RATE_SELECTOR, RATE, SL, FLOW_LABEL]
    with SaClient(sm_lid) as administration:
        status, record = administration.ask(
            DELETE if leaving else SET, MCMEMBER_RECORD, components, member_record(mgid, port_guid)
        )
    if status != 0:
        sys.exit(f"the SA refuses: status 0x{status:04x}")
    print(f"0x{struct.unpack_from('>H', record, 36)[0]:04x}")


if __name__ == "__main__":
    main()
