// Sends requests to many nodes, with a limited number in flight, and collects the answers.
#ifndef WEFT_LIVE_EXCHANGE_H_
#define WEFT_LIVE_EXCHANGE_H_

#include <chrono>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <utility>

#include "common/base/types.h"
#include "common/live/mad.h"

namespace weft {

// A port that sends and receives MADs.
class MadPort {
 public:
  virtual ~MadPort() = default;
  MadPort() = default;
  MadPort(const MadPort&) = delete;
  MadPort& operator=(const MadPort&) = delete;

  // to: the LID of the subnet administration; 0: the MAD has a directed route. Throws BadInput if
  // the port is gone.
  virtual void send(const Mad& mad, Lid to) = 0;
  // Waits for the next MAD; nullopt: none came in time. Throws BadInput if the port is gone.
  virtual std::optional<Mad> receive(std::chrono::milliseconds at_most) = 0;
};

struct ExchangeLimits {
  unsigned in_flight = 8;  // at least 1
  std::chrono::milliseconds timeout{1000};
  unsigned sends = 3;  // of an unanswered request, including the first; at least 1
  std::chrono::steady_clock::time_point end = std::chrono::steady_clock::time_point::max();
};

class Exchange {
 public:
  struct Question {
    Mad mad;
    Lid to = 0;             // as of MadPort::send
    std::uint64_t tag = 0;  // chosen by the caller
  };
  // The next question; nullopt: none now. It is called again after each answer.
  using Next = std::function<std::optional<Question>()>;
  // answer: nullptr if no answer came in time or the answer reports an error.
  using Answered = std::function<void(std::uint64_t tag, const Mad* answer)>;

  // The port must outlive the exchange.
  Exchange(MadPort& port, const ExchangeLimits& limits) : port_(port), limits_(limits) {}

  // Asks until no question is left and all are answered or given up. At the end of the time limit
  // nothing more is sent or answered. Ignores answers without a request. Throws what the port
  // throws.
  void run(const Next& next, const Answered& answered);

  std::uint64_t sent() const { return sent_; }
  std::uint64_t unanswered() const { return unanswered_; }
  // Did the time limit leave questions unasked or unanswered?
  bool out_of_time() const { return out_of_time_; }

 private:
  using Clock = std::chrono::steady_clock;
  struct Asked {
    Question question;
    unsigned sends = 0;
    Clock::time_point until;
  };

  bool is_over();
  void send(Asked asked);
  void await(const Answered& answered);
  bool take(const Mad& answer, const Answered& answered);
  void send_again_or_give_up(const Answered& answered);
  void give_up(std::uint64_t tag, const Answered& answered);

  MadPort& port_;
  ExchangeLimits limits_;
  std::map<std::uint32_t, Asked> asked_;  // by transaction, which is the order of `until`
  std::uint32_t transaction_ = 0;
  std::uint64_t sent_ = 0;
  std::uint64_t unanswered_ = 0;
  bool out_of_time_ = false;
};

}  // namespace weft

#endif  // WEFT_LIVE_EXCHANGE_H_
