#include "plugins/opensm/status_keeper.h"

#include <gtest/gtest.h>

#include <chrono>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <thread>

#include "common/base/file.h"
#include "tests/support/fabric_text.h"
#include "tests/support/opensm_subnet.h"
#include "tests/support/sketch.h"

namespace weft {
namespace {

using Parsed = nlohmann::ordered_json;

using test::contains;

struct Kept {
  Kept() { keeper.emplace(Log(subnet.opensm().log, "weft")); }

  // What was written last; null: nothing.
  Parsed written() {
    keeper.reset();
    Parsed json;
    if (std::filesystem::exists(path)) json = Parsed::parse(read_file(path));
    std::filesystem::remove(path);
    keeper.emplace(Log(subnet.opensm().log, "weft"));
    return json;
  }
  static Status by(std::string engine) {
    Status status;
    status.engine = std::move(engine);
    return status;
  }

  TemporaryDirectory folder;
  std::string path = folder.file("status.json");
  test::OpensmSubnet subnet{test::Sketch(1).build()};
  std::optional<StatusKeeper> keeper;
};

TEST(StatusKeeper, WritesWhoRoutesAndWhoDidNot) {
  Kept kept;
  kept.keeper->add_failure(kept.path, "weft-ftree", "this is no tree", false);
  kept.keeper->add_success(kept.path, Kept::by("weft-updn"));
  kept.keeper->finish(kept.path, "weft-updn");
  const Parsed json = kept.written();
  EXPECT_EQ(json["engine"], "weft-updn");
  EXPECT_EQ(json["fallbacks"].size(), 1u);
  EXPECT_EQ(json["fallbacks"][0]["reason"], "this is no tree");
  EXPECT_EQ(json["since"], json["routed"]);
}

TEST(StatusKeeper, WritesThatOpensmsOwnRoutes) {
  Kept kept;
  kept.keeper->add_failure(kept.path, "weft-ftree", "this is no tree", false);
  EXPECT_EQ(kept.written(), nullptr) << "another engine is asked";
  kept.keeper->add_failure(kept.path, "weft-ftree", "this is no tree", true);
  Parsed json = kept.written();
  EXPECT_EQ(json["engine"], nullptr);
  EXPECT_EQ(json["fallbacks"].size(), 1u);
  kept.keeper->add_failure(kept.path, "weft-ftree", "this is no tree", true);
  kept.keeper->finish(kept.path, "minhop");
  json = kept.written();
  EXPECT_EQ(json["engine"], "minhop");
  EXPECT_EQ(json["fallbacks"].size(), 1u);
}

TEST(StatusKeeper, OfOthersItSaysNothing) {
  Kept kept;
  kept.keeper->finish(kept.path, "updn");
  kept.keeper->add_failure(kept.path, "weft-ftree", "this is no tree", false);
  kept.keeper->finish(kept.path, "weft-updn");
  EXPECT_EQ(kept.written(), nullptr);
}

TEST(StatusKeeper, FallbacksAreThoseOfTheRoutingAtHand) {
  Kept kept;
  kept.keeper->add_failure(kept.path, "weft-ftree", "this is no tree", false);
  kept.keeper->begin();
  kept.keeper->add_success(kept.path, Kept::by("weft-updn"));
  kept.keeper->finish(kept.path, "weft-updn");
  EXPECT_EQ(kept.written()["fallbacks"].size(), 0u);
}

TEST(StatusKeeper, SaysSinceWhen) {
  Kept kept;
  kept.keeper->add_success("", Kept::by("weft-updn"));
  const UnixSeconds first = unix_now();
  while (unix_now() <= first + 1) std::this_thread::sleep_for(std::chrono::milliseconds(50));
  kept.keeper->add_success(kept.path, Kept::by("weft-updn"));
  const Parsed json = kept.written();
  EXPECT_LT(json["since"].get<std::string>(), json["routed"].get<std::string>());
}

TEST(StatusKeeper, SaysOnceThatItCannotWrite) {
  Kept kept;
  kept.keeper->add_success("/proc/none/status", Kept::by("weft-updn"));
  kept.written();
  EXPECT_TRUE(contains(kept.subnet.log(), "there is no new status for others to read: /proc"));
}

}  // namespace
}  // namespace weft
