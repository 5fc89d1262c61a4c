#include "plugins/opensm/log.h"

#include <algorithm>
#include <array>
#include <cstdio>

namespace weft {
namespace {

// OpenSM's table of log levels by source file has 256 entries; OpenSM's own files use the first.
constexpr int kFileId = 255;

// OpenSM formats into LOG_ENTRY_SIZE_MAX bytes without a check, with time and prefix.
constexpr std::size_t kLongestLine = 3500;
static_assert(kLongestLine + 500 < LOG_ENTRY_SIZE_MAX);

}  // namespace

void Log::write(osm_log_level_t level, std::string_view sentence) const noexcept {
  if (!osm_log_is_active_v2(log_, level, kFileId)) return;
  std::array<char, kLongestLine> line;
  const std::string_view cut = sentence.substr(0, std::min(sentence.size(), line.size()));
  // Control characters in node descriptions must not forge log lines.
  const auto end = std::transform(cut.begin(), cut.end(), line.begin(), [](char c) {
    return static_cast<unsigned char>(c) < 0x20 || c == 0x7F ? '?' : c;
  });
  osm_log_v2(log_, level, kFileId, "%.*s: %.*s\n", static_cast<int>(name_.size()), name_.data(),
             static_cast<int>(end - line.begin()), line.data());
}

void Log::warnings(const std::vector<std::string>& sentences, std::size_t count) const noexcept {
  const std::size_t shown = std::min(sentences.size(), kWarningsShown);
  for (std::size_t i = 0; i < shown; ++i) error(sentences[i]);
  if (count > shown) {
    std::array<char, 64> line;
    std::snprintf(line.data(), line.size(), "and %zu more warnings of this kind", count - shown);
    error(line.data());
  }
}

}  // namespace weft
