// Tested by tests/e2e/test_demo.py.
#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <filesystem>
#include <memory>
#include <string>
#include <system_error>
#include <vector>

#include "common/base/error.h"
#include "tools/weft/commands.h"

namespace weft::tool {
namespace {

struct Arguments {
  std::string fabric;
  std::string report = "weft-demo";
};

// Replaces the process by the demo program, which is in Python because the tests share its
// simulator.
[[noreturn]] void demo(const Arguments& arguments) {
  const std::string program = WEFT_DEMO "/demo.py";
  if (access(program.c_str(), R_OK) != 0) {
    throw BadInput(fmt::format(
        "{} is missing: install Weft, or run ./quickstart demo in its sources", program));
  }
  const std::string here = std::filesystem::read_symlink("/proc/self/exe").parent_path();
  std::vector<const char*> line = {"python3",    "-B",       program.c_str(),
                                   here.c_str(), "--report", arguments.report.c_str()};
  if (!arguments.fabric.empty()) line.insert(line.begin() + 4, arguments.fabric.c_str());
  line.push_back(nullptr);
  execvp(line[0], const_cast<char* const*>(line.data()));
  throw BadInput(fmt::format("python3 cannot be run: {}: the demo needs it",
                             std::generic_category().message(errno)));
}

}  // namespace

Command add_demo(CommandSyntax app) {
  const auto arguments = std::make_shared<Arguments>();
  const CommandSyntax sub = app.add_command(
      "demo", "Show a simulated fabric under stock OpenSM and under Weft, side by side");
  sub.add_option("FABRIC", arguments->fabric, kFabricFile);
  sub.add_option("--report", arguments->report, "The folder to write two pages for a browser into")
      .default_shown()
      .type_name("FOLDER");
  return [arguments]() -> int { demo(*arguments); };
}

}  // namespace weft::tool
