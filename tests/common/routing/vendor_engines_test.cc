#include "common/routing/vendor_engines.h"

#include <gtest/gtest.h>

#include <string>

#include "plugins/engines.h"

namespace weft {
namespace {

TEST(VendorEngines, AreRoutedByEnginesThatThereAre) {
  for (const VendorEngine& vendor : kVendorEngines) {
    int routed_by = 0;
    for (const EngineInfo* engine : all_engines()) {
      if (!engine->is_registered_as(vendor.name)) continue;
      EXPECT_EQ(engine->name, vendor.engine);
      ++routed_by;
    }
    EXPECT_EQ(routed_by, 1) << vendor.name;
  }
}

TEST(VendorEngines, AreFoundInAnyCase) {
  ASSERT_NE(find_vendor_engine("AR_Updn"), nullptr);
  EXPECT_EQ(find_vendor_engine("AR_Updn")->engine, "updn");
  EXPECT_EQ(find_vendor_engine("updn"), nullptr);
  EXPECT_EQ(describe(*find_vendor_engine("ar_ftree")),
            "ar_ftree is routed by weft-ftree: OpenSM cannot turn on adaptive routing in "
            "switches, so each LID leaves a switch through one port");
}

}  // namespace
}  // namespace weft
