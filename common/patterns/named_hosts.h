// Finds the hosts that rank files name.
// Tested by tests/common/patterns/rank_order_test.cc.
#ifndef WEFT_PATTERNS_NAMED_HOSTS_H_
#define WEFT_PATTERNS_NAMED_HOSTS_H_

#include <cstdint>
#include <span>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "common/fabric/fabric.h"
#include "common/fabric/hosts.h"

namespace weft {

// The fabric must outlive it.
class NamedHosts {
 public:
  explicit NamedHosts(const Fabric& fabric);

  // The rails of a host, those with a LID. name: the name of a host (see find_hosts); or the whole
  // description of one CA, for this CA alone; or the GUID of a CA or port, after 0x. If hosts share
  // a name or description, each call returns the next host, in the order of GUIDs. Empty: no host
  // has this name. Throws BadInput with a sentence: the host has no LID, or all hosts of this name
  // were returned before.
  std::span<const EndPortIndex> find(std::string_view name);

 private:
  using Rails = std::vector<EndPortIndex>;
  struct Namesakes {
    std::vector<Rails> hosts;
    std::size_t named = 0;  // how many were returned, if several share the name
  };
  using ByName = std::unordered_map<std::string_view, Namesakes>;

  std::span<const EndPortIndex> next_of(Namesakes& namesakes, std::string_view name) const;
  std::span<const EndPortIndex> by_guid(std::string_view name);

  ByName by_description_;
  ByName by_host_;
  std::unordered_map<Guid, Rails> by_guid_;
};

}  // namespace weft

#endif  // WEFT_PATTERNS_NAMED_HOSTS_H_
