#include "plugins/opensm/state_keeper.h"

#include <gtest/gtest.h>

#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <new>
#include <string>
#include <thread>
#include <utility>

#include "common/state/state_file.h"
#include "plugins/shortest/minhop.h"
#include "tests/support/fabric_text.h"
#include "tests/support/failing_allocation.h"
#include "tests/support/opensm_subnet.h"
#include "tests/support/random_fabric.h"
#include "tests/support/routed_session.h"
#include "tests/support/sketch.h"

namespace weft {
namespace {

using test::contains;

struct Keeping {
  Keeping() {
    EXPECT_EQ(session.route(random_fabric(1)), "");
    state = session.state();
  }
  void wait_for(std::uint64_t generation) const {
    for (int i = 0; i < 3'000 && generation_in(folder.path()) != generation; ++i) {
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
    }
    EXPECT_EQ(generation_in(folder.path()), generation);
  }

  TemporaryDirectory folder;
  test::OpensmSubnet subnet{test::Sketch(1).build()};
  Log log{subnet.opensm().log, "weft"};
  test::RoutedSession session{minhop_engine()};
  SessionState state;
};

TEST(StateKeeper, WritesInTheBackground) {
  Keeping keeping;
  {
    StateKeeper keeper(keeping.log);
    EXPECT_FALSE(keeper.keeps(keeping.folder.path(), keeping.state));
    keeper.write(keeping.folder.path(), keeping.state, 1);
    keeping.wait_for(1);
    keeper.write(keeping.folder.path(), keeping.state, 1);
  }
  EXPECT_EQ(generation_in(keeping.folder.path()), 2u) << "it ends when all is written";
  EXPECT_FALSE(contains(keeping.subnet.log(), "not kept"));
}

TEST(StateKeeper, OfStatesThatComeMeanwhileTheLastIsWritten) {
  Keeping keeping;
  {
    StateKeeper keeper(keeping.log);
    for (int i = 0; i < 50; ++i) {
      keeping.state.options = static_cast<std::uint64_t>(i);
      keeper.write(keeping.folder.path(), keeping.state, 1);
    }
  }
  StateKeeper keeper(keeping.log);
  keeper.read(keeping.folder.path(), Workers(1));
  ASSERT_NE(keeper.state(), nullptr);
  EXPECT_EQ(keeper.state()->options, 49u);
}

TEST(StateKeeper, ReadsANewerState) {
  Keeping keeping;
  StateKeeper first(keeping.log);
  first.write(keeping.folder.path(), keeping.state, 1);
  keeping.wait_for(1);
  EXPECT_TRUE(first.read(keeping.folder.path(), Workers(1)));
  EXPECT_EQ(first.state(), nullptr) << "its own";
  {
    StateKeeper second(keeping.log);
    EXPECT_TRUE(second.read(keeping.folder.path(), Workers(1)));
    ASSERT_NE(second.state(), nullptr);
    EXPECT_TRUE(second.keeps(keeping.folder.path(), keeping.state));
    EXPECT_FALSE(second.keeps("/another", keeping.state));
    second.drop();
    EXPECT_EQ(second.state(), nullptr);
    second.write(keeping.folder.path(), keeping.state, 1);
  }
  first.read(keeping.folder.path(), Workers(1));
  ASSERT_NE(first.state(), nullptr) << "another's";
  EXPECT_TRUE(contains(first.origin(), "generation 2: routes of "));
}

// The other may have begun without a file, with generation 1.
TEST(StateKeeper, AfterAnotherSmAnyStateOfAnotherIsRead) {
  Keeping keeping;
  const std::string folder = keeping.folder.path();
  for (const std::uint64_t own : {1, 2, 3}) {
    std::filesystem::remove_all(folder);
    std::filesystem::create_directory(folder);
    StateKeeper first(keeping.log);
    for (std::uint64_t number = 1; number <= own; ++number) {
      keeping.state.options = number;
      first.write(folder, keeping.state, 1);
      keeping.wait_for(number);
    }
    EXPECT_TRUE(first.read(folder, Workers(1), true));
    EXPECT_EQ(first.state(), nullptr) << "its own";
    if (own > 1) {
      std::filesystem::resize_file(folder + "/weft.state", 10);
      EXPECT_TRUE(first.read(folder, Workers(1), true));
      EXPECT_EQ(first.state(), nullptr) << "its own of before";
    }
    std::filesystem::remove_all(folder);
    std::filesystem::create_directory(folder);
    EXPECT_FALSE(first.read(folder, Workers(1), true));
    keeping.state.options = 100;
    StateKeeper(keeping.log).write(folder, keeping.state, 1);
    EXPECT_TRUE(first.read(folder, Workers(1)));
    EXPECT_EQ(first.state(), nullptr) << "nobody else was the master";
    EXPECT_TRUE(first.read(folder, Workers(1), true));
    ASSERT_NE(first.state(), nullptr) << own;
    EXPECT_EQ(first.state()->options, 100u);
    EXPECT_EQ(first.generation(), 1u);
  }
}

TEST(StateKeeper, KeepsAStateOfTheseLostLinks) {
  Keeping keeping;
  StateKeeper keeper(keeping.log);
  keeper.write(keeping.folder.path(), keeping.state, 1);
  keeping.wait_for(1);
  EXPECT_TRUE(keeper.keeps(keeping.folder.path(), keeping.state));
  LinkWatch::History& history = keeping.state.lost_links[make_link({1, 1}, {2, 1})];
  history.losses = {1'000};
  EXPECT_FALSE(keeper.keeps(keeping.folder.path(), keeping.state));
  history.is_held = true;
  keeper.write(keeping.folder.path(), keeping.state, 1);
  history.losses = {1'000, 1'100};
  history.up_since = 1'200;
  EXPECT_TRUE(keeper.keeps(keeping.folder.path(), keeping.state)) << "a held link goes on flapping";
}

TEST(StateKeeper, AStateThatWasNotWrittenIsNotKept) {
  Keeping keeping;
  StateKeeper keeper(keeping.log);
  const auto keeps = [&] { return keeper.keeps(keeping.folder.path(), keeping.state); };
  keeper.write(keeping.folder.path(), keeping.state, 1);
  EXPECT_TRUE(keeps());
  keeper.outdate();
  EXPECT_FALSE(keeps());
  for (std::uint64_t number = 1; !keeps(); ++number) {
    SessionState state = keeping.state;
    test::fail_allocation(number);
    try {
      keeper.write(keeping.folder.path(), std::move(state), 1);
    } catch (const std::bad_alloc&) {
      EXPECT_FALSE(keeps()) << number;
    }
    test::fail_allocation(0);
  }
}

TEST(StateKeeper, AStateOfAnotherIsNewerThanOneThatCouldNotBeWritten) {
  Keeping keeping;
  StateKeeper keeper(keeping.log);
  keeper.write("/proc/none", keeping.state, 1);
  for (int i = 0; i < 3'000 && keeper.keeps("/proc/none", keeping.state); ++i) {
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  EXPECT_EQ(keeper.generation(), 0u);
  StateKeeper(keeping.log).write(keeping.folder.path(), keeping.state, 1);
  EXPECT_TRUE(keeper.read(keeping.folder.path(), Workers(1)));
  EXPECT_NE(keeper.state(), nullptr);
}

TEST(StateKeeper, ReportsAnErrorOnce) {
  Keeping keeping;
  {
    StateKeeper keeper(keeping.log);
    keeper.write("/proc/none", keeping.state, 1);
  }
  EXPECT_TRUE(
      contains(keeping.subnet.log(), "the active routes are not saved for a restart: /proc"));
  std::ofstream(keeping.folder.file(std::string(kStateFile))) << "# a note";
  StateKeeper keeper(keeping.log);
  EXPECT_FALSE(keeper.read(keeping.folder.path(), Workers(1)));
  EXPECT_EQ(keeper.state(), nullptr);
  EXPECT_TRUE(contains(keeping.subnet.log(), "cannot be used: it is cut off"));
}

TEST(StateKeeper, KnowsItsFolder) {
  EXPECT_EQ(state_directory("none"), "");
  EXPECT_EQ(state_directory("/srv/weft"), "/srv/weft");
  ::setenv("OSM_CACHE_DIR", "/srv/cache", 1);
  EXPECT_EQ(state_directory(""), "/srv/cache");
  ::unsetenv("OSM_CACHE_DIR");
  EXPECT_EQ(state_directory(""), "/var/cache/opensm");
}

}  // namespace
}  // namespace weft
