// Words of people: apart, and mistyped.
// Tested by tests/e2e/test_doctor.py, tests/e2e/test_tool.py.
#ifndef WEFT_TOOLS_WEFT_WORDS_H_
#define WEFT_TOOLS_WEFT_WORDS_H_

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

namespace weft::tool {

// What stands between separators; none is empty.
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

// The word that was probably meant: the first of those that the fewest letters have to be put in,
// left out or replaced for, their case not counting, three at most and one in three; empty: none is
// near.
std::string nearest(std::string_view word, const std::vector<std::string>& words);

}  // namespace weft::tool

#endif  // WEFT_TOOLS_WEFT_WORDS_H_
