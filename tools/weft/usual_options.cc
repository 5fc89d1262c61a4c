#include "tools/weft/usual_options.h"

namespace weft::tool {

void add_threads_option(CommandSyntax command, unsigned& threads) {
  command.add_option("--threads", threads, "How many threads may work; 0: one a processor")
      .between(0, 1024)
      .type_name("N");
}

OptionSyntax add_json_option(CommandSyntax command, bool& json, const std::string& what) {
  return command.add_flag("--json", json, what);
}

}  // namespace weft::tool
