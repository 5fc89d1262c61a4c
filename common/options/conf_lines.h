// The lines of an opensm.conf: «key value».
#ifndef WEFT_OPTIONS_CONF_LINES_H_
#define WEFT_OPTIONS_CONF_LINES_H_

#include <cstddef>
#include <string_view>

#include "common/base/text.h"

namespace weft {

// 1 MiB: opensm's own file with all of its options has a fortieth of that.
inline constexpr std::size_t kLargestConf = std::size_t{1} << 20;

// «port_search_ordering_file» for «dimn_ports_file», its old name, which OpenSM still reads and
// does not write; another key as it is.
std::string_view present_name(std::string_view key);

// Iterates without copying. Like OpenSM, it removes quotes around a value and a comment after it.
class ConfLines {
 public:
  explicit ConfLines(std::string_view text) : lines_(text) {}

  // Goes to the next line with a key; false if there is none.
  bool next();

  std::string_view key() const { return key_; }      // its name of today: see present_name()
  std::string_view value() const { return value_; }  // may be empty
  unsigned number() const { return lines_.number(); }

 private:
  Lines lines_;
  std::string_view key_;
  std::string_view value_;
};

}  // namespace weft

#endif  // WEFT_OPTIONS_CONF_LINES_H_
