#include "common/options/option_values.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <string>

#include "common/base/error.h"
#include "tests/support/fabric_text.h"
#include "tests/support/sketch.h"

namespace weft {
namespace {

using test::contains;

TEST(ParseBool, TakesWhatPeopleWriteInAnyCase) {
  for (const char* yes : {"TRUE", "true", "Yes", "ON", "1"}) EXPECT_TRUE(parse_bool("k", yes));
  for (const char* no : {"FALSE", "False", "no", "oFF", "0"}) EXPECT_FALSE(parse_bool("k", no));
  for (const char* bad : {"", "2", "TRUE ", "t", "yess", "(null)"}) {
    EXPECT_EQ(refusal([&] { parse_bool("port_shifting", bad); }),
              "port_shifting is '" + std::string(bad) + "': write TRUE or FALSE");
  }
}

TEST(ParseNumber, IsAsInCAndFitsItsType) {
  EXPECT_EQ(parse_number<std::uint32_t>("k", "4294967295"), 4294967295u);
  EXPECT_EQ(parse_number<std::uint32_t>("k", "0x10"), 16u);
  EXPECT_EQ(parse_number<std::uint8_t>("k", "017"), 15u);
  EXPECT_EQ(parse_number<std::uint16_t>("k", " 65535 "), 65535u);
  for (const char* bad : {"", "x", "-1", "1.5", "4294967296", "0x", "1 2", "08"}) {
    EXPECT_TRUE(contains(refusal([&] { parse_number<std::uint32_t>("scatter_ports", bad); }),
                         "scatter_ports is '" + std::string(bad) + "': write a number up to"));
  }
  EXPECT_EQ(refusal([] { parse_number<std::uint16_t>("max_reverse_hops", "65536"); }),
            "max_reverse_hops is '65536': write a number up to 65535, or 0 for none");
  EXPECT_EQ(refusal([] { parse_number<std::uint8_t>("lash_start_vl", "256"); }),
            "lash_start_vl is '256': write a number up to 255, or 0 for none");
}

TEST(ParseThreads, AreANumberOrAuto) {
  EXPECT_EQ(parse_threads("k", "auto"), 0u);
  EXPECT_EQ(parse_threads("k", "0"), 0u);
  EXPECT_EQ(parse_threads("k", "1024"), kMaxThreads);
  for (const char* bad : {"", "1025", "-1", "1e3", "0x10", "AUTO", "4 "}) {
    EXPECT_EQ(refusal([&] { parse_threads("weft_threads", bad); }),
              "weft_threads is '" + std::string(bad) +
                  "': write a number of threads up to 1024, or auto");
  }
}

TEST(ParseBalance, IsOneOfTwoWords) {
  EXPECT_EQ(parse_balance("k", "fabric"), Balance::kFabric);
  EXPECT_EQ(parse_balance("k", "Switch"), Balance::kSwitch);
  EXPECT_EQ(refusal([] { parse_balance("weft_balance", "sideways"); }),
            "weft_balance is 'sideways': write fabric or switch");
}

TEST(ParseDownUpTurns, IsTheVendorsNumber) {
  EXPECT_EQ(parse_down_up_turns("k", "0"), DownUpTurns::kAllowed);
  EXPECT_EQ(parse_down_up_turns("k", "1"), DownUpTurns::kNever);
  EXPECT_EQ(parse_down_up_turns("k", "2"), DownUpTurns::kIfNoneIsShorter);
  EXPECT_EQ(refusal([] { parse_down_up_turns("dfp_down_up_turns_mode", "3"); }),
            "dfp_down_up_turns_mode is '3': write 0, 1 or 2");
}

TEST(ParseTrafficMix, IsPatternsWithWeights) {
  EXPECT_EQ(parse_traffic_mix("k", "shift,bisection"), usual_traffic());
  EXPECT_EQ(parse_traffic_mix("k", " Shift:3 , ring:0"),
            (TrafficMix{{PatternKind::kShift, 3}, {PatternKind::kRing, 0}}));
  for (const char* wrong : {"", "shift,", "shift;ring", "shift:", "shift:-1", "shift:1001", "pairs",
                            "ring,ring", "ring:0", "ring:1x", ","}) {
    EXPECT_NE(refusal([&] { parse_traffic_mix("k", wrong); }), "") << wrong;
  }
  EXPECT_EQ(
      refusal([] { parse_traffic_mix("weft_traffic", "shift,rings:2"); }),
      "weft_traffic is 'shift,rings:2', with 'rings:2': write names with commas between, each "
      "at most once and with a weight of 0 to 1000 or without, not all 0, like shift:2,ring; "
      "the names are adversarial, alltoall, bisection, doubling, halo, hierarchical, jobs, "
      "random, ring, shift, stencil, storage");
}

TEST(ParseStages, AreOneOrTwo) {
  EXPECT_EQ(parse_stages("k", "at_once"), Stages::kOne);
  EXPECT_EQ(parse_stages("k", "Staged"), Stages::kTwo);
  EXPECT_EQ(refusal([] { parse_stages("weft_transition", "2"); }),
            "weft_transition is '2': write at_once or staged");
}

TEST(ParseStructure, IsATreeOrNone) {
  EXPECT_EQ(parse_structure("k", "PGFT(2; 4,4; 1,2)"), parse_tree_shape("PGFT(2; 4,4; 1,2)"));
  for (const char* none : {"", "(null)", "(NULL)"})
    EXPECT_EQ(parse_structure("k", none), std::nullopt);
  const std::string message = refusal([] { parse_structure("pqft_structure", "PGFT(2; 4,4)"); });
  EXPECT_TRUE(contains(message, "pqft_structure is 'PGFT(2; 4,4)'")) << message;
  EXPECT_TRUE(contains(message, "expected «;» and W1 to W2")) << message;
}

TEST(IsPath, NoneIsEmptyOrNull) {
  EXPECT_TRUE(is_path("/etc/opensm/roots"));
  EXPECT_TRUE(is_path("(NULL)")) << "OpenSM writes (null)";
  EXPECT_FALSE(is_path(""));
  EXPECT_FALSE(is_path("(null)"));
}

}  // namespace
}  // namespace weft
