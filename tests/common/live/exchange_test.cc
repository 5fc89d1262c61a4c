#include "common/live/exchange.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <deque>
#include <functional>
#include <vector>

namespace weft {
namespace {

// Answers at once, as `reply` says; nothing: it is lost.
class Echo : public MadPort {
 public:
  std::function<std::optional<Mad>(const Mad& request)> reply;
  std::vector<std::uint32_t> requests;  // modifiers
  std::size_t most = 0;

  void send(const Mad& mad, Lid) override {
    requests.push_back(big_endian_16(mad, 22));
    if (auto answer = reply(mad)) answers_.push_back(*answer);
    most = std::max(most, answers_.size());
  }
  std::optional<Mad> receive(std::chrono::milliseconds) override {
    if (answers_.empty()) return std::nullopt;
    const Mad mad = answers_.front();
    answers_.pop_front();
    return mad;
  }

 private:
  std::deque<Mad> answers_;
};

Mad good(const Mad& request) {
  Mad answer = request;
  answer[3] = 0x81;
  return answer;
}

struct Outcome {
  std::vector<std::uint64_t> answered;
  std::vector<std::uint64_t> unanswered;
};

// Asks questions 0..count-1.
Outcome ask(Exchange& exchange, unsigned count) {
  Outcome outcome;
  unsigned next = 0;
  exchange.run(
      [&]() -> std::optional<Exchange::Question> {
        if (next == count) return std::nullopt;
        const unsigned n = next++;
        return Exchange::Question{smp_request({}, SmpAttribute::kPortInfo, n), 0, n};
      },
      [&](std::uint64_t tag, const Mad* answer) {
        (answer != nullptr ? outcome.answered : outcome.unanswered).push_back(tag);
      });
  return outcome;
}

ExchangeLimits quick() {
  return {.in_flight = 3, .timeout = std::chrono::milliseconds(1), .sends = 3};
}

TEST(Exchange, KeepsABoundedNumberOnTheWire) {
  Echo port;
  port.reply = good;
  ExchangeLimits patient = quick();
  patient.timeout = std::chrono::seconds(60);  // nothing is sent again
  Exchange exchange(port, patient);
  EXPECT_EQ(ask(exchange, 100).answered.size(), 100u);
  EXPECT_EQ(port.most, 3u);
  EXPECT_EQ(exchange.sent(), 100u);
  EXPECT_EQ(exchange.unanswered(), 0u);
  EXPECT_FALSE(exchange.out_of_time());
}

TEST(Exchange, RepeatsWhatIsLostAndThenGivesUp) {
  Echo port;
  port.reply = [&](const Mad& request) -> std::optional<Mad> {
    const auto n = big_endian_16(request, 22);
    if (n == 1) return std::nullopt;
    if (n == 2 && std::ranges::count(port.requests, 2u) < 3) return std::nullopt;
    return good(request);
  };
  Exchange exchange(port, quick());
  const Outcome outcome = ask(exchange, 5);
  EXPECT_EQ(outcome.unanswered, std::vector<std::uint64_t>{1});
  EXPECT_EQ(outcome.answered.size(), 4u);
  EXPECT_EQ(std::ranges::count(port.requests, 1u), 3);
  EXPECT_EQ(exchange.sent(), 9u);
  EXPECT_EQ(exchange.unanswered(), 1u);
}

// As on a machine so busy that the process waits for its turn longer than an answer takes.
TEST(Exchange, AnAnswerThatWaitsCountsHoweverLate) {
  Echo port;
  port.reply = good;
  ExchangeLimits late = quick();
  late.timeout = std::chrono::milliseconds(0);
  Exchange exchange(port, late);
  EXPECT_EQ(ask(exchange, 100).answered.size(), 100u);
  EXPECT_EQ(exchange.sent(), 100u);
}

TEST(Exchange, AsksAgainWhatIsBusyAndNotWhatRefuses) {
  Echo port;
  port.reply = [&](const Mad& request) -> std::optional<Mad> {
    Mad answer = good(request);
    if (big_endian_16(request, 22) == 0) answer[5] = 0x1C;
    if (big_endian_16(request, 22) == 1 && std::ranges::count(port.requests, 1u) < 2) answer[5] = 1;
    return answer;
  };
  Exchange exchange(port, quick());
  const Outcome outcome = ask(exchange, 2);
  EXPECT_EQ(outcome.unanswered, std::vector<std::uint64_t>{0});
  EXPECT_EQ(outcome.answered, std::vector<std::uint64_t>{1});
  EXPECT_EQ(exchange.sent(), 3u);
}

TEST(Exchange, IgnoresUnrequestedAnswers) {
  Echo port;
  port.reply = [&](const Mad& request) {
    Mad answer = good(request);
    if (port.requests.size() == 1) set_transaction(answer, 999);
    return answer;
  };
  Exchange exchange(port, quick());
  EXPECT_EQ(ask(exchange, 1).answered.size(), 1u);
  EXPECT_EQ(exchange.sent(), 2u);
}

TEST(Exchange, EndsWithItsTime) {
  Echo port;
  port.reply = [](const Mad&) { return std::nullopt; };
  ExchangeLimits limits = quick();
  limits.timeout = std::chrono::hours(1);
  limits.end = std::chrono::steady_clock::now() + std::chrono::milliseconds(200);
  Exchange exchange(port, limits);
  EXPECT_EQ(ask(exchange, 1000).unanswered.size(), 1000u);
  EXPECT_EQ(exchange.sent(), 3u);
  EXPECT_TRUE(exchange.out_of_time());
}

}  // namespace
}  // namespace weft
