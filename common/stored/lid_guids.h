// The port GUIDs of the LIDs in a stored file.
// Tested by tests/common/stored/stored_tables_test.cc, tests/common/stored/stored_hops_test.cc.
#ifndef WEFT_STORED_LID_GUIDS_H_
#define WEFT_STORED_LID_GUIDS_H_

#include <string>
#include <string_view>
#include <vector>

#include "common/base/types.h"

namespace weft {

// The GUID in «# Channel Adapter portguid 0x0002c90300080d59: 'host-7'»; 0 if there is none.
Guid port_guid(std::string_view comment);

// The port GUID of each LID that one worker has read: unknown, one GUID, or contradictory. The
// order of the lines does not matter.
class LidGuids {
 public:
  void note(Lid lid, Guid guid);
  void merge(const LidGuids& other);
  // By LID up to the largest known; 0: unknown or contradictory.
  std::vector<Guid> known() const;
  // Adds a warning if lines give different ports for one LID.
  void warn(const std::string& source, std::vector<std::string>& warnings) const;

 private:
  struct Told {
    Guid guid = 0;
    bool contradicted = false;
  };
  std::vector<Told> told_;  // by LID
};

}  // namespace weft

#endif  // WEFT_STORED_LID_GUIDS_H_
