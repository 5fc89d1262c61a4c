#include "common/live/path_queries.h"

#include <gtest/gtest.h>

#include <deque>

#include "common/live/mad.h"
#include "tests/support/fabric_text.h"

namespace weft {
namespace {

// Answers that the SL is (source + destination) % 16, to all but LID `deaf`.
class Administration : public MadPort {
 public:
  Lid deaf = 0;
  std::size_t asked = 0;

  void send(const Mad& mad, Lid to) override {
    EXPECT_EQ(to, 7);
    ++asked;
    Mad answer = mad;
    answer[3] = 0x81;
    answer[56 + 53] = static_cast<std::uint8_t>(
        0xF0 | ((big_endian_16(mad, 56 + 40) + big_endian_16(mad, 56 + 42)) & 0xF));
    if (big_endian_16(mad, 56 + 40) == deaf) answer[5] = 0x0C;
    answers_.push_back(answer);
  }
  std::optional<Mad> receive(std::chrono::milliseconds) override {
    const Mad mad = answers_.front();
    answers_.pop_front();
    return mad;
  }

 private:
  std::deque<Mad> answers_;
};

TEST(PathQueries, AskForEveryPair) {
  const Fabric fabric = triangle();
  Administration port;
  QueriedSls queried = query_path_sls(port, 7, fabric, {});
  EXPECT_EQ(queried.unanswered, 0u);
  EXPECT_EQ(port.asked, count_path_queries(fabric));
  std::uint64_t pairs = 0;
  for (EndPortIndex e = 0; e < fabric.end_port_count(); ++e) {
    const Lid from = fabric.end_ports()[e].lid;
    for (unsigned to = 1; to <= fabric.max_lid(); ++to) {
      const LidOwner owner = fabric.owner(static_cast<Lid>(to));
      if (from == 0 || owner.kind != PeerKind::kEndPort || owner.index == e) continue;
      ++pairs;
      EXPECT_EQ(queried.sls.rows[e][to], (from + to) & 0xF);
    }
  }
  EXPECT_EQ(pairs, port.asked);
  port.deaf = fabric.end_ports()[0].lid;
  queried = query_path_sls(port, 7, fabric, {});
  EXPECT_EQ(queried.unanswered, fabric.end_port_count() - 1u);
}

}  // namespace
}  // namespace weft
