#include "plugins/opensm/guarded.h"

#include <gtest/gtest.h>

#include <new>
#include <stdexcept>

#include "tests/support/opensm_subnet.h"
#include "tests/support/sketch.h"

namespace weft {
namespace {

using test::contains;

struct Guarded : ::testing::Test {
  test::OpensmSubnet subnet{test::two_switches().fabric};
  Log log{subnet.opensm().log, "weft-test"};
};

TEST_F(Guarded, IsWhatTheBodyReturns) {
  EXPECT_EQ(guarded(log, -1, [] { return 7; }), 7);
  EXPECT_EQ(subnet.log(), "");
}

TEST_F(Guarded, NoExceptionPasses) {
  EXPECT_EQ(guarded(log, -1, []() -> int { throw std::runtime_error("no such switch"); }), -1);
  EXPECT_TRUE(contains(subnet.log(), "weft-test: no such switch"));
  EXPECT_EQ(guarded(log, -2, []() -> int { throw std::bad_alloc(); }), -2);
  EXPECT_TRUE(contains(subnet.log(), "there is not enough memory"));
  EXPECT_EQ(guarded(log, -3, []() -> int { throw 42; }), -3);
  EXPECT_TRUE(contains(subnet.log(), "an unknown error occurred"));
}

}  // namespace
}  // namespace weft
