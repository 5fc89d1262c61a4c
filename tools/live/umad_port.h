// The port of this host that a live fabric is read by: libibumad, as opensm uses it.
// Tested by tests/e2e/test_discover.py.
#ifndef WEFT_TOOLS_LIVE_UMAD_PORT_H_
#define WEFT_TOOLS_LIVE_UMAD_PORT_H_

#include <chrono>
#include <cstdint>
#include <memory>
#include <string>

#include "common/base/types.h"
#include "common/live/exchange.h"

namespace weft {

struct PortChoice {
  std::string ca;          // empty: the first CA that has a port that is up
  std::uint32_t port = 0;  // 0: the first one that is up
};

struct OpenPort {
  std::unique_ptr<MadPort> mads;
  Guid port_guid = 0;
  Lid sm_lid = 0;  // where the subnet manager is; 0: it has not been there
};

// Opens a port. timeout: after which the kernel no longer expects an answer. Throws BadInput: no
// such CA or port, none that is InfiniBand, no right to; built without the library.
OpenPort open_mad_port(const PortChoice& choice, std::chrono::milliseconds timeout);

}  // namespace weft

#endif  // WEFT_TOOLS_LIVE_UMAD_PORT_H_
