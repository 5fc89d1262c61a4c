// Tested by tests/e2e/test_tool.py.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <exception>
#include <iostream>
#include <span>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

#include "common/base/error.h"
#include "tools/weft/command_line.h"
#include "tools/weft/load.h"
#include "tools/weft/report.h"
#include "tools/weft/words.h"

namespace weft::tool {
namespace {

constexpr int kBadRouting = 1;
constexpr int kBadInput = 2;

// Fails if output could not be written: a report that a full disk truncated is an error.
int with_output_flushed(int status) {
  errno = 0;
  const bool flushed = std::fflush(stdout) == 0 && std::ferror(stdout) == 0;
  const int error = errno;
  if (flushed && std::cout.flush()) return status;
  warn(fmt::format("standard output cannot be written{}{}", error == 0 ? "" : ": ",
                   error == 0 ? "" : std::generic_category().message(error)));
  return kBadInput;
}

// A sentence about the word that should be a command of the app, or of its command; empty: it is
// one, or an option.
std::string unknown_command(const CLI::App& app, std::span<const std::string> words) {
  const std::vector<const CLI::App*> commands = app.get_subcommands({});
  if (commands.empty() || words.empty() || words[0].starts_with('-')) return {};
  const auto command = std::ranges::find(commands, words[0], &CLI::App::get_name);
  if (command != commands.end()) return unknown_command(**command, words.subspan(1));
  std::vector<std::string> known;
  for (const CLI::App* one : commands) known.push_back(one->get_name());
  const std::string meant = nearest(words[0], known);
  return fmt::format("there is no command «{}»: {}", words[0],
                     meant.empty() ? "--help names all" : meant + " is near");
}

// A sentence about a mistyped word of an invalid command line; empty: no similar word.
std::string mistyped(const CLI::App& app, const std::vector<std::string>& arguments) {
  if (std::string sentence = unknown_command(app, arguments); !sentence.empty()) return sentence;
  const std::vector<const CLI::App*> commands = app.get_subcommands({});
  if (arguments.empty()) return {};
  const auto command = std::ranges::find(commands, arguments[0], &CLI::App::get_name);
  if (command == commands.end()) return {};
  std::vector<std::string> known;
  for (const CLI::Option* option : (*command)->get_options()) {
    for (const std::string& name : option->get_lnames()) known.push_back("--" + name);
  }
  for (const std::string& argument : arguments) {
    const std::string name = argument.substr(0, argument.find('='));
    if (!name.starts_with("--") || std::ranges::find(known, name) != known.end()) continue;
    const std::string meant = nearest(name, known);
    if (!meant.empty()) return fmt::format("there is no option «{}»: {} is near", name, meant);
  }
  return {};
}

int run(int argc, char** argv) {
  CLI::App app;
  const std::vector<std::pair<std::string, Command>> commands = add_commands(CommandSyntax(app));
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    if (app.exit(error) == 0) return 0;
    const std::string meant = mistyped(app, {argv + 1, argv + argc});
    if (!meant.empty()) warn(meant);
    return kBadInput;
  }
  for (const auto& [name, command] : commands) {
    if (app.got_subcommand(name)) return command();
  }
  return kBadInput;
}

}  // namespace
}  // namespace weft::tool

int main(int argc, char** argv) {
  using weft::tool::sentence_of;
  using weft::tool::warn;
  std::signal(SIGPIPE,
              SIG_IGN);  // writing to a closed pipe becomes an error with a sentence
  int status = weft::tool::kBadInput;
  try {
    status = weft::tool::run(argc, argv);
  } catch (const weft::CannotRoute& error) {
    warn(sentence_of(error));
    status = weft::tool::kBadRouting;
  } catch (const std::exception& error) {
    warn(sentence_of(error));
  }
  return weft::tool::with_output_flushed(status);
}
