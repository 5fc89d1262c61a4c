// Questions to many nodes at a time, a bounded number of them on the wire, and their answers.
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

// A port that MADs leave by and come in at.
class MadPort {
 public:
  virtual ~MadPort() = default;
  MadPort() = default;
  MadPort(const MadPort&) = delete;
  MadPort& operator=(const MadPort&) = delete;

  // to: the LID of the subnet administration; 0: by the directed route that is in it. Throws
  // BadInput if the port is gone.
  virtual void send(const Mad& mad, Lid to) = 0;
  // Waits so long for the next one; nothing: none came. Throws BadInput if the port is gone.
  virtual std::optional<Mad> receive(std::chrono::milliseconds at_most) = 0;
};

struct ExchangeLimits {
  unsigned in_flight = 8;  // at least 1
  std::chrono::milliseconds timeout{1000};
  unsigned sends = 3;  // of a question that is not answered, the first among them; at least 1
  std::chrono::steady_clock::time_point end = std::chrono::steady_clock::time_point::max();
};

class Exchange {
 public:
  struct Question {
    Mad mad;
    Lid to = 0;             // as MadPort::send
    std::uint64_t tag = 0;  // whatever the caller knows it by
  };
  // Nothing if there is no question now; when an answer has come, it is asked again.
  using Next = std::function<std::optional<Question>()>;
  // nullptr: there is none in time, or it says that something is wrong.
  using Answered = std::function<void(std::uint64_t tag, const Mad* answer)>;

  // The port outlives it.
  Exchange(MadPort& port, const ExchangeLimits& limits) : port_(port), limits_(limits) {}

  // Asks until there is no question left and all are answered or given up. Once the limit of time
  // is reached nothing is sent any more, and nothing answered. Answers that nobody asked for are
  // ignored. Throws what the port throws.
  void run(const Next& next, const Answered& answered);

  std::uint64_t sent() const { return sent_; }
  std::uint64_t unanswered() const { return unanswered_; }
  // Did the limit of time leave something unasked or unanswered?
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
  void take(const Mad& answer, const Answered& answered);
  void send_again_or_give_up(const Answered& answered);
  void give_up(std::uint64_t tag, const Answered& answered);

  MadPort& port_;
  ExchangeLimits limits_;
  std::map<std::uint32_t, Asked> asked_;  // by transaction, and so in the order of `until`
  std::uint32_t transaction_ = 0;
  std::uint64_t sent_ = 0;
  std::uint64_t unanswered_ = 0;
  bool out_of_time_ = false;
};

}  // namespace weft

#endif  // WEFT_LIVE_EXCHANGE_H_
