// The command line syntax of a command: a thin layer over CLI11. CLI11's headers add seconds to the
// compilation of a source, so only command_syntax.cc includes them, not the commands.
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

// An option or a positional argument, with CLI11's names for its properties. Copies refer to the
// same option.
class OptionSyntax {
 public:
  explicit OptionSyntax(CLI::Option& option) : option_(&option) {}

  // The name of its value in the help.
  OptionSyntax type_name(const std::string& name) const;
  OptionSyntax required(bool is_required = true) const;
  OptionSyntax between(std::int64_t least, std::int64_t most) const;
  OptionSyntax one_of(const std::vector<std::string>& values) const;
  OptionSyntax needs(OptionSyntax other) const;
  OptionSyntax excludes(OptionSyntax other) const;
  // name: as in --name; an option of the same command.
  OptionSyntax excludes(const std::string& name) const;
  // A value may be a list with this separator.
  OptionSyntax delimiter(char between) const;
  OptionSyntax number_of_values(int least, int most) const;
  // For an option that may be repeated: one value each time.
  OptionSyntax one_value_each_time() const;
  // The help shows the default.
  OptionSyntax default_shown() const;

  // How often it was given.
  std::size_t count() const;

 private:
  CLI::Option* option_;
};

// A command, or the tool itself. Copies refer to the same command. The variables that options set
// must live until the command line is parsed. `names`: "-o,--output", or "FABRIC" for a positional
// argument.
class CommandSyntax {
 public:
  explicit CommandSyntax(CLI::App& command) : command_(&command) {}

  void describe(const std::string& name, const std::string& description) const;
  // The flag prints the text from `version` and ends the program.
  void add_version_flag(const std::string& name, std::function<std::string()> version,
                        const std::string& description) const;

  CommandSyntax add_command(const std::string& name, const std::string& description) const;
  // One of its subcommands is required.
  void require_command() const;
  // call: runs after parsing if this command was given.
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

  // The option with this name.
  OptionSyntax option(const std::string& name) const;

 private:
  CLI::App* command_;
};

}  // namespace weft::tool

#endif  // WEFT_TOOLS_WEFT_COMMAND_SYNTAX_H_
