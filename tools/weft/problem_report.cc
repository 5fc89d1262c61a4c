#include "tools/weft/problem_report.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <sys/utsname.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <limits>
#include <set>
#include <system_error>
#include <thread>
#include <utility>

#include "common/base/error.h"
#include "common/base/file.h"
#include "common/base/plain_text.h"
#include "common/base/regular_file.h"
#include "common/base/text.h"
#include "common/options/conf_lines.h"
#include "common/options/option_row.h"
#include "common/options/option_table.h"
#include "tools/weft/load.h"
#include "tools/weft/pseudonyms.h"
#include "tools/weft/secrets.h"
#include "tools/weft/version.h"

namespace weft::tool {
namespace {

constexpr std::size_t kLargestNamedFile = std::size_t{4} << 20;  // bytes
constexpr std::size_t kLogBytes = std::size_t{8} << 20;          // bytes from the end of the log
constexpr std::size_t kLogLines = 500;
constexpr std::size_t kMostLogs = 16;

// True for files of the configuration, and for the status that Weft writes.
bool is_wanted(std::string_view key) {
  const OptionRow* const row = find_option(key);
  return key == "weft_status_file" || (row != nullptr && names_file(*row));
}

std::string system_text() {
  std::string text;
  utsname name{};
  if (::uname(&name) == 0) {
    text += fmt::format("{} {} {}, {} processors\n", name.sysname, name.release, name.machine,
                        std::thread::hardware_concurrency());
  }
  std::ifstream release("/etc/os-release");
  for (std::string line; std::getline(release, line);) {
    if (line.starts_with("PRETTY_NAME=")) text += line.substr(12) + "\n";
  }
  return text;
}

// True for a line of OpenSM's log that may have a key, as its errors about other SMs have.
bool has_key(const std::string& line) {
  return line.find(" ERR ") != std::string::npos &&
         (line.find("Key") != std::string::npos || line.find("key") != std::string::npos);
}

// The lines of Weft and of OpenSM's routing at the end of a log.
std::string log_text(const std::string& path) {
  std::string end(kLogBytes, '\0');
  try {
    const RegularFile file(path, std::numeric_limits<std::int64_t>::max());
    end.resize(file.read_at(file.size() - std::min<std::uint64_t>(file.size(), kLogBytes),
                            end.data(), end.size()));
  } catch (const BadInput& error) {
    return std::string(error.what()) + "\n";
  }
  std::vector<std::string> lines;
  Lines all(end);
  while (all.next()) {
    const std::string line(all.line());
    for (const char* const of : {"-> weft", "-> chain", "-> pqft", "tables configured", "SUBNET UP",
                                 "Entering", " ERR "}) {
      if (line.find(of) == std::string::npos) continue;
      lines.push_back((has_key(line) ? "(left out: it may have a key)" : on_one_line(line)) + "\n");
      break;
    }
  }
  std::string text;
  for (std::size_t i = lines.size() - std::min(lines.size(), kLogLines); i < lines.size(); ++i) {
    text += lines[i];
  }
  return text;
}

class Writer {
 public:
  void begin(std::string_view title) { text_ += fmt::format("\n===== {} =====\n", title); }
  void add(std::string_view text) {
    text_ += text;
    if (!text.empty() && text.back() != '\n') text_ += '\n';
  }
  // Adds the content of a file, or why it cannot be read.
  void add_file(const std::string& path, std::size_t largest) {
    begin(path);
    try {
      const std::string data = read_regular_file(path, largest);
      std::string storage;
      add(as_plain_text(data, path, storage));
    } catch (const BadInput& error) {
      add(error.what());
    }
  }
  std::string take() { return std::move(text_); }

 private:
  std::string text_;
};

void add_findings(Writer& writer, const std::vector<Finding>& findings) {
  writer.begin("findings");
  for (const Finding& finding : findings) {
    writer.add(fmt::format("{}: {}", finding.where, finding.what));
    if (!finding.remedy.empty()) writer.add("    " + finding.remedy);
  }
}

// Adds the configuration, and the files that it names. Returns log_file; empty if it is not named.
std::string add_configuration(Writer& writer, const std::string& path) {
  writer.begin(path);
  std::string conf;
  try {
    conf = read_regular_file(path, kLargestNamedFile);
  } catch (const BadInput& error) {
    writer.add(error.what());
    return {};
  }
  std::string log;
  std::set<std::string> files;
  ConfLines lines(conf);
  while (lines.next()) {
    const std::string value(lines.value());
    writer.add(fmt::format("{} {}", without_secret(lines.key()),
                           is_secret(lines.key()) ? "(left out)" : value));
    if (lines.key() == "log_file" && !value.empty()) log = value;
    if (is_wanted(lines.key()) && value.starts_with('/')) files.insert(value);
  }
  for (const std::string& file : files) writer.add_file(file, kLargestNamedFile);
  return log;
}

// Adds the logs that calls name, which override log_file, and that of the configuration.
// named: log_file.
void add_logs(Writer& writer, const std::vector<OpensmCall>& calls, const std::string& named) {
  const std::string usual = "/var/log/opensm.log";
  std::set<std::string> logs;
  for (const OpensmCall& call : calls) {
    for (std::string& log : logs_of(call)) logs.insert(std::move(log));
  }
  std::error_code ignored;
  if (!named.empty()) {
    logs.insert(named);
  } else if (logs.empty() || std::filesystem::exists(usual, ignored)) {
    logs.insert(usual);
  }
  std::size_t most = kMostLogs;
  for (const std::string& log : logs) {
    if (most-- == 0) return writer.add(fmt::format("({} more logs)", logs.size() - kMostLogs));
    writer.begin(log);
    writer.add(log_text(log));
  }
}

}  // namespace

void write_problem_report(const ProblemReport& report, const InstalledOpensm& opensm,
                          const std::vector<OpensmCall>& calls,
                          const std::vector<Finding>& findings) {
  Writer writer;
  writer.add("A report of «weft doctor». Read it before you send it to anybody.");
  writer.begin("versions");
  writer.add(version_text());
  writer.add(
      fmt::format("opensm: {}", opensm.version.empty() ? "not installed here" : opensm.version));
  writer.add(system_text());
  writer.begin("opensm as it was started");
  for (const OpensmCall& call : calls) {
    writer.add(fmt::format("{}: {}", call.where, fmt::join(without_keys(call.arguments), " ")));
  }
  add_findings(writer, findings);
  add_logs(writer, calls, add_configuration(writer, report.conf));
  if (!report.fabric.empty()) writer.add_file(report.fabric, kLargestFile);
  std::string text = writer.take();
  if (report.hides_names) {
    text = Pseudonyms(load_fabric(report.fabric, {}).fabric).replace(text);
  }
  write_text(report.to, std::move(text));
}

}  // namespace weft::tool
