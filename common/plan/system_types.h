// What systems are built of: the .ibnl files of ibutils, one for each model, which say which chips
// a director has, how they are linked, and which port of which chip a port of its panels is.
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
  std::map<std::string, End, std::less<>> panel;  // ports by what is printed beside them
};

struct SystemBoards;  // of one file: a system, and the boards that it is built of

class SystemTypes {
 public:
  SystemTypes();
  ~SystemTypes();
  SystemTypes(SystemTypes&&) noexcept;
  SystemTypes& operator=(SystemTypes&&) noexcept;

  // Takes the types of a file's text. Throws BadInput with line and reason; then none of it counts.
  void add(std::string_view text, const std::string& source);

  bool knows(std::string_view type) const;
  // variants: by board, as behind CFG: «4x»; «R», and every other variant that the board does not
  // have: it is not there. Throws BadInput, with the reason alone, for an unknown type, for boards
  // inside each other without end, and for more than 4,096 chips.
  BuiltSystem build(std::string_view type,
                    const std::map<std::string, std::string, std::less<>>& variants) const;

 private:
  std::vector<std::unique_ptr<const SystemBoards>> files_;
  std::map<std::string, const SystemBoards*, std::less<>> types_;  // by name of a system
};

// All .ibnl files of a folder, in the order of their names; those that cannot be read add a
// sentence to `warnings`. Throws BadInput if there is no such folder.
SystemTypes read_system_types(const std::string& folder, std::vector<std::string>& warnings);

// The folder that ibutils has them in: IBDM_IBNL_PATH of the environment, or that of a package.
// Empty: there is none.
std::string usual_system_types();

}  // namespace weft

#endif  // WEFT_PLAN_SYSTEM_TYPES_H_
