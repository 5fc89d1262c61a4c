// Reads tables of adaptive routing in the format of ibdiagnet2 (ibdiagnet2.far).
//
// The file has a section for each switch: groups of ports, which may have sub-groups, and entries
// with a static port, a state and a group.
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
// The format is not published. Public programs that read it are the source (Rapimt, a data plane
// verifier: its grammar ibfar.pest and its script that splits the files). The states are from the
// headers of ibutils2 and of the vendor's subnet manager: Free, Bounded, Static and HBF (by a hash
// of the packet). Other lines before the groups of a switch are ignored.
//
// A packet may take any port of its entry's group, in all sub-groups, or the static port, to which
// a switch falls back. These ports are the choices of an entry that is not Static. Private tables
// (a PLFT_NUM other than 0) are refused: another file (ibdiagnet2.plft), whose format is unknown,
// says which packets use which table.
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

// The tables of one switch: its static entries as a StoredTable, and the choices.
struct StoredChoices : StoredTable {
  ChoiceRow choices = {};
  // Entries with a group that the switch does not define; they have only the static port. The group
  // and the line of the first one, counted from the switch's first line.
  std::uint32_t undefined_groups = 0;
  std::uint32_t undefined_group = 0;
  unsigned undefined_at = 0;
  bool is_weighted = false;  // some group has a WHBF other than 0
};

struct StoredFar {
  std::string source;                   // the file's name in messages
  std::vector<StoredChoices> switches;  // ordered by GUID, each once
  std::vector<Guid> port_guids;         // empty: the file does not have them
};

// As read_stored_tables() and parse_stored_tables(). Memory: 3 bytes for each switch and LID, 32
// for each distinct set of ports of a switch.
StoredFar parse_stored_far(std::string_view text, const std::string& source, const Workers& workers,
                           std::vector<std::string>& warnings, std::uint64_t part = kStoredPart);

struct AdaptiveTables {
  TableBlock fixed;  // the static entries
  PortChoices choices;
};

// The tables for a fabric, with the warnings of read_tables(); also reads gzipped files and pipes.
AdaptiveTables read_far(const std::string& path, const Fabric& fabric,
                        std::vector<std::string>& warnings, const Workers& workers,
                        OwnerlessEntries* ownerless = nullptr);

AdaptiveTables far_for(StoredFar stored, const Fabric& fabric, std::vector<std::string>& warnings,
                       OwnerlessEntries* ownerless = nullptr);

}  // namespace weft

#endif  // WEFT_STORED_FAR_READER_H_
