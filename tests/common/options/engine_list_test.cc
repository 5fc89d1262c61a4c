#include "common/options/engine_list.h"

#include <gtest/gtest.h>

namespace weft {
namespace {

using Names = std::vector<std::string_view>;

TEST(EnginesIn, AreBetweenCommasAndBlanks) {
  EXPECT_EQ(engines_in("weft-ftree,weft-updn minhop"),
            (Names{"weft-ftree", "weft-updn", "minhop"}));
  EXPECT_EQ(engines_in("\t,chain, , no_fallback,"), (Names{"chain", "no_fallback"}));
  EXPECT_EQ(engines_in(""), Names());
  EXPECT_EQ(engines_in(", \t"), Names());
}

TEST(PluginsIn, AreBetweenBlanksButForTheFirst) {
  EXPECT_EQ(plugins_in("weft"), Names{"weft"});
  EXPECT_EQ(plugins_in(" weft-updn  weft-ftree\t"), (Names{"weft-updn", "weft-ftree"}));
  EXPECT_EQ(plugins_in("weft-updn,weft-ftree,weft-lash"),
            (Names{"weft-updn", "weft-ftree,weft-lash"}))
      << "OpenSM takes commas between plug-ins only behind the first one";
  EXPECT_EQ(plugins_in(""), Names());
}

TEST(StockEngines, AreKnownByTheirExactNames) {
  EXPECT_TRUE(is_stock_engine("torus-2QoS"));
  EXPECT_TRUE(is_stock_engine("minhop"));
  EXPECT_FALSE(is_stock_engine("torus-2qos"));
  EXPECT_FALSE(is_stock_engine("chain"));
  EXPECT_FALSE(is_stock_engine(kNoFallback));
}

}  // namespace
}  // namespace weft
