#include "common/policy/pattern_matches.h"

#include <re2/re2.h>
#include <re2/set.h>

#include <algorithm>
#include <atomic>
#include <memory>
#include <string>

#include "common/policy/node_pattern.h"

namespace weft {
namespace {

constexpr std::int64_t kBatchMemory = 16 << 20;
constexpr std::size_t kGrain = 1024;  // nodes

}  // namespace

void PatternMatches::next() {
  current_ = following_++;
  if (current_ % kBatch != 0) return;
  match_batch(patterns_.subspan(current_, std::min(kBatch, patterns_.size() - current_)));
}

void PatternMatches::match_batch(std::span<const std::string_view> batch) {
  matches_.assign(fabric_.switch_count() + std::size_t{fabric_.end_port_count()}, Row());
  if (!match_together(batch)) match_one_by_one(batch);
}

// False if this takes more memory than a batch may use.
bool PatternMatches::match_together(std::span<const std::string_view> batch) {
  RE2::Set set(node_pattern_options(kBatchMemory), RE2::ANCHOR_START);
  for (const std::string_view pattern : batch) set.Add(piece(pattern), nullptr);
  if (!set.Compile()) return false;
  std::atomic<bool> fits = true;
  workers_.parallel_for(matches_.size(), kGrain, [&](std::size_t first, std::size_t last) {
    std::vector<int> found;
    for (std::size_t node = first; node < last && fits; ++node) {
      RE2::Set::ErrorInfo error{};
      if (set.Match(piece(description(node)), &found, &error)) {
        for (const int pattern : found) matches_[node].set(static_cast<std::size_t>(pattern));
      } else if (error.kind != RE2::Set::kNoError) {
        fits = false;
      }
    }
  });
  return fits;
}

void PatternMatches::match_one_by_one(std::span<const std::string_view> batch) {
  std::vector<std::unique_ptr<const RE2>> compiled;
  for (const std::string_view pattern : batch) {
    compiled.push_back(std::make_unique<const RE2>(piece(pattern), node_pattern_options()));
  }
  workers_.parallel_for(matches_.size(), kGrain, [&](std::size_t first, std::size_t last) {
    for (std::size_t node = first; node < last; ++node) {
      const re2::StringPiece text = piece(description(node));
      for (std::size_t p = 0; p < compiled.size(); ++p) {
        matches_[node][p] = compiled[p]->Match(text, 0, text.size(), RE2::ANCHOR_START, nullptr, 0);
      }
    }
  });
}

}  // namespace weft
