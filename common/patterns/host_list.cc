#include "common/patterns/host_list.h"

#include <fmt/format.h>

#include <cstdint>

#include "common/base/error.h"
#include "common/base/text.h"

namespace weft {
namespace {

constexpr std::size_t kMostDigits = 18;

class HostListParser {
 public:
  HostListParser(std::string_view text, std::size_t most) : text_(text), most_(most) {}

  std::vector<std::string> parse() {
    std::size_t first = 0;
    bool in_brackets = false;
    for (std::size_t i = 0; i <= text_.size(); ++i) {
      const char c = i < text_.size() ? text_[i] : ',';
      if (c == '[') {
        if (in_brackets) fail("a bracket is inside another");
        in_brackets = true;
      } else if (c == ']') {
        if (!in_brackets) fail("a bracket is closed that was not opened");
        in_brackets = false;
      } else if (c == ',' && (!in_brackets || i == text_.size())) {
        if (in_brackets) fail("a bracket is not closed");
        expand(trim(text_.substr(first, i - first)));
        first = i + 1;
      }
    }
    return std::move(names_);
  }

 private:
  [[noreturn]] void fail(std::string_view reason) const {
    throw BadInput(fmt::format("in the list of hosts {} {}", quote(text_), reason));
  }

  void add(std::vector<std::string>& names, std::string name) const {
    if (names_.size() + names.size() >= most_) {
      fail(fmt::format("there are more than {} hosts", most_));
    }
    names.push_back(std::move(name));
  }

  void expand(std::string_view item) {
    if (item.empty()) fail("a name is empty");
    std::vector<std::string> names = {""};
    while (!item.empty()) {
      const std::size_t open = item.find('[');
      for (std::string& name : names) name += item.substr(0, open);
      if (open == std::string_view::npos) break;
      const std::size_t close = item.find(']', open);
      const std::vector<std::string> numbers =
          expand_numbers(item.substr(open + 1, close - open - 1));
      std::vector<std::string> longer;
      for (const std::string& name : names) {
        for (const std::string& number : numbers) add(longer, name + number);
      }
      names = std::move(longer);
      item.remove_prefix(close + 1);
    }
    for (std::string& name : names) names_.push_back(std::move(name));
  }

  std::vector<std::string> expand_numbers(std::string_view list) const {
    std::vector<std::string> numbers;
    Scanner scanner(list);
    do {
      const std::string_view first = scanner.word("-,");
      const std::string_view last = scanner.eat('-') ? scanner.word(",") : first;
      const std::uint64_t begin = number(first);
      const std::uint64_t end = number(last);
      if (end < begin) fail(fmt::format("the range {}-{} falls", first, last));
      for (std::uint64_t i = begin; i <= end; ++i) {
        add(numbers, fmt::format("{:0{}}", i, first.size()));
      }
    } while (scanner.eat(','));
    if (!scanner.rest().empty()) fail(fmt::format("{} is no number", quote(scanner.rest())));
    return numbers;
  }

  std::uint64_t number(std::string_view digits) const {
    Scanner scanner(digits);
    const auto value = scanner.number<std::uint64_t>();
    if (!value || !scanner.rest().empty() || digits.size() > kMostDigits) {
      fail(fmt::format("{} is no number", quote(digits)));
    }
    return *value;
  }

  std::string_view text_;
  std::size_t most_;
  std::vector<std::string> names_;
};

}  // namespace

std::vector<std::string> expand_host_list(std::string_view text, std::size_t most) {
  return HostListParser(text, most).parse();
}

}  // namespace weft
