#include "common/base/checksum.h"

#include <gtest/gtest.h>

namespace weft {
namespace {

TEST(Checksum, TellsBytesApart) {
  EXPECT_NE(checksum("leaf-1"), checksum("leaf-2"));
  EXPECT_NE(checksum("leaf-1"), checksum("leaf-1", 1));
  EXPECT_EQ(checksum("leaf-1", 1), checksum("leaf-1", 1));
}

}  // namespace
}  // namespace weft
