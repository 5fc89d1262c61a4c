// Weft's own options, as an administrator writes them: lines «key value» in opensm.conf, which
// stock OpenSM skips, and «key=value» pairs in event_plugin_options, which override them.
#ifndef WEFT_PLUGINS_OPENSM_OPTIONS_H_
#define WEFT_PLUGINS_OPENSM_OPTIONS_H_

#include <functional>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "common/policy/policy_files.h"
#include "common/routing/options.h"

namespace weft {

struct BridgeOptions {
  Options routing;
  unsigned threads = 0;  // weft_threads, routing_threads_num; 0: one for each processor
  PolicyPaths policy;    // what the files say is not read here
};

inline constexpr unsigned kMaxThreads = 1024;

// One of the options of option_files.h, and what OpenSM's options say of it.
struct NamedFile {
  std::string_view key;
  const char* path;  // null: there is none
};

// Reads the options again and again, as the administrator changes them. A key that is unknown or
// has a value that is not understood is reported; the value that was in force before stays.
class OptionReader {
 public:
  // config_file: path of opensm.conf; empty: none. required: its absence is an error too. Returns a
  // sentence for each thing that is wrong, naming file and line. Files that are not regular or
  // larger than 1 MiB are refused, and do not block. files: those that OpenSM's options name, whose
  // contents are read again too; where one cannot be read, what it said before stays. Throws
  // std::bad_alloc, with everything as it was.
  std::vector<std::string> read(const std::string& config_file, bool required,
                                std::string_view plugin_options,
                                std::span<const NamedFile> files = {});

  const BridgeOptions& options() const { return options_; }

 private:
  using Values = std::map<std::string, std::string, std::less<>>;  // by key, as written

  BridgeOptions options_;
  Options contents_;  // only the fields of files are set
  Values from_file_;
  Values from_plugin_options_;
};

}  // namespace weft

#endif  // WEFT_PLUGINS_OPENSM_OPTIONS_H_
