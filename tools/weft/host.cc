#include "tools/weft/host.h"

#include <dlfcn.h>
#include <getopt.h>
#include <link.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <memory>
#include <set>

#include "common/base/error.h"
#include "common/base/file.h"
#include "common/base/text.h"
#include "common/options/conf_lines.h"
#include "tools/weft/words.h"

namespace weft::tool {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kLargestText = std::size_t{1} << 20;
constexpr std::size_t kLargestModule = std::size_t{1} << 26;

// The content of a file; empty if it cannot be read.
std::string text_of(const std::string& path, std::size_t largest = kLargestText) {
  try {
    return read_regular_file(path, largest);
  } catch (const BadInput&) {
    return {};
  }
}

std::string output_of(const std::string& command) {
  struct Close {
    void operator()(std::FILE* pipe) const { ::pclose(pipe); }
  };
  const std::unique_ptr<std::FILE, Close> pipe(::popen(command.c_str(), "r"));
  std::string output;
  char part[4096];
  while (pipe != nullptr) {
    const std::size_t size = std::fread(part, 1, sizeof(part), pipe.get());
    if (size == 0 || output.size() > kLargestText) break;
    output.append(part, size);
  }
  return output;
}

// Each «OpenSM x.y.z» in a text.
std::vector<std::string> versions_in(std::string_view text) {
  constexpr std::string_view kName = "OpenSM ";
  std::set<std::string> versions;
  for (std::size_t at = text.find(kName); at != std::string_view::npos;
       at = text.find(kName, at + 1)) {
    const std::size_t end = text.find_first_not_of("0123456789.", at + kName.size());
    if (end > at + kName.size()) versions.emplace(text.substr(at, end - at));
  }
  return {versions.begin(), versions.end()};
}

std::string own_libraries(const std::string& maps) {
  std::set<std::string> paths;
  Lines lines(maps);
  while (lines.next()) {
    const std::size_t name = lines.line().find("/libweft");
    const std::size_t path = lines.line().find('/');
    if (name != std::string_view::npos) paths.emplace(lines.line().substr(path));
  }
  std::string list;
  for (const std::string& path : paths) list += (list.empty() ? "" : ", ") + path;
  return list;
}

void add_processes(std::vector<OpensmCall>& calls) {
  std::error_code ignored;
  for (const auto& entry : fs::directory_iterator("/proc", ignored)) {
    const std::string name = entry.path().filename();
    if (name.find_first_not_of("0123456789") != std::string::npos) continue;
    if (trim(text_of(entry.path() / "comm")) != "opensm") continue;
    const std::string arguments = text_of(entry.path() / "cmdline");
    calls.push_back({"process " + name, words_of(arguments, std::string_view("\0", 1)), true,
                     own_libraries(text_of(entry.path() / "maps")), entry.path() / "cwd"});
  }
}

void add_units(std::vector<OpensmCall>& calls) {
  // Units in /etc override those of the distribution.
  for (const char* folder : {"/etc/systemd/system", "/lib/systemd/system"}) {
    const std::string path = std::string(folder) + "/opensm@.service";
    const std::string unit = text_of(path);
    Lines lines(unit);
    while (lines.next()) {
      if (!lines.line().starts_with("ExecStart=")) continue;
      calls.push_back({path, words_of(lines.line().substr(lines.line().find('=') + 1), " \t")});
    }
    if (!unit.empty()) return;
  }
}

// Calls take(option, value) for each option with a value, as opensm finds them in its arguments.
// option: its short name. take: may overwrite characters of the value.
void read_arguments(std::vector<std::string>& arguments,
                    const std::function<void(int, char*)>& take) {
  const char* const short_options =
      "F:c:i:w:O:f:ed:D:g:l:L:s:t:a:u:m:X:R:zM:U:S:P:Y:ANZ:WBIQvVhoryxp:n:q:k:C:G:H:";
  // Of the others getopt only finds that it does not know them.
  const option long_options[] = {{"smkey", required_argument, nullptr, 'k'},
                                 {"cc_key", required_argument, nullptr, 'k'},
                                 {"config", required_argument, nullptr, 'F'},
                                 {"routing_engine", required_argument, nullptr, 'R'},
                                 {}};
  std::vector<char*> pointers;
  pointers.reserve(arguments.size() + 1);
  for (std::string& argument : arguments) pointers.push_back(argument.data());
  pointers.push_back(nullptr);
  const auto count = static_cast<int>(arguments.size());
  ::optind = 0;  // begins anew
  ::opterr = 0;
  while (true) {
    const int found =
        ::getopt_long_only(count, pointers.data(), short_options, long_options, nullptr);
    if (found == -1) return;
    if (::optarg != nullptr) take(found, ::optarg);
  }
}

}  // namespace

InstalledOpensm find_opensm() {
  // Administrators' paths that a user's PATH may lack.
  const std::string opensm = "PATH=$PATH:/usr/sbin:/usr/local/sbin opensm";
  InstalledOpensm found;
  const std::vector<std::string> versions =
      versions_in(output_of(opensm + " --version 2>/dev/null"));
  if (versions.empty()) return found;
  found.version = versions.front();
  const std::string written = output_of("f=$(mktemp) && " + opensm +
                                        " -c \"$f\" >/dev/null 2>&1 && cat \"$f\"; rm -f \"$f\"");
  ConfLines lines(written);
  while (lines.next()) found.options.emplace(lines.key(), lines.value());
  return found;
}

LoadedModule find_module(const std::string& name) {
  LoadedModule module;
  const std::string file = "lib" + name + ".so";
  void* const handle = ::dlopen(file.c_str(), RTLD_LAZY | RTLD_LOCAL);
  if (handle != nullptr) {
    const link_map* map = nullptr;
    if (::dlinfo(handle, RTLD_DI_LINKMAP, &map) == 0) module.path = map->l_name;
  } else {
    const std::string fault = ::dlerror();
    // This tool lacks opensm's functions, which a module takes from the program that loads it.
    const std::size_t end = fault.find(": undefined symbol: osm_");
    if (end == std::string::npos) {
      module.fault = fault;
      return module;
    }
    module.path = fault.substr(0, end);
  }
  module.built_for = versions_in(text_of(module.path, kLargestModule));
  return module;
}

std::vector<OpensmCall> find_calls() {
  std::vector<OpensmCall> calls;
  add_processes(calls);
  add_units(calls);
  return calls;
}

std::string value_of(const OpensmCall& call, char name) {
  std::vector<std::string> arguments = call.arguments;
  std::string last;
  read_arguments(arguments, [&](int option, char* value) {
    if (option == name) last = value;
  });
  return last;
}

std::vector<std::string> without_keys(std::vector<std::string> arguments) {
  read_arguments(arguments, [](int option, char* value) {
    if (option == 'k') std::fill_n(value, std::strlen(value), '*');
  });
  return arguments;
}

}  // namespace weft::tool
