#include "tools/weft/progress.h"

#include <fmt/format.h>
#include <unistd.h>

#include <chrono>
#include <cstdio>
#include <system_error>
#include <utility>

#include "common/base/stopwatch.h"

namespace weft::tool {
namespace {

constexpr std::chrono::milliseconds kFirst{2000};
constexpr std::chrono::milliseconds kBetween{200};

}  // namespace

ProgressLine::ProgressLine(bool json) {
  if (json || ::isatty(STDERR_FILENO) != 1) return;
  try {
    thread_ = std::jthread([this](const std::stop_token& stop) { show(stop); });
  } catch (const std::system_error&) {
    // Progress is optional.
  }
}

ProgressLine::~ProgressLine() {
  if (!thread_.joinable()) return;
  thread_.request_stop();
  thread_.join();
}

void ProgressLine::say(std::string what) {
  const std::lock_guard lock(mutex_);
  what_ = std::move(what);
}

void ProgressLine::show(const std::stop_token& stop) {
  const Stopwatch time;
  std::unique_lock lock(mutex_);
  bool is_shown = false;
  const auto never = [] { return false; };
  while (!stop.stop_requested()) {
    changed_.wait_for(lock, stop, is_shown ? kBetween : kFirst, never);
    if (stop.stop_requested() || what_.empty()) continue;
    // fmt::print would throw when the terminal is gone.
    std::fputs(fmt::format("\r\033[K{}, {:.0f} s", what_, time.ms() / 1000).c_str(), stderr);
    std::fflush(stderr);
    is_shown = true;
  }
  if (is_shown) std::fputs("\r\033[K", stderr);
}

}  // namespace weft::tool
