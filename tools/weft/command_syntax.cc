#include "tools/weft/command_syntax.h"

#include <CLI/CLI.hpp>
#include <charconv>
#include <limits>
#include <system_error>
#include <utility>

namespace weft::tool {
namespace {

// CLI11 takes a negative number for a large one, and one that is too large for the largest.
template <typename Number>
std::string fault_of_number(const std::string& text) {
  Number number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error == std::errc{} && end == text.data() + text.size()) return {};
  return "expected a number from 0 to " + std::to_string(std::numeric_limits<Number>::max()) +
         " instead of " + text;
}

// Mostly that of an unset variable of a script.
std::string fault_of_text(const std::string& text) {
  return text.empty() ? "the value is empty" : std::string();
}

}  // namespace

OptionSyntax OptionSyntax::type_name(const std::string& name) const {
  option_->type_name(name);
  return *this;
}

OptionSyntax OptionSyntax::required(bool is_required) const {
  option_->required(is_required);
  return *this;
}

OptionSyntax OptionSyntax::between(std::int64_t least, std::int64_t most) const {
  option_->check(CLI::Range(least, most));
  return *this;
}

OptionSyntax OptionSyntax::one_of(const std::vector<std::string>& values) const {
  option_->check(CLI::IsMember(values));
  return *this;
}

OptionSyntax OptionSyntax::needs(OptionSyntax other) const {
  option_->needs(other.option_);
  return *this;
}

OptionSyntax OptionSyntax::excludes(OptionSyntax other) const {
  option_->excludes(other.option_);
  return *this;
}

OptionSyntax OptionSyntax::excludes(const std::string& name) const {
  option_->excludes(name);
  return *this;
}

OptionSyntax OptionSyntax::delimiter(char between) const {
  option_->delimiter(between);
  return *this;
}

OptionSyntax OptionSyntax::number_of_values(int least, int most) const {
  option_->expected(least, most);
  return *this;
}

OptionSyntax OptionSyntax::one_value_each_time() const {
  option_->allow_extra_args(false);
  return *this;
}

OptionSyntax OptionSyntax::default_shown() const {
  option_->capture_default_str();
  return *this;
}

std::size_t OptionSyntax::count() const { return option_->count(); }

void CommandSyntax::describe(const std::string& name, const std::string& description) const {
  command_->name(name);
  command_->description(description);
}

void CommandSyntax::add_version_flag(const std::string& name, std::function<std::string()> version,
                                     const std::string& description) const {
  command_->set_version_flag(name, std::move(version), description);
}

CommandSyntax CommandSyntax::add_command(const std::string& name,
                                         const std::string& description) const {
  return CommandSyntax(*command_->add_subcommand(name, description));
}

void CommandSyntax::require_command() const { command_->require_subcommand(1); }

void CommandSyntax::when_parsed(std::function<void()> call) const {
  command_->callback(std::move(call));
}

bool CommandSyntax::is_given() const { return command_->parsed(); }

OptionSyntax CommandSyntax::add_flag(const std::string& names, bool& value,
                                     const std::string& description) const {
  return OptionSyntax(*command_->add_flag(names, value, description));
}

OptionSyntax CommandSyntax::add_option(const std::string& names, std::string& value,
                                       const std::string& description) const {
  return OptionSyntax(*command_->add_option(names, value, description)->check(fault_of_text));
}

OptionSyntax CommandSyntax::add_option(const std::string& names, std::vector<std::string>& values,
                                       const std::string& description) const {
  return OptionSyntax(*command_->add_option(names, values, description)->check(fault_of_text));
}

OptionSyntax CommandSyntax::add_option(const std::string& names, std::uint32_t& value,
                                       const std::string& description) const {
  return OptionSyntax(
      *command_->add_option(names, value, description)->check(fault_of_number<std::uint32_t>));
}

OptionSyntax CommandSyntax::add_option(const std::string& names, std::uint64_t& value,
                                       const std::string& description) const {
  return OptionSyntax(
      *command_->add_option(names, value, description)->check(fault_of_number<std::uint64_t>));
}

OptionSyntax CommandSyntax::add_option(const std::string& names,
                                       std::optional<std::uint32_t>& value,
                                       const std::string& description) const {
  return OptionSyntax(
      *command_->add_option(names, value, description)->check(fault_of_number<std::uint32_t>));
}

OptionSyntax CommandSyntax::add_option(const std::string& names,
                                       std::optional<std::uint64_t>& value,
                                       const std::string& description) const {
  return OptionSyntax(
      *command_->add_option(names, value, description)->check(fault_of_number<std::uint64_t>));
}

OptionSyntax CommandSyntax::add_option(const std::string& names,
                                       const std::function<void(const std::string&)>& take,
                                       const std::string& description) const {
  return OptionSyntax(*command_->add_option_function<std::string>(names, take, description));
}

OptionSyntax CommandSyntax::option(const std::string& name) const {
  return OptionSyntax(*command_->get_option(name));
}

}  // namespace weft::tool
