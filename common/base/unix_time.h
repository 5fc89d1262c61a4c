// The time of day in the format of files and other programs.
// Tested by tests/plugins/opensm/status_keeper_test.cc.
#ifndef WEFT_BASE_UNIX_TIME_H_
#define WEFT_BASE_UNIX_TIME_H_

#include <chrono>
#include <cstdint>

namespace weft {

using UnixSeconds = std::uint64_t;

inline UnixSeconds unix_now() {
  const auto since = std::chrono::system_clock::now().time_since_epoch();
  return static_cast<UnixSeconds>(std::chrono::duration_cast<std::chrono::seconds>(since).count());
}

}  // namespace weft

#endif  // WEFT_BASE_UNIX_TIME_H_
