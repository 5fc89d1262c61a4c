#include "common/state/state_code.h"

#include <gtest/gtest.h>

#include <string>

#include "common/base/random.h"
#include "common/fabric/generators/generators.h"
#include "common/fabric/renumber.h"
#include "plugins/layered/dfsssp.h"
#include "plugins/shortest/minhop.h"
#include "tests/support/fabric_facts.h"
#include "tests/support/fabric_text.h"
#include "tests/support/living_fabric.h"
#include "tests/support/raw_state.h"
#include "tests/support/routed_session.h"

namespace weft {
namespace {

const Workers kWorkers(2);

Fabric small_torus() {
  GridSpec spec;
  spec.dims = {3, 4};
  spec.cas = 1;
  return with_new_lids(make_torus(spec), 0);
}

const LinkWatch::Histories kLostLinks = {
    {make_link({1, 2}, {3, 4}), {.losses = {10, 20, 30}, .up_since = 31, .is_held = true}},
    {make_link({1, 3}, {4, 4}), {.losses = {25}, .up_since = 26}}};

// Of an engine with lanes, with a baseline that is not the active routing, with SLs of before, and
// with links that were lost.
std::string encoded(std::uint64_t generation = 7) {
  test::RoutedSession session(dfsssp_engine(), 8);
  test::LivingFabric torus(small_torus());
  EXPECT_EQ(session.route(torus.now()), "");
  torus.lose_link(0, 1);
  torus.lose_link(5, 2);
  EXPECT_EQ(session.route(torus.now()), "");
  SessionState state = session.state();
  state.lost_links = kLostLinks;
  return encode_state(state, generation, kWorkers);
}

TEST(StateCode, GivesTheSameStateBack) {
  test::RoutedSession session(dfsssp_engine(), 8);
  test::LivingFabric torus(small_torus());
  ASSERT_EQ(session.route(torus.now()), "");
  torus.lose_link(0, 1);
  ASSERT_EQ(session.route(torus.now()), "");
  SessionState state = session.state();
  state.lost_links = kLostLinks;
  ASSERT_NE(state.baseline, state.last);
  const std::string bytes = encode_state(state, 7, kWorkers);
  EXPECT_EQ(decode_generation(bytes), 7u);
  const SessionState again = decode_state(bytes, kWorkers);
  EXPECT_EQ(again.engine, "dfsssp");
  EXPECT_EQ(again.options, state.options);
  EXPECT_EQ(again.lanes, state.lanes);
  EXPECT_EQ(again.lost_links, kLostLinks);
  for (const auto& [a, b] : {std::pair(state.last, again.last), {state.baseline, again.baseline}}) {
    EXPECT_EQ(text_of(b->fabric), text_of(a->fabric));
    EXPECT_EQ(test::rows_of(*b), test::rows_of(*a));
    EXPECT_EQ(b->routing.lanes, a->routing.lanes);
    EXPECT_EQ(b->routing.multicast.masters.size(), a->routing.multicast.masters.size());
    ASSERT_NE(b->verdict.evidence, nullptr) << "it was verified";
    EXPECT_EQ(b->verdict.evidence->turns, a->verdict.evidence->turns);
  }
  EXPECT_EQ(encode_state(again, 7, kWorkers), bytes);
}

TEST(StateCode, EveryByteCounts) {
  std::string bytes = encoded();
  ASSERT_EQ(refusal([&] { decode_state(bytes, kWorkers); }), "");
  for (char& byte : bytes) {
    byte = static_cast<char>(byte ^ 1);
    EXPECT_NE(refusal([&] { decode_state(bytes, kWorkers); }), "") << &byte - bytes.data();
    byte = static_cast<char>(byte ^ 1);
  }
}

TEST(StateCode, CutOffItIsRefused) {
  const std::string bytes = encoded();
  for (std::size_t size = 0; size < bytes.size(); ++size) {
    EXPECT_NE(refusal([&] { decode_state(bytes.substr(0, size), kWorkers); }), "") << size;
  }
  EXPECT_EQ(refusal([&] { decode_state(bytes.substr(0, bytes.size() - 1), kWorkers); }),
            "it is cut off");
}

TEST(StateCode, SaysWhatItIsNot) {
  test::RawState raw = test::taken_apart(encoded());
  EXPECT_EQ(refusal([&] { decode_state(std::string(100, '#'), kWorkers); }),
            "it is not a state file of Weft's");
  ++raw.version;
  EXPECT_EQ(refusal([&] { decode_state(test::put_together(raw), kWorkers); }),
            "another version of Weft wrote it, or it is damaged");
}

// With checksums that match: what comes out, if anything, can be gone on from.
TEST(StateCode, TakesNoContentAmiss) {
  const test::RawState good = test::taken_apart(encoded());
  ASSERT_EQ(refusal([&] { decode_state(test::put_together(good), kWorkers); }), "");
  Random random(1);
  unsigned taken = 0;
  for (int i = 0; i < 3'000; ++i) {
    test::RawState raw = good;
    std::string& section =
        raw.sections[random.below(static_cast<std::uint32_t>(raw.sections.size()))];
    if (section.empty()) continue;
    const auto at = random.below(static_cast<std::uint32_t>(section.size()));
    section[at] = static_cast<char>(random.below(256));
    if (random.below(8) == 0) section.resize(at);
    try {
      const SessionState state = decode_state(test::put_together(raw), kWorkers);
      test::RoutedSession session(dfsssp_engine(), 8);
      session.resume(state);
      EXPECT_EQ(session.route(small_torus()), "");
      ++taken;
    } catch (const BadInput&) {
    }
  }
  EXPECT_GT(taken, 100u);
}

}  // namespace
}  // namespace weft
