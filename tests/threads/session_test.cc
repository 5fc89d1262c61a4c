// A Session between threads: OpenSM asks for SLs while it routes.
#include "common/session/session.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <memory>
#include <set>
#include <thread>
#include <vector>

#include "common/base/error.h"
#include "plugins/layered/dfsssp.h"
#include "tests/support/lane_routing.h"
#include "tests/threads/fabrics.h"

namespace weft {
namespace {

using Answers = std::set<std::shared_ptr<const Verified>>;

// Asks for the last routing, and what it says of some paths, until it is told to end.
class Asker {
 public:
  explicit Asker(const Session& session) : thread_([this, &session] { ask(session); }) {}
  // The routings that it was told of.
  Answers end() {
    done_ = true;
    thread_.join();
    EXPECT_EQ(strange_, 0u);
    return answers_;
  }
  void wait_for_an_answer() const {
    while (!answered_) std::this_thread::yield();
  }

 private:
  void ask(const Session& session) {
    while (!done_) {
      const std::shared_ptr<const Verified> last = session.last();
      if (last == nullptr) continue;
      answers_.insert(last);
      for (const EndPort& from : last->fabric.end_ports()) {
        const Sl sl = path_sl(last->routing.lanes, {.sw = from.sw}, last->fabric.max_lid(), 9);
        if (sl >= 8) ++strange_;  // none of those that there are
      }
      answered_ = true;
    }
  }

  Answers answers_;
  unsigned strange_ = 0;
  std::atomic<bool> answered_ = false;
  std::atomic<bool> done_ = false;
  std::jthread thread_;
};

TEST(Session, AnswersForCompleteRoutingsWhileItRoutes) {
  const Fabric fabric = test::small_torus();
  TableBlock block(fabric.switch_count(), fabric.max_lid());
  Session session(dfsssp_engine());
  const LaneSettings lanes = {.budget = first_lanes(8)};

  std::vector<std::unique_ptr<Asker>> askers;
  for (int i = 0; i < 3; ++i) askers.push_back(std::make_unique<Asker>(session));
  Answers made;
  for (int i = 0; i < 4; ++i) {
    made.insert(session.route({Fabric(fabric), {}, Workers(2), lanes}, block.tables()));
  }
  for (const auto& asker : askers) {
    asker->wait_for_an_answer();
    const Answers told = asker->end();
    EXPECT_TRUE(std::ranges::includes(made, told));
    EXPECT_FALSE(told.empty());
  }
}

std::atomic<bool> asked_to_stop = false;

TEST(Session, IsStoppedByAnotherThread) {
  const Fabric fabric = test::small_torus();
  TableBlock block(fabric.switch_count(), fabric.max_lid());
  Session session(dfsssp_engine());
  const Workers workers(3, [] { return asked_to_stop.load(); });
  asked_to_stop = false;
  const std::jthread stopper([] { asked_to_stop = true; });
  const auto route_for_ever = [&] {
    for (;;) session.route({Fabric(fabric), {}, workers}, block.tables());
  };
  EXPECT_THROW(route_for_ever(), Stopped);
  EXPECT_EQ(block.tables().row(0)[1], kNoPath);
}

}  // namespace
}  // namespace weft
