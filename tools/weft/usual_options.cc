#include "tools/weft/usual_options.h"

namespace weft::tool {

void add_threads_option(CLI::App& command, unsigned& threads) {
  command.add_option("--threads", threads, "How many threads may work; 0: one a processor")
      ->check(CLI::Range(0, 1024))
      ->type_name("N");
}

CLI::Option* add_json_option(CLI::App& command, bool& json, const std::string& what) {
  return command.add_flag("--json", json, what);
}

}  // namespace weft::tool
