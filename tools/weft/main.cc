// Tested by tests/e2e/test_tool.py.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <exception>
#include <utility>
#include <vector>

#include "common/base/error.h"
#include "tools/weft/commands.h"
#include "tools/weft/load.h"

namespace weft::tool {
namespace {

constexpr int kBadRouting = 1;
constexpr int kBadInput = 2;

int run(int argc, char** argv) {
  CLI::App app("Routing engines of Weft, and its verifier, without OpenSM", "weft");
  app.set_version_flag("--version", VERSION);
  app.require_subcommand(1);
  const std::vector<std::pair<std::string, Command>> commands = {{"generate", add_generate(app)},
                                                                 {"route", add_route(app)},
                                                                 {"check", add_check(app)},
                                                                 {"policy", add_policy(app)}};
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
  using weft::tool::warn;
  try {
    return weft::tool::run(argc, argv);
  } catch (const weft::BadInput& error) {
    warn(error.what());
    return weft::tool::kBadInput;
  } catch (const weft::CannotRoute& error) {
    warn(error.what());
    return weft::tool::kBadRouting;
  } catch (const std::bad_alloc&) {
    warn("there is not enough memory for this fabric");
    return weft::tool::kBadInput;
  } catch (const std::exception& error) {
    warn(error.what());
    return weft::tool::kBadInput;
  }
}
