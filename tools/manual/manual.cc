// Makes a manual page out of a template in mdoc(7), whose line «.\" OPTIONS» stands for the list of
// options of the page:
//
//   manual PAGE TEMPLATE
//
// PAGE: weft.1, weft-route.1 and the like, of which the command line knows the options, or
// weft.conf.5, whose options are those of the table. Prints the page.
// Tested by tests/e2e/test_manual.py.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <exception>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "common/base/error.h"
#include "common/base/file.h"
#include "common/base/text.h"
#include "common/fabric/generators/catalog.h"
#include "common/options/option_table.h"
#include "tools/weft/command_line.h"

namespace weft {
namespace {

// Text as mdoc takes it: a sentence a line, since the formatter sets the space between them, and
// nothing that it would take for a request. Code between backticks is a literal.
std::string prose(std::string_view text) {
  std::string page;
  bool in_code = false;
  bool at_start = true;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (at_start && (c == '.' || c == '\'')) page += "\\&";
    at_start = false;
    if (c == '`') {
      in_code = !in_code;
      page += in_code ? "\\fB" : "\\fP";
    } else if (c == '\\') {
      page += "\\e";
    } else if (c == '-' && in_code) {
      page += "\\-";
    } else if (c == ' ' && i > 0 && text[i - 1] == '.' && !in_code) {
      page += '\n';
      at_start = true;
    } else {
      page += c;
    }
  }
  return page + '\n';
}

std::string ended(std::string_view sentences) { return prose(fmt::format("{}.", sentences)); }

// «What it does:\n  name: this\n  other: that» is a list.
std::string description(const std::string& text) {
  Lines lines(text);
  lines.next();
  std::string page = prose(lines.line());
  const bool has_list = text.find('\n') != std::string::npos;
  if (has_list) page += ".Bl -tag -width \"torus-2QoS\" -compact\n";
  while (lines.next()) {
    const std::size_t colon = lines.line().find(": ");
    page += fmt::format(".It Cm {}\n{}", lines.line().substr(0, colon),
                        prose(lines.line().substr(colon + 2)));
  }
  return has_list ? page + ".El\n" : page;
}

std::string item(const CLI::Option& option) {
  std::string names;
  for (const std::string& name : option.get_snames()) names += fmt::format(" Fl {} ,", name);
  for (const std::string& name : option.get_lnames()) names += fmt::format(" Fl -{} ,", name);
  if (!names.empty()) names.resize(names.size() - 2);
  if (names.empty()) return fmt::format(".It Ar {}\n", option.get_name());
  const std::string type = option.get_type_size() == 0 ? "" : option.get_type_name();
  // Behind the colon is what CLI11 checks.
  const std::string value = type.substr(0, type.find(':'));
  return fmt::format(".It{}{}\n", names, value.empty() ? "" : fmt::format(" Ar {}", value));
}

using Filter = std::function<bool(const CLI::Option*)>;

std::string list_of(const CLI::App& command, const Filter& filter = {}) {
  std::string page = ".Bl -tag -width indent\n";
  for (const CLI::Option* option : command.get_options(filter)) {
    page += item(*option) + description(option->get_description());
    if (option->get_required() && !option->get_positional()) page += "Required.\n";
  }
  return page + ".El\n";
}

bool is_of_all_topologies(const CLI::Option* option) {
  return option->check_lname("help") || option->check_lname("output") ||
         std::ranges::any_of(common_generator_options(), [&](const GeneratorOption& common) {
           return option->check_lname(std::string(common.name));
         });
}

std::string list_of_topologies(const CLI::App& generate) {
  const std::vector<const CLI::App*> topologies = generate.get_subcommands({});
  std::string page = ".Ss Options of all topologies\n";
  page += list_of(*topologies.front(), is_of_all_topologies);
  for (const CLI::App* topology : topologies) {
    page += fmt::format(".Ss {}\n{}", topology->get_name(), ended(topology->get_description()));
    page += list_of(*topology, std::not_fn(is_of_all_topologies));
  }
  return page;
}

// Of a command that has several kinds.
std::string list_of_kinds(const CLI::App& command) {
  std::string page;
  for (const CLI::App* kind : command.get_subcommands({})) {
    page += fmt::format(".Ss weft {} {}\n{}", command.get_name(), kind->get_name(),
                        ended(kind->get_description()));
    page += list_of(*kind);
  }
  return page;
}

std::string list_of_settings() {
  std::string page = ".Bl -tag -width indent\n";
  for (const OptionRow& option : kOptionTable) {
    page += fmt::format(".It Cm {}\n", option.key) + ended(option.meaning);
    page += ended(fmt::format("Default: {}. Engines: {}", option.when_absent, option.engines));
    if (option.whose == Whose::kVendor) page += "A name of the vendor's OpenSM.\n";
  }
  return page + ".El\n";
}

std::string options_of(const std::string& page) {
  if (page == "weft.conf.5") return list_of_settings();
  CLI::App app;
  tool::add_commands(tool::CommandSyntax(app));
  if (page == "weft.1") return list_of(app);
  // weft-NAME.1
  const CLI::App* command = app.get_subcommand(page.substr(5, page.size() - 7));
  if (page == "weft-generate.1") return list_of_topologies(*command);
  return command->get_subcommands({}).empty() ? list_of(*command) : list_of_kinds(*command);
}

std::string manual(const std::string& page, std::string text) {
  constexpr std::string_view kPlace = ".\\\" OPTIONS\n";
  const std::size_t place = text.find(kPlace);
  if (place == std::string::npos) throw BadInput("the template has no place for the options");
  return text.replace(place, kPlace.size(), options_of(page));
}

}  // namespace
}  // namespace weft

int main(int argc, char** argv) {
  try {
    if (argc != 3) throw weft::BadInput("usage: manual PAGE TEMPLATE");
    fmt::print("{}", weft::manual(argv[1], weft::read_file(argv[2])));
    return std::fflush(stdout) == 0 ? 0 : 1;
  } catch (const std::exception& error) {
    fmt::print(stderr, "manual: {}\n", error.what());
    return 1;
  }
}
