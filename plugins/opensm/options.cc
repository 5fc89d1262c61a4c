#include "plugins/opensm/options.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <charconv>
#include <cstring>
#include <optional>
#include <utility>

#include "common/base/error.h"

namespace weft {
namespace {

constexpr std::size_t kMaxFileSize = std::size_t{1} << 20;
constexpr std::string_view kBlanks = " \t\r\v\f";

class FileDescriptor {
 public:
  explicit FileDescriptor(int number) : number_(number) {}
  ~FileDescriptor() {
    if (number_ >= 0) close(number_);
  }
  FileDescriptor(const FileDescriptor&) = delete;
  FileDescriptor& operator=(const FileDescriptor&) = delete;
  int number() const { return number_; }

 private:
  int number_;
};

BadInput unreadable(const std::string& path, const char* reason) {
  return BadInput(fmt::format("{} cannot be read for Weft's options: {}", path, reason));
}

// Nothing if there is no such file.
std::optional<std::string> read_file(const std::string& path) {
  // Whatever has the name: a pipe without a writer must not stop the subnet manager.
  const FileDescriptor file(open(path.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY));
  if (file.number() < 0) {
    if (errno == ENOENT) return std::nullopt;
    throw unreadable(path, std::strerror(errno));
  }
  struct stat status;
  if (fstat(file.number(), &status) != 0) throw unreadable(path, std::strerror(errno));
  if (!S_ISREG(status.st_mode)) throw unreadable(path, "it is not a regular file");
  std::string text;
  // A file may grow while it is read.
  while (text.size() <= kMaxFileSize) {
    const std::size_t had = text.size();
    text.resize(had + 65536);
    const ssize_t got = ::read(file.number(), text.data() + had, text.size() - had);
    if (got < 0 && errno != EINTR) throw unreadable(path, std::strerror(errno));
    text.resize(had + static_cast<std::size_t>(got < 0 ? 0 : got));
    if (got == 0) return text;
  }
  throw unreadable(path, "it is larger than 1 MiB");
}

std::string_view trim(std::string_view text) {
  const std::size_t first = text.find_first_not_of(kBlanks);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(kBlanks) - first + 1);
}

// As OpenSM reads its lines: quotes around a value are not part of it. A comment may follow.
std::string_view clean_value(std::string_view text) {
  text = trim(text);
  if (!text.empty() && text.front() == '"') {
    return text.substr(1, text.find('"', 1) - 1);
  }
  return trim(text.substr(0, text.find('#')));
}

bool is_weft_key(std::string_view key) {
  return key.starts_with("weft_") || key == "routing_threads_num";
}

// The vendor's name stands for Weft's.
std::string_view one_name(std::string_view key) {
  return key == "routing_threads_num" ? "weft_threads" : key;
}

unsigned parse_threads(std::string_view key, std::string_view value) {
  if (value == "auto") return 0;
  unsigned threads = 0;
  const auto [end, error] = std::from_chars(value.data(), value.data() + value.size(), threads);
  if (error != std::errc{} || end != value.data() + value.size() || threads > kMaxThreads) {
    throw BadInput(fmt::format("{} is «{}»: write a number of threads up to {}, or auto", key,
                               value, kMaxThreads));
  }
  return threads;
}

void set(BridgeOptions& options, std::string_view key, std::string_view value) {
  if (one_name(key) == "weft_threads") {
    options.threads = parse_threads(key, value);
  } else if (!set_option(options.routing, key, value)) {
    throw BadInput(fmt::format("«{}» is not an option of Weft's", key));
  }
}

// Collects the values of one source.
template <typename Values>
class Collector {
 public:
  Collector(const Values& before, std::vector<std::string>& errors)
      : before_(before), errors_(errors) {}

  void take(std::string_view key, std::string_view value, std::string_view where) {
    try {
      BridgeOptions scratch;
      set(scratch, key, value);
      values_.insert_or_assign(std::string(one_name(key)), std::string(value));
    } catch (const BadInput& error) {
      errors_.push_back(fmt::format("{}: {}", where, error.what()));
      const auto found = before_.find(one_name(key));
      if (found != before_.end()) values_.insert(*found);
    }
  }
  Values values() && { return std::move(values_); }

 private:
  const Values& before_;
  std::vector<std::string>& errors_;
  Values values_;
};

template <typename Values>
Values parse_lines(std::string_view text, const std::string& path, const Values& before,
                   std::vector<std::string>& errors) {
  Collector<Values> collector(before, errors);
  for (unsigned line = 1; !text.empty(); ++line) {
    const std::size_t end = text.find('\n');
    const std::string_view words = trim(text.substr(0, end));
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
    const std::size_t key_end = words.find_first_of(kBlanks);
    const std::string_view key = words.substr(0, key_end);
    if (!is_weft_key(key)) continue;
    const std::string_view rest = key_end == std::string_view::npos ? "" : words.substr(key_end);
    collector.take(key, clean_value(rest), fmt::format("{}:{}", path, line));
  }
  return std::move(collector).values();
}

template <typename Values>
Values parse_pairs(std::string_view text, const Values& before, std::vector<std::string>& errors) {
  Collector<Values> collector(before, errors);
  constexpr std::string_view kSeparators = ", \t\r\n";
  while (true) {
    const std::size_t first = text.find_first_not_of(kSeparators);
    if (first == std::string_view::npos) break;
    text.remove_prefix(first);
    const std::string_view pair = text.substr(0, text.find_first_of(kSeparators));
    text.remove_prefix(pair.size());
    const std::size_t equals = pair.find('=');
    const std::string_view key = pair.substr(0, equals);
    if (!is_weft_key(key)) continue;  // another plug-in's
    if (equals == std::string_view::npos) {
      errors.push_back(fmt::format("event_plugin_options: write {}=value", key));
      continue;
    }
    collector.take(key, pair.substr(equals + 1), "event_plugin_options");
  }
  return std::move(collector).values();
}

}  // namespace

std::vector<std::string> OptionReader::read(const std::string& config_file, bool required,
                                            std::string_view plugin_options) {
  std::vector<std::string> errors;
  Values from_file = from_file_;
  if (!config_file.empty()) {
    try {
      const std::optional<std::string> text = read_file(config_file);
      if (text) {
        from_file = parse_lines(*text, config_file, from_file_, errors);
      } else if (required) {
        throw unreadable(config_file, std::strerror(ENOENT));
      } else {
        from_file.clear();
      }
    } catch (const BadInput& error) {
      errors.emplace_back(error.what());
    }
  }
  Values from_plugin_options = parse_pairs(plugin_options, from_plugin_options_, errors);

  BridgeOptions options;
  for (const Values* source : {&from_file, &from_plugin_options}) {
    for (const auto& [key, value] : *source) set(options, key, value);
  }
  options_ = options;
  from_file_ = std::move(from_file);
  from_plugin_options_ = std::move(from_plugin_options);
  return errors;
}

}  // namespace weft
