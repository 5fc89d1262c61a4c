// Tested by tests/e2e/test_tool.py.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <exception>
#include <iostream>
#include <system_error>
#include <utility>
#include <vector>

#include "common/base/error.h"
#include "tools/weft/command_line.h"
#include "tools/weft/load.h"
#include "tools/weft/report.h"

namespace weft::tool {
namespace {

constexpr int kBadRouting = 1;
constexpr int kBadInput = 2;

// Everything printed has to have arrived: a report that a full disk cut off is no success.
int with_output_flushed(int status) {
  errno = 0;
  const bool flushed = std::fflush(stdout) == 0 && std::ferror(stdout) == 0;
  const int error = errno;
  if (flushed && std::cout.flush()) return status;
  warn(fmt::format("standard output cannot be written{}{}", error == 0 ? "" : ": ",
                   error == 0 ? "" : std::generic_category().message(error)));
  return kBadInput;
}

int run(int argc, char** argv) {
  CLI::App app;
  const std::vector<std::pair<std::string, Command>> commands = add_commands(app);
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return app.exit(error) == 0 ? 0 : kBadInput;
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
              SIG_IGN);  // a pipe that nobody reads is an error of writing, with a sentence
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
