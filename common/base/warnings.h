// Warnings: of many sentences, the first few.
#ifndef WEFT_BASE_WARNINGS_H_
#define WEFT_BASE_WARNINGS_H_

#include <fmt/core.h>

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace weft {

inline constexpr std::size_t kWarningsShown = 10;

// Collects warnings of which only the first few are worth words.
class Warnings {
 public:
  // make() returns the sentence, and is called only if it will be shown.
  template <typename Make>
  void add(Make make) {
    if (sentences_.size() < kWarningsShown) sentences_.push_back(make());
    ++count_;
  }
  // Adds the sentences to `all`, and if there are more, one that counts those: "source: 3 more" and
  // what they are.
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
