#include "common/state/state_file.h"

#include <fmt/format.h>

#include <cstddef>

#include "common/base/checksum.h"
#include "common/base/error.h"
#include "common/base/file.h"
#include "common/base/regular_file.h"
#include "common/state/state_code.h"

namespace weft {
namespace {

std::string path_in(const std::string& directory, std::string_view name) {
  return fmt::format("{}/{}", directory, name);
}

bool is_there(const std::string& path) { return stamp_of(path) != FileStamp{}; }

// Throws BadInput.
std::uint64_t generation_of(const std::string& path) {
  const RegularFile file(path, kLargestState);
  std::string head(kStateHead, '\0');
  head.resize(file.read_at(0, head.data(), head.size()));
  return decode_generation(head);
}

}  // namespace

std::uint64_t generation_in(const std::string& directory) {
  for (const std::string_view name : {kStateFile, kStateFileBefore}) {
    try {
      return generation_of(path_in(directory, name));
    } catch (const BadInput&) {
      // read_state() reports the error.
    }
  }
  return 0;
}

std::optional<ReadState> read_state(const std::string& directory, const Workers& workers,
                                    std::vector<std::string>& warnings) {
  for (const std::string_view name : {kStateFile, kStateFileBefore}) {
    const std::string path = path_in(directory, name);
    if (!is_there(path)) continue;
    std::string bytes;
    try {
      bytes = read_regular_file(path, kLargestState);
    } catch (const BadInput& error) {
      warnings.emplace_back(error.what());
      continue;
    }
    try {
      return ReadState{decode_state(bytes, workers), decode_generation(bytes), path,
                       checksum(bytes)};
    } catch (const BadInput& error) {
      warnings.push_back(fmt::format("{} cannot be used: {}", path, error.what()));
    }
  }
  return std::nullopt;
}

void write_state(const std::string& directory, const SessionState& state, std::uint64_t generation,
                 const Workers& workers,
                 const std::function<void(std::uint64_t content)>& announce) {
  const std::string path = path_in(directory, kStateFile);
  NewFile file(path, Existing::kReplaced);
  file.buffer() = encode_state(state, generation, workers);
  workers.check_stop();
  announce(checksum(file.buffer()));
  file.commit_durably(path_in(directory, kStateFileBefore));
}

}  // namespace weft
