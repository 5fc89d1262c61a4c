"""Asks the subnet administration: one MAD, and its answer. Runs under ibsim and on hardware alike (libibumad)."""

import ctypes
import struct
import sys

CLASS, VERSION = 0x03, 2
MAD_SIZE, DATA_OFFSET = 256, 56
_METHOD, _RESPONSE = 3, 0x80  # where it is, and its bit
_QKEY = ctypes.c_int(0x80010000 - (1 << 32))


class SaClient:
    """A port of this host, and the SA at sm_lid. Ends the program if there is none."""

    def __init__(self, sm_lid):
        self._sm_lid = sm_lid
        self._transaction = 0
        self._umad = umad = ctypes.CDLL("libibumad.so.3")
        umad.umad_get_mad.restype = ctypes.c_void_p
        umad.umad_size.restype = ctypes.c_size_t
        if umad.umad_init() < 0:
            sys.exit("libibumad does not start")
        self._port = umad.umad_open_port(None, 0)
        self._agent = umad.umad_register(self._port, CLASS, VERSION, 0, None)
        if self._port < 0 or self._agent < 0:
            sys.exit("the port cannot be opened for subnet administration")
        self._buffer = ctypes.create_string_buffer(umad.umad_size() + MAD_SIZE)
        self._data = umad.umad_get_mad(self._buffer)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self._umad.umad_close_port(self._port)

    def ask(self, method, attribute, components, record):
        """The status of the answer, and its record. components: which fields of the record count."""
        self._transaction += 1
        header = struct.pack(">BBBBHHQHHI", 1, CLASS, VERSION, method, 0, 0, self._transaction, attribute, 0, 0)
        rmpp, sm_key, attribute_offset = bytes(12), bytes(8), bytes(4)
        mask = struct.pack(">Q", sum(1 << component for component in components))
        mad = header + rmpp + sm_key + attribute_offset + mask + record
        answer = self._exchange(mad + bytes(MAD_SIZE - len(mad)))
        return struct.unpack_from(">H", answer, 4)[0], answer[DATA_OFFSET:]

    def _exchange(self, mad):
        self._umad.umad_set_addr(self._buffer, self._sm_lid, 1, 0, _QKEY)
        ctypes.memmove(self._data, mad, MAD_SIZE)
        if self._umad.umad_send(self._port, self._agent, self._buffer, MAD_SIZE, 1000, 3) < 0:
            sys.exit("the request cannot be sent")
        length = ctypes.c_int(MAD_SIZE)
        if self._umad.umad_recv(self._port, self._buffer, ctypes.byref(length), 5000) < 0:
            sys.exit("there is no answer")
        answer = ctypes.string_at(self._data, MAD_SIZE)
        # A request to a LID that nobody has comes back as it is.
        if answer[_METHOD] & _RESPONSE == 0:
            sys.exit(f"LID {self._sm_lid} has no SA")
        return answer
