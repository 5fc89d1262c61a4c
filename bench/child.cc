#include "bench/child.h"

#include <fmt/format.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <exception>
#include <optional>
#include <stdexcept>
#include <string_view>

namespace weft::bench {
namespace {

using Clock = std::chrono::steady_clock;

// The first character of an answer.
constexpr char kAnswered = '+';
constexpr char kThrew = '-';

// Sends the text and a NUL. If the other side is gone nobody is left to be told.
void send_text(int socket, std::string_view text) {
  std::string message(text);
  message.push_back('\0');
  std::string_view rest = message;
  while (!rest.empty()) {
    const ssize_t sent = send(socket, rest.data(), rest.size(), MSG_NOSIGNAL);
    if (sent < 0 && errno == EINTR) continue;
    if (sent <= 0) return;
    rest.remove_prefix(static_cast<std::size_t>(sent));
  }
}

enum class Received { kText, kEnd, kTooLate };

// Up to the next NUL; there is none behind it, since each side waits for the other.
Received receive_text(int socket, std::optional<Clock::time_point> deadline, std::string& text) {
  char buffer[1 << 16];
  while (true) {
    if (deadline) {
      const auto left =
          std::chrono::duration_cast<std::chrono::milliseconds>(*deadline - Clock::now());
      if (left.count() <= 0) return Received::kTooLate;
      pollfd wait_for{socket, POLLIN, 0};
      const int ready = poll(&wait_for, 1, static_cast<int>(left.count()));
      if (ready < 0 && errno != EINTR) throw std::runtime_error("poll failed");
      if (ready <= 0) continue;
    }
    const ssize_t count = recv(socket, buffer, sizeof buffer, 0);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return Received::kEnd;
    text.append(buffer, static_cast<std::size_t>(count));
    if (text.back() == '\0') {
      text.pop_back();
      return Received::kText;
    }
  }
}

[[noreturn]] void be_the_child(osm_opensm_t& osm, int socket,
                               const std::function<std::string(const std::string&)>& answer) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  std::signal(SIGTERM, SIG_DFL);
  std::signal(SIGINT, SIG_DFL);
  std::string request;
  while (receive_text(socket, std::nullopt, request) == Received::kText) {
    std::string reply;
    try {
      reply = kAnswered + answer(request);
    } catch (const std::exception& error) {
      reply = fmt::format("{}{}", kThrew, error.what());
    }
    // The parent may kill it as soon as it has the answer.
    if (osm.log.out_port != nullptr) std::fflush(osm.log.out_port);
    send_text(socket, reply);
    request.clear();
  }
  _exit(0);  // no destructors: they belong to the parent
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

int wait_for(pid_t pid) {
  int status = 0;
  while (waitpid(pid, &status, 0) < 0 && errno == EINTR) continue;
  return status;
}

}  // namespace

Child::Child(osm_opensm_t& osm, const std::function<std::string(const std::string&)>& answer) {
  int ends[2];
  if (socketpair(AF_UNIX, SOCK_STREAM, 0, ends) != 0) {
    throw std::runtime_error("a socket to the child cannot be made");
  }
  pid_ = fork_under_locks(osm);
  if (pid_ == 0) {
    close(ends[0]);
    be_the_child(osm, ends[1], answer);
  }
  close(ends[1]);
  if (pid_ < 0) {
    close(ends[0]);
    throw std::runtime_error(fmt::format("a child cannot be forked: {}", std::strerror(errno)));
  }
  socket_ = ends[0];
}

Child::~Child() {
  close(socket_);
  if (pid_ < 0) return;
  // Children that were forked later hold the socket too, so that closing it ends nothing.
  kill(pid_, SIGKILL);
  wait_for(pid_);
}

std::string Child::ask(const std::string& request, std::chrono::seconds limit) {
  if (pid_ < 0) throw std::logic_error("the child that is asked is gone");
  send_text(socket_, request);
  std::string reply;
  const Received received = receive_text(socket_, Clock::now() + limit, reply);
  if (received == Received::kText && reply.front() == kAnswered) return reply.substr(1);
  if (received == Received::kEnd) throw std::runtime_error(how_it_died());
  kill(pid_, SIGKILL);
  wait_for(pid_);
  pid_ = -1;
  throw std::runtime_error(
      received == Received::kText
          ? reply.substr(1)
          : fmt::format("was not done after {} s and was killed", limit.count()));
}

std::string Child::how_it_died() {
  const int status = wait_for(pid_);
  pid_ = -1;
  return WIFSIGNALED(status)
             ? fmt::format("died of signal {} ({})", WTERMSIG(status), strsignal(WTERMSIG(status)))
             : fmt::format("ended opensm with exit status {}", WEXITSTATUS(status));
}

std::string run_in_child(osm_opensm_t& osm, std::chrono::seconds limit,
                         const std::function<std::string()>& body) {
  return Child(osm, [&body](const std::string&) { return body(); }).ask("", limit);
}

}  // namespace weft::bench
