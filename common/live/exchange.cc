#include "common/live/exchange.h"

#include <algorithm>

namespace weft {

void Exchange::run(const Next& next, const Answered& answered) {
  while (true) {
    std::optional<Question> question;
    while (asked_.size() < limits_.in_flight && (question = next())) {
      if (is_over()) {
        give_up(question->tag, answered);
      } else {
        send({*question, 0, {}});
      }
    }
    if (asked_.empty()) return;
    if (is_over()) {
      for (const auto& [number, asked] : std::exchange(asked_, {})) {
        give_up(asked.question.tag, answered);
      }
      continue;
    }
    await(answered);
  }
}

bool Exchange::is_over() {
  if (!out_of_time_) out_of_time_ = Clock::now() >= limits_.end;
  return out_of_time_;
}

void Exchange::send(Asked asked) {
  set_transaction(asked.question.mad, ++transaction_);
  ++asked.sends;
  ++sent_;
  asked.until = Clock::now() + limits_.timeout;
  port_.send(asked.question.mad, asked.question.to);
  asked_.emplace_hint(asked_.end(), transaction_, asked);
}

// Handles one answer. If none was waiting, requests that have timed out: a busy machine may read an
// answer long after it came.
void Exchange::await(const Answered& answered) {
  const auto until = std::min(asked_.begin()->second.until, limits_.end);
  const auto wait = std::chrono::ceil<std::chrono::milliseconds>(until - Clock::now());
  const std::optional<Mad> answer =
      port_.receive(std::max(wait, std::chrono::milliseconds::zero()));
  if (!answer || !take(*answer, answered)) send_again_or_give_up(answered);
}

// Returns: is a request settled by it?
bool Exchange::take(const Mad& answer, const Answered& answered) {
  const auto found = asked_.find(transaction(answer));
  // A request to a busy node is sent again when it times out.
  if (found == asked_.end() || is_busy(answer)) return false;
  const Asked asked = found->second;
  asked_.erase(found);
  if (answers(answer, asked.question.mad)) {
    answered(asked.question.tag, &answer);
  } else {
    give_up(asked.question.tag, answered);
  }
  return true;
}

void Exchange::send_again_or_give_up(const Answered& answered) {
  const Clock::time_point now = Clock::now();
  while (!asked_.empty() && asked_.begin()->second.until <= now && now < limits_.end) {
    const Asked late = asked_.begin()->second;
    asked_.erase(asked_.begin());
    if (late.sends < limits_.sends) {
      send(late);
    } else {
      give_up(late.question.tag, answered);
    }
  }
}

void Exchange::give_up(std::uint64_t tag, const Answered& answered) {
  ++unanswered_;
  answered(tag, nullptr);
}

}  // namespace weft
