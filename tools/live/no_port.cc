// In place of umad_port.cc where the tool is built without libibumad (configure --without-live).
// Tested by tests/e2e/test_discover.py.
#include "common/base/error.h"
#include "tools/live/umad_port.h"

namespace weft {

OpenPort open_mad_port(const PortChoice&, std::chrono::milliseconds) {
  throw BadInput(
      "this weft cannot read live fabrics, because it was built without libibumad: give it a file, "
      "from ibnetdiscover for example");
}

}  // namespace weft
