#!/usr/bin/python3
"""Asks for the SLs of paths: two PathRecords for each, of SL 8's QoS level the second.

    SIM_HOST=... LD_PRELOAD=libumad2sim.so path_sls.py SM_LID SOURCE_LID:DESTINATION_LID...

Prints a line for each path: its SL, and the SL of the answer to a query for that SL with bit 3 set; «none»
where the SA has no path.
"""

import struct
import sys

from sa_client import SaClient

PATH_RECORD, GET = 0x35, 0x01
DLID, SLID, SL = 4, 5, 15


def path_record(source, destination, sl=0):
    return bytes(40) + struct.pack(">HH", destination, source) + bytes(8) + struct.pack(">H", sl) + bytes(10)


def path_sl(administration, source, destination, sl=None):
    components = [DLID, SLID] + ([SL] if sl is not None else [])
    status, record = administration.ask(GET, PATH_RECORD, components, path_record(source, destination, sl or 0))
    return struct.unpack_from(">H", record, 52)[0] & 0xF if status == 0 else None


def main():
    with SaClient(int(sys.argv[1], 0)) as administration:
        for pair in sys.argv[2:]:
            source, destination = (int(lid, 0) for lid in pair.split(":"))
            sl = path_sl(administration, source, destination)
            second = path_sl(administration, source, destination, sl | 8) if sl is not None else None
            print(*("none" if each is None else each for each in (sl, second)))


if __name__ == "__main__":
    main()
