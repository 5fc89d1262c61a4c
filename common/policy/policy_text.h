// The common format of the three policy files (the vendor's manual, «The routing chains feature»):
// paragraphs of lines «qualifier: value» between two keyword lines.
//
//   port-group
//   name: leaves
//   port-regexp: leaf-
//   end-port-group
//
// Empty lines are ignored. A # at the beginning of a line or after a blank begins a comment; a
// regular expression needs [#] there. The case of keywords and qualifiers does not matter. A colon
// after a keyword is ignored.
#ifndef WEFT_POLICY_POLICY_TEXT_H_
#define WEFT_POLICY_POLICY_TEXT_H_

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace weft {

// Collects the errors of a file, one sentence each: the first hundred, and the number of others.
// lines: receives the lines of all errors; null: not needed.
class Mistakes {
 public:
  Mistakes(std::string_view source, std::vector<std::string>& errors,
           std::vector<unsigned>* lines = nullptr)
      : source_(source), errors_(errors), lines_(lines) {}
  Mistakes(const Mistakes&) = delete;
  Mistakes& operator=(const Mistakes&) = delete;
  ~Mistakes() = default;

  // reason: for example «'lid: 5' is not known here: write name, use or a rule».
  void add(unsigned line, std::string_view reason) { add(line, reason, line); }
  // at: a line of the paragraph with the error.
  void add(unsigned line, std::string_view reason, unsigned at);
  // Call it at the end of the file.
  void finish();

 private:
  static constexpr std::size_t kShown = 100;

  std::string_view source_;
  std::vector<std::string>& errors_;
  std::vector<unsigned>* lines_;
  std::size_t count_ = 0;
};

struct Qualifier {
  std::string_view name;   // spelled as in the list of known qualifiers
  std::string_view value;  // part of the text, without outer blanks; not empty
  unsigned line = 0;
};

struct Paragraph {
  unsigned line = 0;  // of its keyword
  std::vector<Qualifier> qualifiers;
};

// The paragraphs of a text from `keyword` to end-keyword. known: the allowed qualifiers. Other
// lines are errors and are left out. A paragraph without an end ends before the next one.
std::vector<Paragraph> parse_paragraphs(std::string_view text, std::string_view keyword,
                                        std::span<const std::string_view> known,
                                        Mistakes& mistakes);

struct WithoutSome {
  std::string text;                // left out lines are empty
  std::vector<unsigned> left_out;  // the first line of each, in ascending order
};
// Leaves out the paragraphs that have one of these lines, and these lines themselves outside of
// paragraphs.
WithoutSome without_paragraphs(std::string_view text, std::string_view keyword,
                               std::span<const unsigned> lines);

// The single value of a qualifier; null: not given. A second value is an error.
const Qualifier* only(const Paragraph& paragraph, std::string_view name, Mistakes& mistakes);

}  // namespace weft

#endif  // WEFT_POLICY_POLICY_TEXT_H_
