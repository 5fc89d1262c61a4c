#include "plugins/opensm/plugin.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <chrono>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <memory>
#include <span>
#include <stdexcept>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "common/base/file.h"
#include "plugins/fat_tree/pqft.h"
#include "plugins/opensm/module.h"
#include "plugins/shortest/minhop.h"
#include "tests/support/fabric_text.h"
#include "tests/support/opensm_doubles.h"
#include "tests/support/opensm_subnet.h"
#include "tests/support/sketch.h"

namespace weft {
namespace {

using test::contains;
using test::opensm_doubles;

const EngineInfo* const kEngines[] = {&minhop_engine(), &pqft_engine()};

// An opensm that loads a module with two engines, of which pqft has a bare name.
class Opensm {
 public:
  Opensm() { configure(""); }
  ~Opensm() {
    if (plugin != nullptr) destroy_plugin(plugin);
  }
  Opensm(const Opensm&) = delete;
  Opensm& operator=(const Opensm&) = delete;

  void configure(const std::string& text) {
    std::ofstream(config_) << text;
    subnet.subnet().opt.config_file = config_.data();
  }
  void load() { plugin = create_plugin(&subnet.opensm(), "weft", kEngines); }
  static std::vector<std::string> registered() {
    std::vector<std::string> names;
    for (const auto& module : opensm_doubles().registered) names.push_back(module.name);
    return names;
  }

  test::OpensmSubnet subnet{test::Sketch(1).build()};
  void* plugin = nullptr;

 private:
  TemporaryDirectory folder_;
  std::string config_ = folder_.file("opensm.conf");
};

using Names = std::vector<std::string>;

TEST(Plugin, RegistersItsEngines) {
  Opensm opensm;
  opensm.load();
  ASSERT_NE(opensm.plugin, nullptr);
  EXPECT_EQ(opensm.registered(), (Names{"weft-minhop", "ar_minhop", "weft-pqft", "pqft"}));
  EXPECT_TRUE(
      contains(opensm.subnet.log(),
               "routing_engine is not set and names no engine of this plug-in: "
               "OpenSM routes with its own min-hop engine, and Weft does not verify those routes"));
}

TEST(Plugin, SaysThatNoneOfItsEnginesIsAsked) {
  for (std::string list : {"minhop", "updn,no_fallback", "weft-updn", "minhop,weft-pqft", "pqft"}) {
    Opensm opensm;
    opensm.subnet.subnet().opt.routing_engine_names = list.data();
    opensm.load();
    const bool says = contains(opensm.subnet.log(), "names no engine of this plug-in");
    EXPECT_EQ(says, list.find("weft") == std::string::npos && list != "pqft") << list;
  }
}

TEST(Plugin, LeavesOutNamesThatAnotherModuleHasTaken) {
  Opensm opensm;
  opensm_doubles().taken_names = {"weft-minhop", "pqft"};
  opensm.load();
  EXPECT_EQ(opensm.registered(), (Names{"ar_minhop", "weft-pqft"}));
}

TEST(Plugin, SaysWhatOpensmDidNotRegister) {
  Opensm opensm;
  opensm_doubles().registration = CL_DUPLICATE;
  opensm.load();
  EXPECT_NE(opensm.plugin, nullptr);
  EXPECT_TRUE(
      contains(opensm.subnet.log(), "weft-pqft: OpenSM did not register this routing engine\n"));
}

TEST(Plugin, AnEngineThatIsSetUpRoutes) {
  Opensm opensm;
  opensm.load();
  const auto& module = opensm_doubles().registered.front();
  osm_routing_engine_t slot{};
  slot.context = module.context;
  ASSERT_EQ(module.module.setup(&slot, &opensm.subnet.opensm()), 0);
  opensm.subnet.opensm().routing_engine_list = &slot;
  opensm.subnet.prepare_tables();
  EXPECT_EQ(slot.build_lid_matrices(slot.context), 0);
  EXPECT_EQ(slot.ucast_build_fwd_tables(slot.context), 0);
  EXPECT_EQ(opensm.subnet.new_entry(0, test::lid_of_switch(0)), 0);
  EXPECT_NE(slot.mcast_build_stree, nullptr);
  slot.destroy(slot.context);
}

const EngineInfo& broken_engine() {
  static const EngineInfo engine = {"broken", "", Claims{},
                                    [](const RouteRequest&, Tables) -> Routing { throw 5; }};
  return engine;
}
const EngineInfo* const kBroken[] = {&broken_engine()};

// Of the list «weft-minhop,weft-broken», from two modules: the last engine keeps the routes of the
// first.
TEST(Plugin, ModulesShareTheActiveRouting) {
  Opensm opensm;
  opensm.load();
  void* const other = create_plugin(&opensm.subnet.opensm(), "weft-broken", kBroken);
  ASSERT_NE(other, nullptr);
  EXPECT_EQ(opensm.registered().back(), "weft-broken");
  osm_routing_engine_t first{};
  osm_routing_engine_t last{};
  for (const auto& [slot, module] : {std::pair(&first, &opensm_doubles().registered.front()),
                                     std::pair(&last, &opensm_doubles().registered.back())}) {
    slot->context = module->context;
    ASSERT_EQ(module->module.setup(slot, &opensm.subnet.opensm()), 0);
  }
  first.next = &last;
  opensm.subnet.opensm().routing_engine_list = &first;
  report_to_plugin(opensm.plugin, OSM_EVENT_ID_HEAVY_SWEEP_DONE, nullptr);
  opensm.subnet.prepare_tables();
  ASSERT_EQ(first.ucast_build_fwd_tables(first.context), 0);
  opensm.subnet.send_tables();
  for (void* const module : {opensm.plugin, other}) {
    report_to_plugin(module, OSM_EVENT_ID_UCAST_ROUTING_DONE, nullptr);
    report_to_plugin(module, OSM_EVENT_ID_HEAVY_SWEEP_DONE, nullptr);
  }
  opensm.subnet.prepare_tables();
  EXPECT_EQ(last.ucast_build_fwd_tables(last.context), 0);
  EXPECT_EQ(opensm.subnet.new_entry(0, test::lid_of_switch(0)), 0);
  first.destroy(first.context);
  last.destroy(last.context);
  destroy_plugin(std::exchange(opensm.plugin, nullptr));
  destroy_plugin(other);
}

// OpenSM reports that it found a master, and does not report that it handed over to one.
TEST(Plugin, WritesThatItsSmIsAStandby) {
  for (const bool is_reported : {true, false}) {
    const TemporaryDirectory folder;
    const std::string path = folder.file("status.json");
    Opensm opensm;
    opensm.configure(fmt::format("weft_status_file {}\n", path));
    Plugin plugin(opensm.subnet.opensm(), "weft", {});
    plugin.read_options();
    if (!is_reported) {
      opensm.subnet.subnet().sm_state = IB_SMINFO_STATE_MASTER;
      plugin.report(OSM_EVENT_ID_HEAVY_SWEEP_DONE, nullptr);
    }
    opensm.subnet.subnet().sm_state = IB_SMINFO_STATE_STANDBY;
    if (is_reported) plugin.report(OSM_EVENT_ID_STATE_CHANGE, nullptr);
    for (int i = 0; i < 1'000 && !std::filesystem::exists(path); ++i) {
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
    }
    EXPECT_TRUE(contains(read_file(path), "\"sm_state\": \"standby\"")) << is_reported;
  }
}

// OpenSM then calls no engine, and goes on naming the last one.
TEST(Plugin, WritesThatNoneRoutesWithoutSwitches) {
  const TemporaryDirectory folder;
  const std::string path = folder.file("status.json");
  Opensm opensm;
  opensm.configure(fmt::format("weft_status_file {}\n", path));
  std::string name = "weft-minhop";
  osm_routing_engine_t slot{};
  slot.name = name.data();
  opensm.subnet.opensm().routing_engine_used = &slot;
  {
    Plugin plugin(opensm.subnet.opensm(), "weft", {});
    plugin.read_options();
    Status status;
    status.engine = name;
    status.routing = std::make_shared<const Verified>();
    status.verdict = std::make_shared<const Verdict>();
    plugin.status_keeper().add_success(status_paths(plugin.options()), std::move(status));
    plugin.report(OSM_EVENT_ID_UCAST_ROUTING_DONE, nullptr);
    const auto says = [&](const char* text) {
      for (int i = 0; i < 1'000; ++i) {
        if (std::filesystem::exists(path) && contains(read_file(path), text)) return true;
        std::this_thread::sleep_for(std::chrono::milliseconds(10));
      }
      return false;
    };
    EXPECT_TRUE(says("\"engine\": \"weft-minhop\""));
    cl_qmap_remove_all(&opensm.subnet.subnet().sw_guid_tbl);
    plugin.report(OSM_EVENT_ID_UCAST_ROUTING_DONE, nullptr);
    EXPECT_TRUE(says("\"engine\": null"));
  }
}

TEST(Plugin, ReadsItsOptionsAgainInEachSweepAfterTheDiscovery) {
  Opensm opensm;
  opensm.configure("weft_threads 3\n");
  Plugin plugin(opensm.subnet.opensm(), "weft", {});
  plugin.read_options();
  EXPECT_EQ(plugin.options().threads, 3u);
  opensm.configure("weft_threads 5\n");
  EXPECT_EQ(plugin.options().threads, 3u);
  plugin.report(OSM_EVENT_ID_HEAVY_SWEEP_DONE, nullptr);
  EXPECT_EQ(plugin.options().threads, 5u);
}

std::size_t times_said(const std::string& log, const std::string& sentence) {
  std::size_t times = 0;
  for (std::size_t at = log.find(sentence); at != std::string::npos;
       at = log.find(sentence, at + 1)) {
    ++times;
  }
  return times;
}

TEST(Plugin, SaysTheSameMistakeOnce) {
  Opensm opensm;
  opensm.configure("weft_balance sideways\n");
  Plugin plugin(opensm.subnet.opensm(), "weft", {});
  plugin.read_options();
  plugin.report(OSM_EVENT_ID_HEAVY_SWEEP_DONE, nullptr);
  EXPECT_EQ(times_said(opensm.subnet.log(), "sideways"), 1u);
  // Mended and made again it is another one.
  opensm.configure("");
  plugin.report(OSM_EVENT_ID_HEAVY_SWEEP_DONE, nullptr);
  opensm.configure("weft_balance sideways\n");
  plugin.report(OSM_EVENT_ID_HEAVY_SWEEP_DONE, nullptr);
  EXPECT_EQ(times_said(opensm.subnet.log(), "sideways"), 2u);
}

TEST(Plugin, ARerouteIsARoutingWithoutADiscovery) {
  Opensm opensm;
  Plugin plugin(opensm.subnet.opensm(), "weft", {});
  EXPECT_TRUE(plugin.rerouting());
  plugin.report(OSM_EVENT_ID_HEAVY_SWEEP_DONE, nullptr);
  EXPECT_FALSE(plugin.rerouting());
  plugin.report(OSM_EVENT_ID_UCAST_ROUTING_DONE, nullptr);
  EXPECT_TRUE(plugin.rerouting());
}

TEST(Plugin, ARerouteInAHeavySweepIsOneToo) {
  Opensm opensm;
  Plugin plugin(opensm.subnet.opensm(), "weft", {});
  const auto sweep = [&](bool reroute) {
    opensm.subnet.opensm().subn.force_reroute = reroute ? TRUE : FALSE;
    plugin.report(OSM_EVENT_ID_HEAVY_SWEEP_START, nullptr);
    opensm.subnet.opensm().subn.force_reroute = FALSE;  // as OpenSM does
    plugin.report(OSM_EVENT_ID_HEAVY_SWEEP_DONE, nullptr);
    const bool rerouting = plugin.rerouting();
    plugin.report(OSM_EVENT_ID_UCAST_ROUTING_DONE, nullptr);
    return rerouting;
  };
  EXPECT_FALSE(sweep(false));
  EXPECT_TRUE(sweep(true));
  EXPECT_FALSE(sweep(false));
}

TEST(Plugin, SaysThatItDoesWithoutOpensmsCache) {
  const std::string sentence = "weft: use_ucast_cache has no effect with Weft's engines";
  for (std::string list : {"minhop,weft-minhop", "minhop", "pqft"}) {
    for (const bool cache : {true, false}) {
      Opensm opensm;
      opensm.subnet.subnet().opt.routing_engine_names = list.data();
      opensm.subnet.subnet().opt.use_ucast_cache = cache ? TRUE : FALSE;
      opensm.load();
      EXPECT_EQ(contains(opensm.subnet.log(), sentence), cache && list != "minhop");
    }
  }
}

// OpenSM's list of engines: minhop of its own and two of Weft's, in this order.
class ListOfEngines : public ::testing::Test {
 protected:
  ListOfEngines() {
    const char* const names[] = {"minhop", "weft-minhop", "pqft"};
    for (std::size_t i = 0; i < 3; ++i) {
      slots[i].name = names[i];
      slots[i].next = i < 2 ? &slots[i + 1] : nullptr;
    }
    opensm.subnet.opensm().routing_engine_list = &slots[0];
  }
  // Does a discovery drop the cache after this one has routed?
  bool drops_cache_of(osm_routing_engine_t* used) {
    opensm.subnet.opensm().routing_engine_used = used;
    opensm_doubles().invalidated_caches.clear();
    plugin.report(OSM_EVENT_ID_HEAVY_SWEEP_DONE, nullptr);
    const std::vector<const osm_ucast_mgr_t*>& dropped = opensm_doubles().invalidated_caches;
    EXPECT_TRUE(dropped.empty() || dropped == std::vector<const osm_ucast_mgr_t*>{
                                                  &opensm.subnet.opensm().sm.ucast_mgr});
    return !dropped.empty();
  }

  Opensm opensm;
  Plugin plugin{opensm.subnet.opensm(), "weft", kEngines};
  osm_routing_engine_t slots[3] = {};
  osm_routing_engine_t fallback = {};
};

TEST_F(ListOfEngines, OfOpensmsKeepsItsCacheIfItIsAskedFirst) {
  EXPECT_FALSE(drops_cache_of(&slots[0]));
  slots[1].next = &slots[0];
  slots[0].next = nullptr;
  opensm.subnet.opensm().routing_engine_list = &slots[1];
  EXPECT_TRUE(drops_cache_of(&slots[0])) << "weft-minhop may be able to route again";
}

TEST_F(ListOfEngines, OfWeftsHasNoCache) {
  EXPECT_TRUE(drops_cache_of(&slots[1]));
  EXPECT_TRUE(drops_cache_of(&slots[2]));
}

TEST_F(ListOfEngines, ThatAllFailedIsAskedAgain) {
  EXPECT_TRUE(drops_cache_of(&fallback));
  EXPECT_TRUE(drops_cache_of(nullptr));
}

TEST_F(ListOfEngines, WithoutOneOfWeftsIsLeftAlone) {
  slots[0].next = nullptr;
  EXPECT_FALSE(drops_cache_of(&slots[0]));
  EXPECT_FALSE(drops_cache_of(&fallback));
  slots[0].name = nullptr;
  EXPECT_FALSE(drops_cache_of(nullptr));
}

TEST(Plugin, TasksRunOnceAfterTheRouting) {
  Opensm opensm;
  Plugin plugin(opensm.subnet.opensm(), "weft", {});
  std::string done;
  plugin.after_routing([&] { done += "a"; });
  plugin.after_routing([&] { done += "b"; });
  EXPECT_EQ(done, "");
  plugin.report(OSM_EVENT_ID_UCAST_ROUTING_DONE, nullptr);
  plugin.report(OSM_EVENT_ID_UCAST_ROUTING_DONE, nullptr);
  EXPECT_EQ(done, "ab");
}

TEST(Plugin, TasksOfARoutingThatWasNotSentAreForgotten) {
  Opensm opensm;
  Plugin plugin(opensm.subnet.opensm(), "weft", {});
  std::string done;
  plugin.after_routing([&] { done += "a"; });
  plugin.report(OSM_EVENT_ID_HEAVY_SWEEP_DONE, nullptr);
  plugin.after_routing([&] { done += "b"; });
  plugin.report(OSM_EVENT_ID_UCAST_ROUTING_DONE, nullptr);
  EXPECT_EQ(done, "b");
}

TEST(Plugin, ATaskThatThrowsIsReported) {
  Opensm opensm;
  Plugin plugin(opensm.subnet.opensm(), "weft", {});
  plugin.after_routing([] { throw std::runtime_error("no dump"); });
  plugin.report(OSM_EVENT_ID_UCAST_ROUTING_DONE, nullptr);
  EXPECT_EQ(opensm.subnet.log(), "weft: no dump\n");
}

// The timer that watches the SM's state runs from the first discovery on.
TEST(Plugin, ItsTimersEndBeforeWhatTheyUse) {
  const auto threads = [] {
    return std::distance(std::filesystem::directory_iterator("/proc/self/task"), {});
  };
  Opensm opensm;
  auto plugin = std::make_unique<Plugin>(opensm.subnet.opensm(), "weft",
                                         std::span<const EngineInfo* const>());
  plugin->report(OSM_EVENT_ID_HEAVY_SWEEP_DONE, nullptr);
  const auto with_timer = threads();
  bool has_ended = false;
  std::shared_ptr<void> member(nullptr, [&](void*) {
    // The system may list a thread for a moment after its end.
    for (int i = 0; i < 500 && !has_ended; ++i) {
      has_ended = threads() < with_timer;
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
  });
  plugin->after_routing([held = std::move(member)] {});
  plugin.reset();
  EXPECT_TRUE(has_ended);
}

}  // namespace
}  // namespace weft
