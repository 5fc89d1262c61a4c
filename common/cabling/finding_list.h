// FindingList: the findings in the cabling of a fabric, in the order in which they are found.
// Tested by tests/common/cabling/cabling_test.cc.
#ifndef WEFT_CABLING_FINDING_LIST_H_
#define WEFT_CABLING_FINDING_LIST_H_

#include <string>
#include <utility>
#include <vector>

#include "common/cabling/cabling.h"
#include "common/fabric/fabric.h"

namespace weft {

// The names that messages show of a list.
inline constexpr std::size_t kNamesShown = 3;

inline CableEnd switch_end(SwitchIndex s, PortNum port) { return {PeerKind::kSwitch, s, port}; }

class FindingList {
 public:
  explicit FindingList(const Fabric& fabric) : fabric_(fabric) {}

  const Fabric& fabric() const { return fabric_; }

  // A fault. What is returned is valid until the next one is added.
  CablingFinding& add(CablingKind kind, double lost, std::vector<CableEnd> ends, std::string what,
                      std::string remedy = {}) {
    return findings_.emplace_back(
        CablingFinding{kind, true, lost, std::move(ends), std::move(what), std::move(remedy)});
  }
  // No fault, and no bandwidth is lost.
  void remark(CablingKind kind, std::vector<CableEnd> ends, std::string what,
              std::string remedy = {}) {
    add(kind, 0, std::move(ends), std::move(what), std::move(remedy)).is_fault = false;
  }
  std::vector<CablingFinding> take() && { return std::move(findings_); }

  std::string name(SwitchIndex s) const { return fabric_.describe_switch(s); }

 private:
  const Fabric& fabric_;
  std::vector<CablingFinding> findings_;
};

}  // namespace weft

#endif  // WEFT_CABLING_FINDING_LIST_H_
