// The structure of systems, from the .ibnl files of ibutils. A file describes one model: the chips
// of a director, their links, and the chip port behind each port of its panels.
#ifndef WEFT_PLAN_SYSTEM_TYPES_H_
#define WEFT_PLAN_SYSTEM_TYPES_H_

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "common/base/types.h"
#include "common/fabric/fabric.h"

namespace weft {

// A system with all its boards.
struct BuiltSystem {
  struct Chip {
    std::string name;  // «leaf1/U1»; «U1» of a system without boards
    bool is_switch = true;
    PortNum ports = 0;
  };
  struct End {
    std::uint32_t chip = 0;
    PortNum port = 0;

    // NOLINTNEXTLINE(modernize-use-nullptr): it is compared with 0, which is no pointer
    friend auto operator<=>(const End&, const End&) = default;
  };
  struct Trace {
    End a;
    End b;
  };
  std::vector<Chip> chips;
  std::vector<Trace> traces;                      // links inside, each once
  std::map<std::string, End, std::less<>> panel;  // chip ports by their panel label
};

struct SystemBoards;  // of one file: a system and its boards

class SystemTypes {
 public:
  SystemTypes();
  ~SystemTypes();
  SystemTypes(SystemTypes&&) noexcept;
  SystemTypes& operator=(SystemTypes&&) noexcept;

  // Adds the types in a file's text. Throws BadInput with line and reason, and then adds none.
  void add(std::string_view text, const std::string& source);

  bool knows(std::string_view type) const;
  // variants: by board, as after CFG: «4x». «R», or a variant that the board does not have, removes
  // the board. Throws BadInput, without source and line, for an unknown type, for boards that
  // contain each other, and for more than 4,096 chips.
  BuiltSystem build(std::string_view type,
                    const std::map<std::string, std::string, std::less<>>& variants) const;

 private:
  std::vector<std::unique_ptr<const SystemBoards>> files_;
  std::map<std::string, const SystemBoards*, std::less<>> types_;  // by name of the system
};

// Reads all .ibnl files of a folder in the order of their names. A file that cannot be read adds a
// sentence to `warnings`. Throws BadInput if the folder does not exist.
SystemTypes read_system_types(const std::string& folder, std::vector<std::string>& warnings);

// The .ibnl folder of ibutils: IBDM_IBNL_PATH from the environment, or that of an installed
// package. Empty: none.
std::string usual_system_types();

}  // namespace weft

#endif  // WEFT_PLAN_SYSTEM_TYPES_H_
