// Warnings: of many sentences, the first few.
#ifndef WEFT_BASE_WARNINGS_H_
#define WEFT_BASE_WARNINGS_H_

#include <cstddef>
#include <string>
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
  const std::vector<std::string>& sentences() const { return sentences_; }
  std::size_t count() const { return count_; }

 private:
  std::vector<std::string> sentences_;
  std::size_t count_ = 0;
};

}  // namespace weft

#endif  // WEFT_BASE_WARNINGS_H_
