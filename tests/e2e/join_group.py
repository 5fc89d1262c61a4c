#!/usr/bin/python3
"""Joins a multicast group, as an IPoIB interface does: one MCMemberRecord to the SA, and its answer.

    SIM_HOST=... LD_PRELOAD=libumad2sim.so join_group.py SM_LID PORT_GUID MGID [leave]

Prints the MLID of the group. Runs under ibsim and on hardware alike (libibumad).
"""

import ctypes
import ipaddress
import struct
import sys

SA_CLASS, SA_VERSION, MCMEMBER_RECORD = 0x03, 2, 0x38
SET, DELETE = 0x02, 0x15
MAD_SIZE, DATA_OFFSET = 256, 56
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


def request(method, components, record):
    header = struct.pack(">BBBBHHQHHI", 1, SA_CLASS, SA_VERSION, method, 0, 0, 1, MCMEMBER_RECORD, 0, 0)
    rmpp, sm_key, attribute_offset = bytes(12), bytes(8), bytes(4)
    mask = struct.pack(">Q", sum(1 << component for component in components))
    mad = header + rmpp + sm_key + attribute_offset + mask + record
    return mad + bytes(MAD_SIZE - len(mad))


def ask(sm_lid, mad):
    umad = ctypes.CDLL("libibumad.so.3")
    umad.umad_get_mad.restype = ctypes.c_void_p
    umad.umad_size.restype = ctypes.c_size_t
    if umad.umad_init() < 0:
        sys.exit("libibumad does not start")
    port = umad.umad_open_port(None, 0)
    agent = umad.umad_register(port, SA_CLASS, SA_VERSION, 0, None)
    if port < 0 or agent < 0:
        sys.exit("the port cannot be opened for subnet administration")
    buffer = ctypes.create_string_buffer(umad.umad_size() + MAD_SIZE)
    umad.umad_set_addr(buffer, sm_lid, 1, 0, ctypes.c_int(0x80010000 - (1 << 32)))
    data = umad.umad_get_mad(buffer)
    ctypes.memmove(data, mad, MAD_SIZE)
    if umad.umad_send(port, agent, buffer, MAD_SIZE, 1000, 3) < 0:
        sys.exit("the request cannot be sent")
    length = ctypes.c_int(MAD_SIZE)
    if umad.umad_recv(port, buffer, ctypes.byref(length), 5000) < 0:
        sys.exit("there is no answer")
    answer = ctypes.string_at(data, MAD_SIZE)
    umad.umad_close_port(port)
    return answer


def main():
    sm_lid, port_guid, mgid = int(sys.argv[1], 0), int(sys.argv[2], 0), sys.argv[3]
    leaving = len(sys.argv) > 4 and sys.argv[4] == "leave"
    components = [MGID, PORT_GID, JOIN_STATE]
    if not leaving:
        components += [QKEY, TCLASS, PKEY, RATE_SELECTOR, RATE, SL, FLOW_LABEL]
    mad = request(DELETE if leaving else SET, components, member_record(mgid, port_guid))
    answer = ask(sm_lid, mad)
    status = struct.unpack_from(">H", answer, 4)[0]
    if status != 0:
        sys.exit(f"the SA refuses: status 0x{status:04x}")
    print(f"0x{struct.unpack_from('>H', answer, DATA_OFFSET + 36)[0]:04x}")


if __name__ == "__main__":
    main()
