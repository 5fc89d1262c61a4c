// Tables of adaptive routing, as ibdiagnet2 writes them (ibdiagnet2.far).
//
// A section of the file is a switch: groups of ports, which may have sub-groups, and entries that
// name a static port, a state, and a group.
//
//     File version: 1
//     Switch 0x0008f1050010851e ...
//     Groups Definition:
//     Group  Sub Group  WHBF  Ports
//     ------------------------------
//     1      0          0     1, 2, 3,
//     LFT Definition:
//     PLFT_NUM: 0, top: 0x0030
//     LID     Static Port  Lid State  Group
//     --------------------------------------
//     0x0001  1            Free       1
//     0x0002  7            Static     0
//
// Nobody has published the format. It is known from public programs that read such files (Rapimt, a
// verifier of data planes: its grammar ibfar.pest, and its script that takes the files apart); the
// states from the headers of ibutils2 and of the vendor's subnet manager: Free, Bounded, Static and
// HBF (by a hash of the packet). What else is said of a switch before its groups is not read.
//
// A packet may take any port of its entry's group, whatever the sub-group, and the static port,
// which a switch falls back to: so all of these are the choices of an entry that is not Static.
// Private tables (a PLFT_NUM other than 0) are refused: which packets use which is in another file
// (ibdiagnet2.plft), whose format is not known.
#ifndef WEFT_STORED_FAR_READER_H_
#define WEFT_STORED_FAR_READER_H_

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "common/base/types.h"
#include "common/base/workers.h"
#include "common/fabric/fabric.h"
#include "common/routing/tables.h"
#include "common/stored/stored_tables.h"
#include "common/stored/table_reader.h"
#include "common/verify/port_choices.h"

namespace weft {

// Of one switch: its static entries as a StoredTable, and the choices.
struct StoredChoices : StoredTable {
  ChoiceRow choices = {};
  // Entries of groups that the switch does not define, which have the static port alone; the group
  // and the line of the first, counted from that of the switch.
  std::uint32_t undefined_groups = 0;
  std::uint32_t undefined_group = 0;
  unsigned undefined_at = 0;
  bool is_weighted = false;  // WHBF is not 0 for some group
};

struct StoredFar {
  std::string source;                   // what messages call the file
  std::vector<StoredChoices> switches;  // in the order of their GUIDs, each once
  std::vector<Guid> port_guids;         // empty: the file does not say whose LIDs are
};

// As of read_stored_tables and parse_stored_tables. Memory: 3 bytes for each switch and LID, 32 for
// each set of ports that a switch has.
StoredFar parse_stored_far(std::string_view text, const std::string& source, const Workers& workers,
                           std::vector<std::string>& warnings, std::uint64_t part = kStoredPart);

struct AdaptiveTables {
  TableBlock fixed;  // the static entries
  PortChoices choices;
};

// For a fabric, as read_tables does it, with the same warnings; gzipped files and pipes as well.
AdaptiveTables read_far(const std::string& path, const Fabric& fabric,
                        std::vector<std::string>& warnings, const Workers& workers,
                        OwnerlessEntries* ownerless = nullptr);

AdaptiveTables far_for(StoredFar stored, const Fabric& fabric, std::vector<std::string>& warnings,
                       OwnerlessEntries* ownerless = nullptr);

}  // namespace weft

#endif  // WEFT_STORED_FAR_READER_H_
