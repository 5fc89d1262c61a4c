#include "tools/weft/host.h"

#include <dlfcn.h>
#include <fnmatch.h>
#include <getopt.h>
#include <glob.h>
#include <link.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <filesystem>
#include <iterator>
#include <memory>
#include <optional>
#include <set>
#include <string_view>
#include <system_error>
#include <utility>

#include "common/base/error.h"
#include "common/base/file.h"
#include "common/base/text.h"
#include "common/options/conf_lines.h"
#include "common/options/stock_conf.h"
#include "tools/weft/words.h"

namespace weft::tool {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kLargestText = std::size_t{1} << 20;
constexpr std::size_t kLargestModule = std::size_t{1} << 26;

// Units in earlier folders override those in later ones.
constexpr const char* kUnitFolders[] = {"/etc/systemd/system", "/run/systemd/system",
                                        "/usr/local/lib/systemd/system", "/usr/lib/systemd/system",
                                        "/lib/systemd/system"};
constexpr std::string_view kTemplate = "opensm@.service";

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

// The names in a folder; none if it cannot be read.
std::set<std::string> names_in(const fs::path& folder) {
  std::set<std::string> names;
  std::error_code error;
  fs::directory_iterator entry(folder, error);
  while (!error && entry != fs::directory_iterator()) {
    names.insert(entry->path().filename());
    entry.increment(error);
  }
  return names;
}

// When a process started, from its /proc/PID/stat: see OpensmCall::started.
std::int64_t start_in(std::string_view stat) {
  constexpr std::size_t kStart = 19;  // of the fields behind the name, which may have blanks
  const std::vector<std::string> fields =
      words_of(stat.substr(std::min(stat.rfind(')'), stat.size())), ") \n");
  const long ticks_a_second = ::sysconf(_SC_CLK_TCK);
  timespec now{};
  timespec since_boot{};
  if (fields.size() <= kStart || ticks_a_second <= 0 ||
      ::clock_gettime(CLOCK_REALTIME, &now) != 0 ||
      ::clock_gettime(CLOCK_BOOTTIME, &since_boot) != 0) {
    return 0;
  }
  const std::uint64_t ticks = Scanner(fields[kStart]).number<std::uint64_t>().value_or(0);
  const std::uint64_t seconds = ticks / static_cast<std::uint64_t>(ticks_a_second);
  return now.tv_sec - since_boot.tv_sec + static_cast<std::int64_t>(seconds);
}

void add_processes(std::vector<OpensmCall>& calls) {
  for (const std::string& name : names_in("/proc")) {
    if (name.find_first_not_of("0123456789") != std::string::npos) continue;
    const fs::path folder = fs::path("/proc") / name;
    if (trim(text_of(folder / "comm")) != "opensm") continue;
    const std::string arguments = text_of(folder / "cmdline");
    calls.push_back({.where = "process " + name,
                     .arguments = words_of(arguments, std::string_view("\0", 1)),
                     .is_process = true,
                     .modules = own_libraries(text_of(folder / "maps")),
                     .folder = folder / "cwd",
                     .started = start_in(text_of(folder / "stat"))});
  }
}

// The words of a command in a unit. A quotation mark at the beginning of a word ends with the next.
std::vector<std::string> words_of_command(std::string_view text) {
  std::vector<std::string> words;
  for (text = trim(text); !text.empty(); text = trim(text)) {
    std::string_view ends = " \t";
    if (text.front() == '"' || text.front() == '\'') {
      ends = text.substr(0, 1);
      text.remove_prefix(1);
    }
    const std::size_t end = std::min(text.find_first_of(ends), text.size());
    words.emplace_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return words;
}

// From opensm on, which another program may start. If there is none, only that program: its
// arguments are not opensm's.
std::vector<std::string> opensm_in(std::vector<std::string> words) {
  const auto opensm = std::ranges::find_if(words, [](const std::string& word) {
    const std::size_t prefixes = std::min(word.find_first_not_of("@-:+!|"), word.size());
    return fs::path(word.substr(prefixes)).filename() == "opensm";
  });
  if (opensm != words.end()) return {opensm, words.end()};
  words.resize(1);
  return words;
}

// Adds the commands of a unit's file or drop-in, or replaces those before as systemd does. False
// if there is no such text.
bool read_commands(const std::string& path, std::vector<OpensmCall>& calls) {
  const std::string text = text_of(path);
  Lines lines(text);
  bool is_service = false;
  std::string whole;  // of lines that end in a backslash
  while (lines.next()) {
    if (lines.line().starts_with('#') || lines.line().starts_with(';')) continue;
    whole += lines.line();
    if (whole.ends_with('\\')) {
      whole.back() = ' ';
      continue;
    }
    const std::string kept = std::exchange(whole, {});
    const std::string_view line = kept;
    if (line.starts_with('[')) is_service = line == "[Service]";
    const std::size_t equals = std::min(line.find('='), line.size());
    if (!is_service || equals == line.size()) continue;
    if (trim(line.substr(0, equals)) != "ExecStart") continue;
    const std::vector<std::string> words = words_of_command(line.substr(equals + 1));
    words.empty() ? calls.clear() : calls.push_back({path, opensm_in(words)});
  }
  return !text.empty();
}

bool is_of_template(std::string_view unit) { return unit.starts_with("opensm@"); }

std::vector<std::string> unit_folders() {
  const char* const given = std::getenv("SYSTEMD_UNIT_PATH");  // as systemd reads it
  const std::string_view list = given == nullptr ? "" : given;
  std::vector<std::string> folders = words_of(list, ":");
  if (list.empty() || list.ends_with(':')) {
    folders.insert(folders.end(), std::begin(kUnitFolders), std::end(kUnitFolders));
  }
  return folders;
}

// The calls of a unit, from its file and its drop-ins: an instance also has those of its template.
std::vector<OpensmCall> calls_of(const std::string& unit, const std::vector<std::string>& folders) {
  const std::string names[] = {unit, is_of_template(unit) ? std::string(kTemplate) : unit};
  std::string file;
  std::map<std::string, std::string> drop_ins;  // of equal names only the first counts
  for (const std::string& name : names) {
    for (const std::string& folder : folders) {
      std::error_code ignored;
      const std::string path = fs::path(folder) / name;
      if (file.empty() && fs::exists(path, ignored)) file = path;
    }
  }
  for (const std::string& folder : folders) {
    for (const std::string& name : names) {
      const fs::path among = fs::path(folder) / (name + ".d");
      for (const std::string& drop_in : names_in(among)) {
        if (drop_in.ends_with(".conf")) drop_ins.emplace(drop_in, among / drop_in);
      }
    }
  }
  std::vector<OpensmCall> calls;
  if (!read_commands(file, calls)) return {};  // also a unit that is masked by /dev/null
  for (const auto& drop_in : drop_ins) read_commands(drop_in.second, calls);
  return calls;
}

std::string replaced(std::string text, std::string_view part, std::string_view by) {
  for (std::size_t at = text.find(part); at != std::string::npos;
       at = text.find(part, at + by.size())) {
    text.replace(at, part.size(), by);
  }
  return text;
}

void add_units(std::vector<OpensmCall>& calls) {
  const std::vector<std::string> folders = unit_folders();
  std::set<std::string> units = {"opensm.service", std::string(kTemplate)};
  for (const std::string& folder : folders) {
    for (const std::string& name : names_in(folder)) {
      const std::string unit = name.ends_with(".d") ? name.substr(0, name.size() - 2) : name;
      if (is_of_template(unit) && unit.ends_with(".service")) units.insert(unit);
    }
  }
  for (const std::string& unit : units) {
    for (OpensmCall& call : calls_of(unit, folders)) {
      // An instance without a command of its own has that of its template.
      const bool is_known = std::ranges::any_of(calls, [&](const OpensmCall& other) {
        return other.where == call.where && other.arguments == call.arguments;
      });
      if (is_known) continue;
      if (is_of_template(unit) && unit != kTemplate) {
        const std::string_view behind = std::string_view(unit).substr(unit.find('@') + 1);
        const std::string_view instance = behind.substr(0, behind.rfind('.'));
        for (std::string& argument : call.arguments) {
          argument = replaced(replaced(argument, "%i", instance), "%I", instance);
        }
      }
      calls.push_back(std::move(call));
    }
  }
}

// For glob(3) and fnmatch(3): %i and %I of a template stand for any instance.
std::string pattern_of(const std::string& path) {
  std::string pattern;
  for (std::size_t i = 0; i < path.size(); ++i) {
    if (path.compare(i, 2, "%i") == 0 || path.compare(i, 2, "%I") == 0) {
      pattern += '*';
      ++i;
      continue;
    }
    if (std::string_view("*?[\\").find(path[i]) != std::string_view::npos) pattern += '\\';
    pattern += path[i];
  }
  return pattern;
}

// True for different spellings of a path, also of a file that does not exist.
bool is_same_file(const fs::path& path, const fs::path& other) {
  std::error_code error;
  const fs::path canonical = fs::weakly_canonical(path, error);
  return path == other || (!error && canonical == fs::weakly_canonical(other, error) && !error);
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
                                 {"log_file", required_argument, nullptr, 'f'},
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

bool reads(const OpensmCall& call, const std::string& path) {
  const std::string named = value_of(call, 'F');
  const fs::path file = named.empty() ? fs::path(kDefaultConf) : fs::path(call.folder) / named;
  if (is_same_file(path, file)) return true;
  std::error_code error;
  const std::string canonical = fs::weakly_canonical(path, error);
  return !call.is_process && !error &&
         ::fnmatch(pattern_of(file).c_str(), canonical.c_str(), FNM_PATHNAME) == 0;
}

std::vector<std::string> logs_of(const OpensmCall& call) {
  const std::string named = value_of(call, 'f');
  if (named.empty() || named == "-" || named == "stdout" || named == "stderr") return {};
  struct stat process {};
  if (call.is_process) {
    // Any user can start a program of this name: a report must not show that user other files.
    const fs::path folder = fs::path(call.folder).parent_path();
    if (::stat(folder.c_str(), &process) != 0) return {};
    if (process.st_uid != 0 && process.st_uid != ::geteuid()) return {};
  }
  const std::string path = fs::path(call.folder) / named;
  std::vector<std::string> paths;
  glob_t found{};
  if (!call.is_process && ::glob(pattern_of(path).c_str(), 0, nullptr, &found) == 0) {
    paths.assign(found.gl_pathv, found.gl_pathv + found.gl_pathc);
  }
  ::globfree(&found);
  if (paths.empty()) paths.push_back(path);
  return paths;
}

std::vector<std::string> without_keys(std::vector<std::string> arguments) {
  read_arguments(arguments, [](int option, char* value) {
    if (option == 'k') std::fill_n(value, std::strlen(value), '*');
  });
  return arguments;
}

}  // namespace weft::tool
