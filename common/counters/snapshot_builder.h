// Puts a snapshot together as a file names its ports: by GUID or by LID.
// Tested by tests/common/counters/counter_reader_test.cc.
#ifndef WEFT_COUNTERS_SNAPSHOT_BUILDER_H_
#define WEFT_COUNTERS_SNAPSHOT_BUILDER_H_

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "common/counters/port_counters.h"
#include "common/fabric/fabric.h"
#include "common/fabric/guid_index.h"

namespace weft {

class SnapshotBuilder {
 public:
  // Both must outlive it.
  SnapshotBuilder(const Fabric& fabric, const std::string& source);

  // The port that lines from here on are about: port `port` of the node that has the GUID, or has a
  // port that has it; or of whose LID it is. Of no port of the fabric: they count for nothing.
  void begin_port(Guid guid, std::uint64_t port, unsigned line);
  void begin_port_at(Lid lid, std::uint64_t port, unsigned line);
  // They are about all ports of a node together, which nobody needs.
  void begin_sum(unsigned line);
  // Nor are they about any port.
  void end_port() { port_ = nullptr; }

  // A counter of that port, as the file has it: data in words of four octets. One of 64 bits
  // (wide) counts for more than that of PortCounters. Throws BadInput, naming file and line, if it
  // comes twice: that is not one time.
  void set(Counter counter, std::uint64_t value, bool wide, unsigned line);

  // The file has all ports of the fabric, and of these counters what is not 0.
  void rest_is_zero(std::span<const Counter> counters);

  // The latest that is noted is that of the snapshot.
  void note_time(UnixSeconds time);

  // warnings: what was left out. Throws BadInput if there is no counter of any port of the fabric.
  CounterSnapshot build(std::vector<std::string>& warnings);

 private:
  // How often something was left out, and where first.
  struct LeftOut {
    std::size_t count = 0;
    unsigned line = 0;
    void note(unsigned at) {
      if (count++ == 0) line = at;
    }
  };

  const Fabric& fabric_;
  const std::string& source_;
  EndPortsOfNodes nodes_;
  CounterSnapshot snapshot_;
  PortCounters* port_ = nullptr;
  LeftOut unknown_, sums_;
};

}  // namespace weft

#endif  // WEFT_COUNTERS_SNAPSHOT_BUILDER_H_
