#include "common/stored/pipe_text.h"

#include <array>
#include <cstddef>
#include <filesystem>
#include <fstream>
#include <system_error>

#include "common/base/file.h"
#include "common/base/gzip.h"

namespace weft {
namespace {

// 2,304 switches with 23,040 LIDs each need 3.5 GB, with the comments that opensm adds.
constexpr std::size_t kLargestPipe = std::size_t{4} << 30;

bool begins_as_gzip(const std::string& path) {
  std::array<char, 2> bytes{};
  std::ifstream(path, std::ios::binary).read(bytes.data(), bytes.size());
  return is_gzip({bytes.data(), bytes.size()});
}

}  // namespace

std::optional<std::string> read_pipe_text(const std::string& path) {
  std::error_code ignored;
  const bool is_regular = std::filesystem::is_regular_file(path, ignored);
  if (!std::filesystem::exists(path, ignored) || (is_regular && !begins_as_gzip(path))) {
    return std::nullopt;
  }
  std::string text = read_file(path, kLargestPipe);
  if (is_gzip(text)) text = gunzip(text, path, kLargestPipe);
  return text;
}

}  // namespace weft
