// The hosts that files of ranks name.
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

  // The rails with a LID of a host, by its name (see find_hosts), by the whole description of one
  // of its CAs, which is then meant alone, or by the GUID, behind 0x, of a CA or of a port. Of
  // hosts that share a name or a description each time the next one is meant, in the order of
  // GUIDs. Empty: nobody has that name. Throws BadInput with a sentence: none has a LID, or all
  // that share it have been named already.
  std::span<const EndPortIndex> find(std::string_view name);

 private:
  using Rails = std::vector<EndPortIndex>;
  struct Namesakes {
    std::vector<Rails> hosts;
    std::size_t named = 0;  // so many of them, if there are several
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
