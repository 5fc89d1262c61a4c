#include "common/base/prometheus_text.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <limits>

namespace weft {
namespace {

TEST(PrometheusText, HasHelpAndTypeBeforeTheSamples) {
  PrometheusText text("a");
  text.gauge("weft_links", "Links.", 3u);
  text.begin("weft_routings_total", "Routings.", PrometheusText::Type::kCounter);
  text.sample(1, {{"result", "kept"}, {"engine", "e"}});
  text.sample(2, {{"result", "failed"}});
  EXPECT_EQ(text.text(),
            "# HELP weft_links Links.\n"
            "# TYPE weft_links gauge\n"
            "weft_links{source=\"a\"} 3\n"
            "# HELP weft_routings_total Routings.\n"
            "# TYPE weft_routings_total counter\n"
            "weft_routings_total{source=\"a\",result=\"kept\",engine=\"e\"} 1\n"
            "weft_routings_total{source=\"a\",result=\"failed\"} 2\n");
}

// The last line of a metric with this value.
template <typename Value>
std::string written(Value value) {
  PrometheusText text("a");
  text.gauge("m", "M.", value);
  return text.text().substr(text.text().rfind('}') + 2);
}

TEST(PrometheusText, ValuesKeepAllTheirDigits) {
  EXPECT_EQ(written(true), "1\n");
  EXPECT_EQ(written(false), "0\n");
  EXPECT_EQ(written(std::uint8_t{65}), "65\n");
  EXPECT_EQ(written(std::numeric_limits<std::uint64_t>::max()), "18446744073709551615\n");
  EXPECT_EQ(written(0.1), "0.1\n");
  EXPECT_EQ(written(20.0), "20\n");
}

TEST(PrometheusText, LabelsAreEscaped) {
  PrometheusText text("a\\b\"c\nd");
  text.begin("m", "M.");
  text.sample(1, {{"engine", "\"\\\\n\n\xff\u00e9"}});
  EXPECT_EQ(text.text().substr(text.text().rfind("m{")),
            "m{source=\"a\\\\b\\\"c\\nd\",engine=\"\\\"\\\\\\\\n\\n\uFFFD\u00e9\"} 1\n");
}

}  // namespace
}  // namespace weft
