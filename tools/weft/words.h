// Splits text into words, and finds mistyped words.
// Tested by tests/e2e/test_doctor.py, tests/e2e/test_tool.py.
#ifndef WEFT_TOOLS_WEFT_WORDS_H_
#define WEFT_TOOLS_WEFT_WORDS_H_

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

namespace weft::tool {

// The words between separators; none is empty.
inline std::vector<std::string> words_of(std::string_view text, std::string_view separators) {
  std::vector<std::string> words;
  while (true) {
    const std::size_t first = text.find_first_not_of(separators);
    if (first == std::string_view::npos) return words;
    text.remove_prefix(first);
    const std::size_t end = std::min(text.find_first_of(separators), text.size());
    words.emplace_back(text.substr(0, end));
    text.remove_prefix(end);
  }
}

// The candidate with the smallest edit distance, case-insensitive: at most three changes, and at
// most one in three letters; of equal ones the first. Empty: none is near.
std::string nearest(std::string_view word, const std::vector<std::string>& words);

}  // namespace weft::tool

#endif  // WEFT_TOOLS_WEFT_WORDS_H_
