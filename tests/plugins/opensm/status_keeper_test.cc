#include "plugins/opensm/status_keeper.h"

#include <gtest/gtest.h>

#include <chrono>
#include <filesystem>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "common/base/file.h"
#include "common/base/text.h"
#include "tests/support/fabric_text.h"
#include "tests/support/opensm_subnet.h"
#include "tests/support/sketch.h"

namespace weft {
namespace {

using Parsed = nlohmann::ordered_json;

using test::contains;
using Counts = std::vector<std::string>;

struct Kept {
  Kept() { keeper.emplace(Log(subnet.opensm().log, "weft")); }

  StatusPaths paths() const { return {path, metrics_path}; }

  // What was written last; null: nothing.
  Parsed written() {
    keeper.reset();
    Parsed json;
    if (std::filesystem::exists(path)) json = Parsed::parse(read_file(path));
    std::filesystem::remove(path);
    keeper.emplace(Log(subnet.opensm().log, "weft"));
    return json;
  }
  // The lines of weft_routings_total that are not 0, without its name and the label of all.
  Counts counts() {
    written();
    Counts counts;
    const std::string text = read_file(metrics_path);
    Lines lines(text);
    while (lines.next()) {
      Scanner line(lines.line());
      if (line.eat("weft_routings_total{source=\"metrics\",") && !line.rest().ends_with(" 0")) {
        counts.emplace_back(line.rest());
      }
    }
    return counts;
  }
  static Status by(std::string engine) {
    Status status;
    status.engine = std::move(engine);
    status.routing = std::make_shared<const Verified>();
    status.verdict = std::make_shared<const Verdict>();
    return status;
  }

  TemporaryDirectory folder;
  std::string path = folder.file("status.json");
  std::string metrics_path = folder.file("metrics.prom");
  test::OpensmSubnet subnet{test::Sketch(1).build()};
  std::optional<StatusKeeper> keeper;
};

TEST(StatusKeeper, WritesWhoRoutesAndWhoDidNot) {
  Kept kept;
  kept.keeper->add_failure(kept.paths(), "weft-ftree", "this is no tree", false);
  kept.keeper->add_success(kept.paths(), Kept::by("weft-updn"));
  kept.keeper->finish(kept.paths(), "weft-updn");
  const Parsed json = kept.written();
  EXPECT_EQ(json["engine"], "weft-updn");
  EXPECT_EQ(json["fallbacks"].size(), 1u);
  EXPECT_EQ(json["fallbacks"][0]["reason"], "this is no tree");
  EXPECT_EQ(json["since"], json["routed"]);
}

TEST(StatusKeeper, WritesThatOpensmsOwnRoutes) {
  Kept kept;
  kept.keeper->add_failure(kept.paths(), "weft-ftree", "this is no tree", false);
  EXPECT_EQ(kept.written(), nullptr) << "another engine is asked";
  kept.keeper->add_failure(kept.paths(), "weft-ftree", "this is no tree", true);
  Parsed json = kept.written();
  EXPECT_EQ(json["engine"], nullptr);
  EXPECT_EQ(json["fallbacks"].size(), 1u);
  kept.keeper->add_failure(kept.paths(), "weft-ftree", "this is no tree", true);
  kept.keeper->finish(kept.paths(), "minhop");
  json = kept.written();
  EXPECT_EQ(json["engine"], "minhop");
  EXPECT_EQ(json["fallbacks"].size(), 1u);
}

TEST(StatusKeeper, OpensmsOwnFromTheStartReplacesTheVerdictOfAnEarlierOpensm) {
  Kept kept;
  {
    StatusKeeper earlier(Log(kept.subnet.opensm().log, "weft"));
    earlier.add_success(kept.paths(), Kept::by("weft-updn"));
  }
  kept.keeper->finish(kept.paths(), "updn");
  const Parsed json = kept.written();
  EXPECT_EQ(json["engine"], "updn");
  EXPECT_EQ(json["verdict"], nullptr);
  EXPECT_EQ(json["sm_state"], "master");
}

TEST(StatusKeeper, OfOthersItSaysNothing) {
  Kept kept;
  for (const char* other : {"weft-updn", "ar_updn", "pqft"}) {
    kept.keeper->add_failure(kept.paths(), "weft-ftree", "this is no tree", false);
    kept.keeper->finish(kept.paths(), other);
  }
  EXPECT_EQ(kept.written(), nullptr);
}

// It is first in the list, so no engine of Weft is asked.
TEST(StatusKeeper, WritesThatOpensmsOwnRoutesAgain) {
  Kept kept;
  kept.keeper->add_success(kept.paths(), Kept::by("weft-updn"));
  kept.keeper->finish(kept.paths(), "weft-updn");
  kept.keeper->finish(kept.paths(), "ftree");
  const Parsed json = kept.written();
  EXPECT_EQ(json["engine"], "ftree");
  EXPECT_EQ(json["verdict"], nullptr);
  EXPECT_EQ(kept.counts(), Counts{"result=\"routed\"} 1"});
}

TEST(StatusKeeper, WritesThatOpensmsOwnRoutesAgainAfterAllFailed) {
  Kept kept;
  kept.keeper->add_failure(kept.paths(), "weft-updn", "this is no tree", false);
  kept.keeper->finish(kept.paths(), "ftree");
  kept.keeper->add_failure(kept.paths(), "weft-updn", "this is no tree", true);
  kept.keeper->begin();
  kept.keeper->finish(kept.paths(), "ftree");
  EXPECT_EQ(kept.written()["engine"], "ftree");
  EXPECT_EQ(kept.counts(), Counts{"result=\"failed\"} 2"});
}

TEST(StatusKeeper, FallbacksAreThoseOfTheRoutingAtHand) {
  Kept kept;
  kept.keeper->add_failure(kept.paths(), "weft-ftree", "this is no tree", false);
  kept.keeper->begin();
  kept.keeper->add_success(kept.paths(), Kept::by("weft-updn"));
  kept.keeper->finish(kept.paths(), "weft-updn");
  EXPECT_EQ(kept.written()["fallbacks"].size(), 0u);
}

TEST(StatusKeeper, SaysSinceWhen) {
  Kept kept;
  kept.keeper->add_success({}, Kept::by("weft-updn"));
  const UnixSeconds first = unix_now();
  while (unix_now() <= first + 1) std::this_thread::sleep_for(std::chrono::milliseconds(50));
  kept.keeper->add_success(kept.paths(), Kept::by("weft-updn"));
  const Parsed json = kept.written();
  EXPECT_LT(json["since"].get<std::string>(), json["routed"].get<std::string>());
}

TEST(StatusKeeper, SaysOnceThatItCannotWrite) {
  Kept kept;
  kept.keeper->add_success({"/proc/none/status", kept.metrics_path}, Kept::by("weft-updn"));
  kept.written();
  EXPECT_TRUE(contains(kept.subnet.log(), "the status file was not updated: /proc"));
  EXPECT_TRUE(std::filesystem::exists(kept.metrics_path)) << "that is another file";
}

TEST(StatusKeeper, SaysThatThisSmIsNoMaster) {
  Kept kept;
  kept.keeper->set_sm_state(kept.paths(), SmState::kStandby);
  EXPECT_EQ(kept.written()["sm_state"], "standby") << "it never was the master";

  kept.keeper->add_success(kept.paths(), Kept::by("weft-updn"));
  kept.keeper->finish(kept.paths(), "weft-updn");
  kept.keeper->set_sm_state(kept.paths(), SmState::kStandby);
  Parsed json = kept.written();
  EXPECT_EQ(json["sm_state"], "standby");
  EXPECT_EQ(json["engine"], nullptr);
  EXPECT_EQ(json["routed"], nullptr);
}

TEST(StatusKeeper, AMasterAgainHasAnEngineWhenItHasRouted) {
  Kept kept;
  kept.keeper->set_sm_state(kept.paths(), SmState::kMaster);
  EXPECT_EQ(kept.written(), nullptr) << "no file says anything else";
  for (int i = 0; i < 2; ++i) {
    kept.keeper->add_success(kept.paths(), Kept::by("weft-updn"));
    kept.keeper->set_sm_state(kept.paths(), SmState::kStandby);
  }
  kept.keeper->set_sm_state(kept.paths(), SmState::kMaster);
  Parsed json = kept.written();
  EXPECT_EQ(json["sm_state"], "master");
  EXPECT_EQ(json["engine"], nullptr);
  kept.keeper->add_success(kept.paths(), Kept::by("weft-updn"));
  EXPECT_EQ(kept.written()["engine"], "weft-updn");
}

TEST(StatusKeeper, SaysThatOpensmHasEndedAndThenNothing) {
  Kept kept;
  kept.keeper->set_sm_state(kept.paths(), SmState::kEnded);
  EXPECT_EQ(kept.written(), nullptr) << "there is no file that is out of date";
  kept.keeper->add_success(kept.paths(), Kept::by("weft-updn"));
  kept.keeper->set_sm_state(kept.paths(), SmState::kEnded);
  kept.keeper->set_sm_state(kept.paths(), SmState::kStandby);
  EXPECT_EQ(kept.written()["sm_state"], "ended");
}

TEST(StatusKeeper, CountsWhatBecomesOfRoutings) {
  Kept kept;
  const auto add = [&](std::optional<Change> change, std::string kept_because = "") {
    auto routing = std::make_shared<Verified>();
    routing->change = std::move(change);
    routing->kept_because = std::move(kept_because);
    Status status = Kept::by("weft-updn");
    status.routing = std::move(routing);
    kept.keeper->add_success(kept.paths(), std::move(status));
    kept.keeper->finish(kept.paths(), "weft-updn");
  };
  Change change;
  add({});
  add(change);
  change.repaired = true;
  add(change);
  add(change, "no engine can");
  change.entries = 3;
  add(change);
  EXPECT_EQ(kept.counts(), (Counts{"result=\"routed\"} 2", "result=\"repaired\"} 1",
                                   "result=\"unchanged\"} 1", "result=\"kept\"} 1"}));
}

TEST(StatusKeeper, CountsARoutingThatFailedOnce) {
  const auto after = [](bool is_last, bool ends_with_stocks) {
    Kept kept;
    kept.keeper->add_failure(kept.paths(), "weft-ftree", "this is no tree", false);
    kept.keeper->add_failure(kept.paths(), "weft-updn", "this is no tree", is_last);
    if (ends_with_stocks) kept.keeper->finish(kept.paths(), "minhop");
    return kept.counts();
  };
  const Counts once = {"result=\"failed\"} 1"};
  EXPECT_EQ(after(true, false), once);
  EXPECT_EQ(after(true, true), once);
  EXPECT_EQ(after(false, true), once);
}

}  // namespace
}  // namespace weft
