// The state file: the state of a session on a disk, in two generations.
//
// A new state is written beside the one that is there and takes its name when the disk has all of
// it; that one is the generation before, then, under another name. So whatever ends the writing,
// one of both is whole.
#ifndef WEFT_STATE_STATE_FILE_H_
#define WEFT_STATE_STATE_FILE_H_

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "common/base/workers.h"
#include "common/session/session_state.h"

namespace weft {

// The file's name in its directory, and that of the generation before.
inline constexpr std::string_view kStateFile = "weft.state";
inline constexpr std::string_view kStateFileBefore = "weft.state.old";

// More is never read.
inline constexpr std::size_t kLargestState = std::size_t{1} << 30;  // bytes

// Of the newest state in a directory that can be told; 0: there is none. Reads a few bytes.
std::uint64_t generation_in(const std::string& directory);

struct ReadState {
  SessionState state;
  std::uint64_t generation = 0;
  std::string path;
};

// The newest state in a directory that is whole and makes sense; nothing if there is none. Adds a
// sentence for each that is there and does not. Does not block on what is no file. Throws Stopped
// and std::bad_alloc.
std::optional<ReadState> read_state(const std::string& directory, const Workers& workers,
                                    std::vector<std::string>& warnings);

// generation: 1.., above that of any state known. Throws BadInput with the system's reason, Stopped
// and std::bad_alloc; then what was there is there.
void write_state(const std::string& directory, const SessionState& state, std::uint64_t generation,
                 const Workers& workers);

}  // namespace weft

#endif  // WEFT_STATE_STATE_FILE_H_
