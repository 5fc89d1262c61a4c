#include "common/policy/policy_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "common/base/text.h"

namespace weft {
namespace {

bool is_keyword(std::string_view line, std::string_view keyword) {
  if (line.ends_with(':')) line = trim(line.substr(0, line.size() - 1));
  return same_in_any_case(line, keyword);
}

class ParagraphReader {
 public:
  ParagraphReader(std::string_view keyword, std::span<const std::string_view> known,
                  Mistakes& mistakes)
      : keyword_(keyword),
        end_(fmt::format("end-{}", keyword)),
        known_(known),
        mistakes_(mistakes) {}

  std::vector<Paragraph> read(std::string_view text) && {
    Lines lines(text);
    while (lines.next()) {
      const std::string_view line = before_comment(lines.line());
      if (!line.empty()) take(line, lines.number());
    }
    if (inside_) missing_end(lines.number());
    return std::move(paragraphs_);
  }

 private:
  void take(std::string_view line, unsigned number) {
    if (is_keyword(line, keyword_)) {
      if (inside_) missing_end(number);
      paragraphs_.push_back({number, {}});
      inside_ = true;
    } else if (is_keyword(line, end_)) {
      if (!inside_) {
        mistakes_.add(number, fmt::format("{} ends nothing: no {} is open", quote(line), keyword_));
      }
      inside_ = false;
    } else {
      take_qualifier(line, number);
    }
  }

  void take_qualifier(std::string_view line, unsigned number) {
    if (!inside_) {
      mistakes_.add(number, fmt::format("{} stands outside of a paragraph: write {} before it",
                                        quote(line), keyword_));
      return;
    }
    const std::size_t colon = line.find(':');
    const std::string_view name = trim(line.substr(0, colon));
    const auto found = std::find_if(known_.begin(), known_.end(), [name](std::string_view k) {
      return same_in_any_case(k, name);
    });
    if (found == known_.end()) {
      mistakes_.add(number, fmt::format("{} is not known here: write one of {}, or {}", quote(name),
                                        joined(known_, ", "), end_));
    } else if (colon == std::string_view::npos) {
      mistakes_.add(number, fmt::format("a colon is missing behind {}", quote(name)));
    } else if (const std::string_view value = trim(line.substr(colon + 1)); value.empty()) {
      mistakes_.add(number, fmt::format("a value is missing behind {}:", quote(name)));
    } else {
      paragraphs_.back().qualifiers.push_back({*found, value, number});
    }
  }

  void missing_end(unsigned number) {
    const unsigned open = paragraphs_.back().line;
    mistakes_.add(
        number, fmt::format("{} is missing: the {} of line {} is still open", end_, keyword_, open),
        open);
  }

  std::string_view keyword_;
  std::string end_;
  std::span<const std::string_view> known_;
  Mistakes& mistakes_;
  std::vector<Paragraph> paragraphs_;
  bool inside_ = false;
};

}  // namespace

void Mistakes::add(unsigned line, std::string_view reason, unsigned at) {
  if (lines_ != nullptr) lines_->push_back(at);
  if (count_++ < kShown) errors_.push_back(fmt::format("{}:{}: {}", source_, line, reason));
}

void Mistakes::finish() {
  if (count_ > kShown) {
    errors_.push_back(fmt::format("{}: {} more mistakes", source_, count_ - kShown));
  }
}

std::vector<Paragraph> parse_paragraphs(std::string_view text, std::string_view keyword,
                                        std::span<const std::string_view> known,
                                        Mistakes& mistakes) {
  return ParagraphReader(keyword, known, mistakes).read(text);
}

WithoutSome without_paragraphs(std::string_view text, std::string_view keyword,
                               std::span<const unsigned> lines) {
  const std::string end = fmt::format("end-{}", keyword);
  std::vector<unsigned> wrong(lines.begin(), lines.end());
  std::ranges::sort(wrong);
  WithoutSome result;
  // The text so far of a paragraph, or of a line outside paragraphs.
  std::string read;
  unsigned first = 0;
  unsigned last = 0;
  bool is_open = false;
  const auto finish = [&] {
    const auto found = std::ranges::lower_bound(wrong, first);
    if (found == wrong.end() || *found > last) {
      result.text += read;
    } else {
      result.text.append(last - first + 1, '\n');
      if (read != "\n") result.left_out.push_back(first);
    }
    read.clear();
    is_open = false;
  };
  Lines all(text);
  while (all.next()) {
    const std::string_view line = before_comment(all.line());
    const bool begins = is_keyword(line, keyword);
    if (is_open && begins) finish();
    if (!is_open) first = all.number();
    last = all.number();
    read.append(all.line()).push_back('\n');
    is_open = is_open || begins;
    if (!is_open || is_keyword(line, end)) finish();
  }
  if (is_open) finish();
  return result;
}

const Qualifier* only(const Paragraph& paragraph, std::string_view name, Mistakes& mistakes) {
  const Qualifier* first = nullptr;
  for (const Qualifier& qualifier : paragraph.qualifiers) {
    if (qualifier.name != name) continue;
    if (first != nullptr) {
      mistakes.add(qualifier.line, fmt::format("{} is given again: it is {} since line {}", name,
                                               quote(first->value), first->line));
    } else {
      first = &qualifier;
    }
  }
  return first;
}

}  // namespace weft
