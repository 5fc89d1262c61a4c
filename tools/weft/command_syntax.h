// What a command of the tool takes on its command line: a thin layer over CLI11. A source that
// includes CLI11's headers takes seconds longer to compile, so command_syntax.cc includes them and
// the commands do not.
// Tested by tests/e2e/test_tool.py.
#ifndef WEFT_TOOLS_WEFT_COMMAND_SYNTAX_H_
#define WEFT_TOOLS_WEFT_COMMAND_SYNTAX_H_

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace CLI {
class App;
class Option;
}  // namespace CLI

namespace weft::tool {

// An option or a positional argument. A copy means the same one. CLI11's words for what it may be.
class OptionSyntax {
 public:
  explicit OptionSyntax(CLI::Option& option) : option_(&option) {}

  // What the help calls its value.
  OptionSyntax type_name(const std::string& name) const;
  OptionSyntax required(bool is_required = true) const;
  OptionSyntax between(std::int64_t least, std::int64_t most) const;
  OptionSyntax one_of(const std::vector<std::string>& values) const;
  OptionSyntax needs(OptionSyntax other) const;
  OptionSyntax excludes(OptionSyntax other) const;
  // name: as in --name, of an option of the same command.
  OptionSyntax excludes(const std::string& name) const;
  // A value may be several, with this between them.
  OptionSyntax delimiter(char between) const;
  OptionSyntax number_of_values(int least, int most) const;
  // Of an option that may be given several times: one value each time.
  OptionSyntax one_value_each_time() const;
  // The help says what it is if it is not given.
  OptionSyntax default_shown() const;

  // How often it was given.
  std::size_t count() const;

 private:
  CLI::Option* option_;
};

// A command, or the tool itself. A copy means the same one. What options fill must live until the
// command line is parsed; `names`: "-o,--output", or "FABRIC" for a positional argument.
class CommandSyntax {
 public:
  explicit CommandSyntax(CLI::App& command) : command_(&command) {}

  void describe(const std::string& name, const std::string& description) const;
  // Prints what `version` returns, and ends the program.
  void add_version_flag(const std::string& name, std::function<std::string()> version,
                        const std::string& description) const;

  CommandSyntax add_command(const std::string& name, const std::string& description) const;
  // One of its commands has to follow.
  void require_command() const;
  // Called where this command was given, when all is parsed.
  void when_parsed(std::function<void()> call) const;
  bool is_given() const;

  OptionSyntax add_flag(const std::string& names, bool& value,
                        const std::string& description) const;
  OptionSyntax add_option(const std::string& names, std::string& value,
                          const std::string& description) const;
  OptionSyntax add_option(const std::string& names, std::vector<std::string>& values,
                          const std::string& description) const;
  OptionSyntax add_option(const std::string& names, std::uint32_t& value,
                          const std::string& description) const;
  OptionSyntax add_option(const std::string& names, std::uint64_t& value,
                          const std::string& description) const;
  OptionSyntax add_option(const std::string& names, std::optional<std::uint32_t>& value,
                          const std::string& description) const;
  OptionSyntax add_option(const std::string& names, std::optional<std::uint64_t>& value,
                          const std::string& description) const;
  OptionSyntax add_option(const std::string& names,
                          const std::function<void(const std::string&)>& take,
                          const std::string& description) const;

  // That of a name.
  OptionSyntax option(const std::string& name) const;

 private:
  CLI::App* command_;
};

}  // namespace weft::tool

#endif  // WEFT_TOOLS_WEFT_COMMAND_SYNTAX_H_
