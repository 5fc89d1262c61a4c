#include "plugins/opensm/layout.h"

#include <gtest/gtest.h>

#include <string>
#include <type_traits>

#include "plugins/opensm/module.h"
#include "plugins/shortest/minhop.h"
#include "tests/support/opensm_doubles.h"
#include "tests/support/opensm_subnet.h"
#include "tests/support/sketch.h"

namespace weft {
namespace {

TEST(Layout, IsThatOfAnOpensmOfTheSameHeaders) {
  test::OpensmSubnet subnet(test::Sketch(1).build());
  EXPECT_TRUE(has_our_layout(subnet.opensm()));
}

// In another layout each of them is a few words further on, or nearer.
TEST(Layout, IsAnotherIfAPointerIsNotWhereItIsExpected) {
  test::OpensmSubnet subnet(test::Sketch(1).build());
  osm_opensm_t& opensm = subnet.opensm();
  const auto shifted = [&](auto*& pointer) {
    auto* const right = pointer;
    pointer = reinterpret_cast<std::remove_reference_t<decltype(pointer)>>(
        reinterpret_cast<char*>(pointer) + 8);
    const bool found = !has_our_layout(opensm);
    pointer = right;
    return found;
  };
  EXPECT_TRUE(shifted(opensm.subn.p_osm));
  EXPECT_TRUE(shifted(opensm.sm.p_subn));
  EXPECT_TRUE(shifted(opensm.sm.p_log));
  EXPECT_TRUE(shifted(opensm.sm.p_lock));
  EXPECT_TRUE(shifted(opensm.sa.p_subn));
  EXPECT_TRUE(shifted(opensm.sa.p_log));
  EXPECT_TRUE(shifted(opensm.sa.p_lock));
  EXPECT_TRUE(has_our_layout(opensm));
}

TEST(Layout, APluginDoesNothingInAnother) {
  test::OpensmSubnet subnet(test::Sketch(1).build());
  subnet.opensm().sa.p_log = nullptr;
  const EngineInfo* const engines[] = {&minhop_engine()};
  testing::internal::CaptureStderr();
  EXPECT_EQ(create_plugin(&subnet.opensm(), "weft-minhop", engines), nullptr);
  const std::string said = testing::internal::GetCapturedStderr();
  EXPECT_TRUE(said.starts_with("weft-minhop is disabled: this opensm was built")) << said;
  EXPECT_TRUE(said.ends_with(" of this opensm\n")) << said;
  EXPECT_TRUE(test::opensm_doubles().registered.empty());
  EXPECT_EQ(subnet.log(), "");
}

}  // namespace
}  // namespace weft
