// Builds a snapshot from counters of ports that a file names by GUID or LID.
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
  // Both must outlive the builder.
  SnapshotBuilder(const Fabric& fabric, const std::string& source);

  // Begins the port of the following lines: port `port` of the node with the GUID, or of the node
  // with a port of that GUID, or of the node with the LID. Counters of ports outside of the fabric
  // are ignored.
  void begin_port(Guid guid, std::uint64_t port, unsigned line);
  void begin_port_at(Lid lid, std::uint64_t port, unsigned line);
  // Begins the sum over all ports of a node, which is ignored.
  void begin_sum(unsigned line);
  // The following lines are of no port.
  void end_port() { port_ = nullptr; }

  // Sets a counter of the current port, as in the file: data in words of four octets. A 64-bit
  // value (wide) replaces that of PortCounters. Throws BadInput with file and line if a counter
  // comes twice: a snapshot has one time.
  void set(Counter counter, std::uint64_t value, bool wide, unsigned line);

  // Switches, and nodes with end ports.
  std::size_t node_count() const;
  // The file has all ports of the fabric and omits these counters if they are 0.
  void rest_is_zero(std::span<const Counter> counters);

  // The latest noted time is the time of the snapshot.
  void note_time(UnixSeconds time);

  // warnings: what was left out. Throws BadInput if no port of the fabric has a counter.
  CounterSnapshot build(std::vector<std::string>& warnings);

 private:
  // The number of omissions of one kind, and the first line.
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
