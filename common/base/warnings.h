// Limits warnings to the first few.
#ifndef WEFT_BASE_WARNINGS_H_
#define WEFT_BASE_WARNINGS_H_

#include <fmt/core.h>

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace weft {

inline constexpr std::size_t kWarningsShown = 10;

// Collects warnings and keeps the first few.
class Warnings {
 public:
  // make() returns the sentence; it is only called if the sentence is kept.
  template <typename Make>
  void add(Make make) {
    if (sentences_.size() < kWarningsShown) sentences_.push_back(make());
    ++count_;
  }
  // Adds the sentences to `all`. If there were more, adds one with their number: "source: 3 more"
  // and the text.
  void append_to(std::vector<std::string>& all, std::string_view source,
                 std::string_view what) const {
    all.insert(all.end(), sentences_.begin(), sentences_.end());
    if (count_ > sentences_.size()) {
      all.push_back(fmt::format("{}: {} more {}", source, count_ - sentences_.size(), what));
    }
  }
  const std::vector<std::string>& sentences() const { return sentences_; }
  std::size_t count() const { return count_; }

 private:
  std::vector<std::string> sentences_;
  std::size_t count_ = 0;
};

}  // namespace weft

#endif  // WEFT_BASE_WARNINGS_H_
