#include "bench/child.h"

#include <fmt/format.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <exception>
#include <stdexcept>
#include <string_view>

namespace weft::bench {
namespace {

using Clock = std::chrono::steady_clock;

constexpr int kBodyThrew = 3;

void write_all(int fd, std::string_view text) {
  while (!text.empty()) {
    const ssize_t written = write(fd, text.data(), text.size());
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) return;  // the parent is gone, and nobody is left to be told
    text.remove_prefix(static_cast<std::size_t>(written));
  }
}

[[noreturn]] void be_the_child(osm_opensm_t& osm, int fd,
                               const std::function<std::string()>& body) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  std::signal(SIGTERM, SIG_DFL);
  std::signal(SIGINT, SIG_DFL);
  int status = 0;
  std::string output;
  try {
    output = body();
  } catch (const std::exception& error) {
    output = error.what();
    status = kBodyThrew;
  }
  write_all(fd, output);
  if (osm.log.out_port != nullptr) std::fflush(osm.log.out_port);
  _exit(status);  // no destructors: they belong to the parent
}

pid_t fork_under_locks(osm_opensm_t& osm) {
  cl_plock_excl_acquire(&osm.lock);
  cl_spinlock_acquire(&osm.log.lock);
  if (osm.log.out_port != nullptr)
    std::fflush(osm.log.out_port);  // or the child would write it too
  std::fflush(stdout);
  const pid_t pid = fork();
  cl_spinlock_release(&osm.log.lock);
  if (pid != 0) cl_plock_release(&osm.lock);
  return pid;
}

// False if the limit was reached before the end of the output.
bool read_to_end(int fd, Clock::time_point deadline, std::string& output) {
  char buffer[1 << 16];
  while (true) {
    const auto left =
        std::chrono::duration_cast<std::chrono::milliseconds>(deadline - Clock::now());
    if (left.count() <= 0) return false;
    pollfd wait_for{fd, POLLIN, 0};
    const int ready = poll(&wait_for, 1, static_cast<int>(left.count()));
    if (ready < 0 && errno != EINTR) throw std::runtime_error("poll failed");
    if (ready <= 0) continue;
    const ssize_t count = read(fd, buffer, sizeof buffer);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return true;
    output.append(buffer, static_cast<std::size_t>(count));
  }
}

}  // namespace

std::string run_in_child(osm_opensm_t& osm, std::chrono::seconds limit,
                         const std::function<std::string()>& body) {
  int ends[2];
  if (pipe(ends) != 0) throw std::runtime_error("a pipe to the child cannot be made");
  const pid_t pid = fork_under_locks(osm);
  if (pid == 0) {
    close(ends[0]);
    be_the_child(osm, ends[1], body);
  }
  close(ends[1]);
  if (pid < 0) {
    close(ends[0]);
    throw std::runtime_error(fmt::format("a child cannot be forked: {}", std::strerror(errno)));
  }
  std::string output;
  const bool in_time = read_to_end(ends[0], Clock::now() + limit, output);
  close(ends[0]);
  if (!in_time) kill(pid, SIGKILL);
  int status = 0;
  while (waitpid(pid, &status, 0) < 0 && errno == EINTR) continue;
  if (!in_time) {
    throw std::runtime_error(fmt::format("was not done after {} s and was killed", limit.count()));
  }
  if (WIFSIGNALED(status)) {
    throw std::runtime_error(
        fmt::format("died of signal {} ({})", WTERMSIG(status), strsignal(WTERMSIG(status))));
  }
  if (WEXITSTATUS(status) == kBodyThrew) throw std::runtime_error(output);
  if (WEXITSTATUS(status) != 0) {
    throw std::runtime_error(fmt::format("ended opensm with exit status {}", WEXITSTATUS(status)));
  }
  return output;
}

}  // namespace weft::bench
