// The form that the three policy files share (the vendor's manual, «The routing chains feature»):
// paragraphs between two lines, of lines «qualifier: value».
//
//   port-group
//   name: leaves
//   port-regexp: leaf-
//   end-port-group
//
// Empty lines mean nothing, nor does what follows a # that begins a line or has a blank before it;
// a regular expression writes [#] there. The case of keywords and qualifiers does not matter; nor
// does a colon behind a keyword.
#ifndef WEFT_POLICY_POLICY_TEXT_H_
#define WEFT_POLICY_POLICY_TEXT_H_

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace weft {

// Collects what is wrong with a file, a sentence a mistake: the first hundred, and how many more
// there are. lines: is given the lines of all of them; null: nobody asks.
class Mistakes {
 public:
  Mistakes(std::string_view source, std::vector<std::string>& errors,
           std::vector<unsigned>* lines = nullptr)
      : source_(source), errors_(errors), lines_(lines) {}
  Mistakes(const Mistakes&) = delete;
  Mistakes& operator=(const Mistakes&) = delete;
  ~Mistakes() = default;

  // reason: like «'lid: 5' is not known here: write name, use or a rule».
  void add(unsigned line, std::string_view reason) { add(line, reason, line); }
  // at: a line of the paragraph that is wrong.
  void add(unsigned line, std::string_view reason, unsigned at);
  // At the end of the file.
  void finish();

 private:
  static constexpr std::size_t kShown = 100;

  std::string_view source_;
  std::vector<std::string>& errors_;
  std::vector<unsigned>* lines_;
  std::size_t count_ = 0;
};

struct Qualifier {
  std::string_view name;   // as in the list of known ones
  std::string_view value;  // of the text, without blanks at its ends; not empty
  unsigned line = 0;
};

struct Paragraph {
  unsigned line = 0;  // of its keyword
  std::vector<Qualifier> qualifiers;
};

// The paragraphs of a text that begin with `keyword` and end with end-keyword. known: the
// qualifiers that they may have. Other lines are mistakes, and are left out; a paragraph whose end
// is missing ends where the next one begins.
std::vector<Paragraph> parse_paragraphs(std::string_view text, std::string_view keyword,
                                        std::span<const std::string_view> known,
                                        Mistakes& mistakes);

struct WithoutSome {
  std::string text;                // with empty lines in their place
  std::vector<unsigned> left_out;  // the first line of each, in ascending order
};
// Leaves out the paragraphs that have one of these lines, and those of the lines that are in no
// paragraph.
WithoutSome without_paragraphs(std::string_view text, std::string_view keyword,
                               std::span<const unsigned> lines);

// The only value of a qualifier, or null: none is given. A second one is a mistake.
const Qualifier* only(const Paragraph& paragraph, std::string_view name, Mistakes& mistakes);

}  // namespace weft

#endif  // WEFT_POLICY_POLICY_TEXT_H_
