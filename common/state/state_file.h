// The state file: the state of a session on a disk, in two generations.
//
// A new state is written to a temporary file, which gets the state file's name when it is complete
// on the disk. The old state file becomes the previous generation, under another name. So if the
// writing is interrupted, at least one generation is complete.
#ifndef WEFT_STATE_STATE_FILE_H_
#define WEFT_STATE_STATE_FILE_H_

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "common/base/workers.h"
#include "common/session/session_state.h"

namespace weft {

// The file name in its directory, and that of the previous generation.
inline constexpr std::string_view kStateFile = "weft.state";
inline constexpr std::string_view kStateFileBefore = "weft.state.old";

// Larger files are not read.
inline constexpr std::size_t kLargestState = std::size_t{1} << 30;  // bytes

// The generation of the newest readable state in a directory; 0: none. Reads a few bytes.
std::uint64_t generation_in(const std::string& directory);

struct ReadState {
  SessionState state;
  std::uint64_t generation = 0;
  std::string path;
  std::uint64_t content = 0;  // checksum of the file
};

// The newest valid state in a directory; nothing if there is none. Adds a sentence for each invalid
// state file. Does not block on files that are not regular. Throws Stopped and std::bad_alloc.
std::optional<ReadState> read_state(const std::string& directory, const Workers& workers,
                                    std::vector<std::string>& warnings);

// generation: 1.., above that of every known state. announce: called with ReadState::content before
// anyone can read the state. Throws BadInput with the system's reason, Stopped and std::bad_alloc;
// the existing files then stay.
void write_state(const std::string& directory, const SessionState& state, std::uint64_t generation,
                 const Workers& workers,
                 const std::function<void(std::uint64_t content)>& announce);

}  // namespace weft

#endif  // WEFT_STATE_STATE_FILE_H_
