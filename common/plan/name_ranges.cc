#include "common/plan/name_ranges.h"

#include <fmt/format.h>

#include <cstdint>

#include "common/base/error.h"
#include "common/base/text.h"

namespace weft {
namespace {

// Parses the text between brackets: «1,3,05-09».
class BracketedRanges {
 public:
  BracketedRanges(std::string_view text, std::size_t most) : text_(text), most_(most) {}

  std::vector<std::string> expand() const {
    std::vector<std::string> numbers;
    for (const std::string_view range : between_commas(text_)) add(range, numbers);
    return numbers;
  }

 private:
  void add(std::string_view range, std::vector<std::string>& numbers) const {
    Scanner scanner(range);
    const std::string_view first_text = range.substr(0, range.find('-'));
    const auto first = scanner.number<std::uint32_t>();
    auto last = first;
    if (first && scanner.eat('-')) last = scanner.number<std::uint32_t>();
    if (!first || !last || !scanner.at_end() || *last < *first || range.size() > kLongestRange) {
      throw BadInput(fmt::format("{} in brackets is no range of numbers", quote(text_)));
    }
    if (*last - *first >= most_ - numbers.size()) {
      throw BadInput(
          fmt::format("{} in brackets stands for more than {} names", quote(text_), most_));
    }
    const std::size_t digits = trim(first_text).starts_with('0') ? trim(first_text).size() : 0;
    for (std::uint64_t number = *first; number <= *last; ++number) {
      numbers.push_back(fmt::format("{:0{}}", number, digits));
    }
  }

  std::string_view text_;
  std::size_t most_;
};

}  // namespace

std::vector<std::string> expand_ranges(std::string_view text, std::size_t most) {
  std::vector<std::string> names = {""};
  while (true) {
    const std::size_t open = text.find('[');
    const std::string_view piece = text.substr(0, open);
    const bool is_range = names.size() > 1 || open != text.npos;
    if (is_range && names.front().size() + piece.size() > kLongestRange) {
      throw BadInput(
          fmt::format("a name with brackets has more than {} characters", kLongestRange));
    }
    for (std::string& name : names) name += piece;
    if (open == text.npos) return names;
    const std::size_t close = text.find(']', open);
    if (close == text.npos) throw BadInput("a bracket is not closed");
    const auto numbers = BracketedRanges(text.substr(open + 1, close - open - 1), most).expand();
    if (numbers.size() > most / names.size()) {
      throw BadInput(fmt::format("the brackets stand for more than {} names", most));
    }
    std::vector<std::string> longer;
    longer.reserve(names.size() * numbers.size());
    for (const std::string& name : names) {
      for (const std::string& number : numbers) longer.push_back(name + number);
    }
    names = std::move(longer);
    text.remove_prefix(close + 1);
  }
}

}  // namespace weft
