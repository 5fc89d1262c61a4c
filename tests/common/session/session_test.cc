#include "common/session/session.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "common/fabric/builder.h"
#include "common/fabric/generators/generators.h"
#include "common/fabric/renumber.h"
#include "plugins/nue/nue.h"
#include "plugins/shortest/minhop.h"
#include "tests/support/living_fabric.h"
#include "tests/support/routed_session.h"
#include "tests/support/sketch.h"

namespace weft {
namespace {

Fabric small_ring() {
  GridSpec spec;
  spec.dims = {5};
  spec.cas = 2;
  return with_new_lids(make_torus(spec), 0);
}

bool all_no_path(ConstTables tables) {
  for (SwitchIndex s = 0; s < tables.row_count(); ++s) {
    for (std::size_t i = 0; i < tables.row_size(); ++i) {
      if (tables.row(s)[i] != kNoPath) return false;
    }
  }
  return true;
}

std::string refusal(Session& session, Tables rows, const Options& options = {}) {
  try {
    session.route({small_ring(), options, Workers(1)}, rows);
  } catch (const CannotRoute& error) {
    return error.what();
  }
  return "";
}

struct Rows {
  Fabric fabric = small_ring();
  TableBlock block{fabric.switch_count(), fabric.max_lid()};
};

Routing correct(const RouteRequest& request, Tables rows) {
  return minhop_engine().route(request, rows);
}

Routing with_a_hole(const RouteRequest& request, Tables rows) {
  Routing routing = correct(request, rows);
  const SwitchIndex far = (request.fabric.end_ports()[0].sw + 1) % request.fabric.switch_count();
  rows.row(far)[request.fabric.end_ports()[0].lid] = kNoPath;
  return routing;
}

Routing with_a_loop(const RouteRequest& request, Tables rows) {
  Routing routing = correct(request, rows);
  const EndPort& port = request.fabric.end_ports()[0];
  // Two neighbours that are not the destination send its LID to each other.
  const SwitchIndex s = (port.sw + 2) % 5;
  const auto ports = request.fabric.ports(s);
  for (std::size_t p = 1; p < ports.size(); ++p) {
    if (ports[p].kind != PeerKind::kSwitch || ports[p].peer == port.sw) continue;
    rows.row(s)[port.lid] = static_cast<PortNum>(p);
    rows.row(ports[p].peer)[port.lid] = ports[p].peer_port;
  }
  return routing;
}

Routing breaks_down(const RouteRequest& request, Tables rows) {
  correct(request, rows);
  throw CannotRoute("the fabric is a ring");
}

TEST(Session, AcceptsGoodTables) {
  Rows rows;
  Session session(minhop_engine());
  EXPECT_EQ(session.last(), nullptr);
  const auto result = session.route({small_ring(), {}, Workers(2)}, rows.block.tables());
  EXPECT_EQ(session.last(), result);
  EXPECT_TRUE(result->verdict.reaches_all());
  EXPECT_FALSE(all_no_path(rows.block.tables()));
}

// Over each link of the ring go the paths of one pair of neighbours, and of two at two hops, with
// two CAs at each end.
TEST(Session, KnowsTheFiguresOnceItIsReady) {
  Rows rows;
  Session session(minhop_engine());
  session.route({small_ring(), {}, Workers(1)}, rows.block.tables());
  EXPECT_EQ(session.figures(), nullptr);
  session.get_ready(Workers(1));
  ASSERT_NE(session.figures(), nullptr);
  EXPECT_EQ(session.figures()->max_link_load, 3u * 2 * 2);
  EXPECT_EQ(session.figures()->mean_link_load, 3.0 * 2 * 2);
  EXPECT_EQ(session.figures()->unused_links, 0u);
}

TEST(Session, RefusesAPairWithoutAPath) {
  const EngineInfo engine = {"hole", "", {}, &with_a_hole};
  Session session(engine);
  Rows rows;
  EXPECT_NE(refusal(session, rows.block.tables()).find("have no path although links connect them"),
            std::string::npos);
  EXPECT_TRUE(all_no_path(rows.block.tables()));
  EXPECT_EQ(session.last(), nullptr);
}

TEST(Session, RefusesAForwardingLoop) {
  const EngineInfo engine = {"loop", "", {}, &with_a_loop};
  Session session(engine);
  Rows rows;
  EXPECT_NE(refusal(session, rows.block.tables()).find("forwarding loops"), std::string::npos);
  EXPECT_TRUE(all_no_path(rows.block.tables()));
}

TEST(Session, RefusesACreditLoopOnlyAgainstAClaim) {
  // Shortest paths around a ring of five close a cycle.
  Rows rows;
  const EngineInfo careless = {"careless", "", Claims{false}, &correct};
  Session accepting(careless);
  EXPECT_EQ(refusal(accepting, rows.block.tables()), "");
  EXPECT_FALSE(accepting.last()->verdict.credit_loop.empty());

  const EngineInfo boastful = {"boastful", "", Claims{true}, &correct};
  Session refusing(boastful);
  EXPECT_NE(refusal(refusing, rows.block.tables()).find("they have a credit loop: "),
            std::string::npos);
  EXPECT_TRUE(all_no_path(rows.block.tables()));
}

// Says what lanes it was given, on the SL of the last.
Routing on_the_last_lane(const RouteRequest& request, Tables rows) {
  Routing routing = correct(request, rows);
  const Sl sl = request.lanes.lanes.back().sl;
  SlBySwitch plan;
  plan.rows.assign(request.fabric.switch_count(),
                   std::vector<Sl>(request.fabric.max_lid() + std::size_t{1}, sl));
  routing.lanes = std::move(plan);
  return routing;
}

// SL 1 to the LIDs of the first two switches, SL 0 to all others: on a ring of five, no lane has
// paths that depend on each other all the way around.
SlBySwitch lanes_by_destination(const Fabric& fabric) {
  SlBySwitch plan;
  plan.rows.assign(fabric.switch_count(),
                   std::vector<Sl>(fabric.max_lid() + std::size_t{1}, Sl{0}));
  for (std::vector<Sl>& row : plan.rows) {
    for (std::size_t lid = 1; lid < row.size(); ++lid) {
      row[lid] = fabric.destination_switch(static_cast<Lid>(lid)) < 2 ? Sl{1} : Sl{0};
    }
  }
  return plan;
}

TEST(Session, HandsTheLanesToTheEngine) {
  const EngineInfo engine = {"last lane", "", {}, &on_the_last_lane};
  Session session(engine);
  Rows rows;
  const LaneSettings lanes = {.budget = {{{0, 0}, {3, 3}}}};
  const auto result = session.route({small_ring(), {}, Workers(1), lanes}, rows.block.tables());
  ASSERT_FALSE(result->verdict.credit_loop.empty());
  EXPECT_EQ(result->verdict.credit_loop[0].vl, 3);
  EXPECT_EQ(result->verdict.lanes_used, 1u);
}

TEST(Session, VerifiesByTheMapOfTheSwitches) {
  const EngineInfo engine = {"last lane", "", {}, &on_the_last_lane};
  Session session(engine);
  Rows rows;
  LaneSettings lanes = {.budget = {{{0, 0}, {3, 3}}}};
  lanes.map[3] = 5;
  const auto result = session.route({small_ring(), {}, Workers(1), lanes}, rows.block.tables());
  ASSERT_FALSE(result->verdict.credit_loop.empty());
  EXPECT_EQ(result->verdict.credit_loop[0].vl, 5);

  // Paths of which each may have any SL are verified on one lane, whatever the map.
  lanes.map.fill(kDropVl);
  Session one_lane(minhop_engine());
  const auto any = one_lane.route({small_ring(), {}, Workers(1), lanes}, rows.block.tables());
  EXPECT_TRUE(any->verdict.reaches_all());
  EXPECT_EQ(any->verdict.credit_loop[0].vl, 0);
}

TEST(Session, AFailureKeepsTheLastRouting) {
  Rows rows;
  static bool fail = false;
  const EngineInfo engine = {"moody", "", {}, [](const RouteRequest& request, Tables tables) {
                               return fail ? breaks_down(request, tables)
                                           : correct(request, tables);
                             }};
  Session session(engine);
  fail = false;
  const auto good = session.route({small_ring(), {}, Workers(1)}, rows.block.tables());
  fail = true;
  Options others;
  others.connect_roots = true;
  EXPECT_EQ(refusal(session, rows.block.tables(), others), "the fabric is a ring");
  EXPECT_TRUE(all_no_path(rows.block.tables()));
  EXPECT_EQ(session.last(), good);
}

// An engine that routes as long as it does not fail.
struct Moody {
  static inline bool fails;
  static inline bool lacks_memory;
  static Routing route(const RouteRequest& request, Tables rows) {
    if (lacks_memory) throw std::bad_alloc();
    return fails ? breaks_down(request, rows) : correct(request, rows);
  }
  Moody() { fails = lacks_memory = false; }
  std::shared_ptr<const Verified> once(Fabric fabric, bool last_in_list = true) {
    Options anew;
    anew.keep_routes = false;
    block = TableBlock(fabric.switch_count(), fabric.max_lid());
    return session.route({.fabric = std::move(fabric),
                          .options = anew,
                          .workers = Workers(1),
                          .last_in_list = last_in_list},
                         block.tables());
  }
  EngineInfo engine = {"moody", "", {}, &route};
  Session session{engine};
  TableBlock block{0, 0};
};

TEST(Session, TheActiveRoutingStaysWhenNoEngineCanRoute) {
  Moody moody;
  const auto first = moody.once(small_ring());
  Moody::fails = true;
  const auto kept = moody.once(small_ring());
  EXPECT_EQ(kept->kept_because, "the fabric is a ring");
  EXPECT_FALSE(kept->may_try_again);
  EXPECT_EQ(moody.session.last(), kept);
  for (SwitchIndex s = 0; s < 5; ++s) {
    const PortNum* const before = first->tables->tables().row(s);
    EXPECT_TRUE(
        std::equal(before, before + small_ring().max_lid() + 1, moody.block.tables().row(s)));
  }
  // If others can be asked they are.
  EXPECT_THROW(moody.once(small_ring(), false), CannotRoute);
  EXPECT_TRUE(all_no_path(moody.block.tables()));
}

TEST(Session, WhatSaysNothingAboutTheFabricMayPass) {
  Moody moody;
  moody.once(small_ring());
  Moody::lacks_memory = true;
  const auto kept = moody.once(small_ring());
  EXPECT_EQ(kept->kept_because, "there is not enough memory");
  EXPECT_TRUE(kept->may_try_again);
  Moody::lacks_memory = false;
  EXPECT_FALSE(moody.once(small_ring())->may_try_again);
}

TEST(Session, TheActiveRoutingIsRepairedWhenNoEngineCanRoute) {
  Moody moody;
  moody.once(small_ring());
  Moody::fails = true;
  test::LivingFabric ring(small_ring());
  ring.lose_link(0, 1);
  const auto kept = moody.once(ring.now());
  EXPECT_EQ(kept->kept_because, "the fabric is a ring");
  EXPECT_TRUE(kept->verdict.reaches_all());
  EXPECT_GT(kept->change->entries, 0u);
  ring.lose_link(2, 1);
  EXPECT_EQ(moody.once(ring.now())->verdict.forwarding_loops, 0u);
}

// A ring of five whose paths to the LIDs of two switches have a lane of their own: where links are
// lost there is not room for all on these lanes.
TEST(Session, PairsWithoutALaneAreLeftOut) {
  static bool fails;
  fails = false;
  const EngineInfo engine = {"two lanes", "", Claims{true},
                             [](const RouteRequest& request, Tables tables) {
                               if (fails) return breaks_down(request, tables);
                               Routing routing = correct(request, tables);
                               routing.lanes = lanes_by_destination(request.fabric);
                               return routing;
                             }};
  Session session(engine);
  Options anew;
  anew.keep_routes = false;
  const LaneSettings lanes = {.budget = {{{0, 0}, {1, 1}}}};
  test::LivingFabric ring(small_ring());
  for (SwitchIndex lost = 0; lost < 4; ++lost) {
    TableBlock block(ring.now().switch_count(), ring.now().max_lid());
    const auto result = session.route({.fabric = ring.now(),
                                       .options = anew,
                                       .workers = Workers(1),
                                       .lanes = lanes,
                                       .last_in_list = true},
                                      block.tables());
    EXPECT_EQ(result->kept_because.empty(), lost == 0);
    EXPECT_TRUE(result->verdict.credit_loop.empty());
    EXPECT_FALSE(all_no_path(block.tables()));
    fails = true;
    ring.lose_link(lost, 1);
  }
}

// On one lane the repair of some lost link of a 4x4 torus leaves pairs out while nue fails.
TEST(Session, PairsThatWereLeftOutGetPathsOnceTheEngineRoutes) {
  static bool fails;
  EngineInfo engine = nue_engine();
  engine.route = [](const RouteRequest& request, Tables tables) {
    return fails ? breaks_down(request, tables) : nue_engine().route(request, tables);
  };
  Options options;
  options.lost_pairs = LostPairsAre::kAccepted;
  const Fabric torus = with_new_lids(make_torus({.dims = {4, 4}, .cas = 1}), 0);
  unsigned left_out = 0;
  for (SwitchIndex s = 0; s < torus.switch_count(); ++s) {
    Session session(engine);
    const auto lost_in = [&](const Fabric& fabric) {
      TableBlock block(fabric.switch_count(), fabric.max_lid());
      return session
          .route(
              {.fabric = fabric, .options = options, .workers = Workers(1), .last_in_list = true},
              block.tables())
          ->lost.between_end_ports();
    };
    test::LivingFabric living(torus);
    fails = false;
    ASSERT_EQ(lost_in(torus), 0u);
    fails = true;
    living.lose_link(s, 4);
    if (lost_in(living.now()) == 0) continue;
    ++left_out;
    EXPECT_GT(lost_in(living.now()), 0u);
    fails = false;
    EXPECT_EQ(lost_in(living.now()), 0u);
  }
  EXPECT_GT(left_out, 0u);
}

TEST(Session, AFailureWithoutAnActiveRoutingIsAFailure) {
  Moody moody;
  Moody::fails = true;
  EXPECT_THROW(moody.once(small_ring()), CannotRoute);
}

// How often the engine of a session is asked.
struct Asked {
  static inline int times;
  static Routing route(const RouteRequest& request, Tables rows) {
    ++times;
    return correct(request, rows);
  }
  Asked() { times = 0; }
  std::shared_ptr<const Verified> once(const Options& options, Fabric fabric = small_ring(),
                                       bool reroute = false, LaneSettings lanes = {}) {
    rows.block = TableBlock(fabric.switch_count(), fabric.max_lid());
    return session.route({.fabric = std::move(fabric),
                          .options = options,
                          .workers = Workers(1),
                          .lanes = std::move(lanes),
                          .reroute = reroute},
                         rows.block.tables());
  }
  Rows rows;
  EngineInfo engine = {"asked", "", {}, &route};
  Session session{engine};
};

TEST(Session, AsksTheEngineAgainWhenTheAdministratorDoes) {
  Asked asked;
  const Options options;
  Options others;
  others.connect_roots = true;
  Options anew;
  anew.keep_routes = false;
  EXPECT_FALSE(asked.once(options)->change);
  const auto again = asked.once(options);
  ASSERT_TRUE(again->change);
  EXPECT_TRUE(again->change->repaired);
  EXPECT_TRUE(again->change->delta.is_nothing());
  EXPECT_EQ(asked.times, 1);
  asked.once(others);
  EXPECT_EQ(asked.times, 2);
  asked.once(others);
  EXPECT_EQ(asked.times, 2);
  asked.once(others, small_ring(), /*reroute=*/true);
  EXPECT_EQ(asked.times, 3);
  asked.once(anew);
  asked.once(anew);
  EXPECT_EQ(asked.times, 5);
}

// All packets go round a ring in one direction, which an option turns.
Routing round_and_round(const RouteRequest& request, Tables rows) {
  const Fabric& fabric = request.fabric;
  for (SwitchIndex s = 0; s < fabric.switch_count(); ++s) {
    PortNum on = 1;
    for (const SwitchIndex to = (s + (request.options.connect_roots ? 4 : 1)) % 5;
         fabric.ports(s)[on].kind != PeerKind::kSwitch || fabric.ports(s)[on].peer != to; ++on) {
    }
    for (unsigned l = 1; l <= fabric.max_lid(); ++l) {
      const auto lid = static_cast<Lid>(l);
      if (fabric.destination_switch(lid) != s) rows.row(s)[lid] = on;
    }
  }
  for (unsigned l = 1; l <= fabric.max_lid(); ++l) {
    const LidOwner owner = fabric.owner(static_cast<Lid>(l));
    if (owner.kind == PeerKind::kSwitch) rows.row(owner.index)[l] = 0;
    if (owner.kind != PeerKind::kEndPort) continue;
    const EndPort& port = fabric.end_ports()[owner.index];
    rows.row(port.sw)[l] = port.switch_port;
  }
  return {};
}

TEST(Session, DropsPacketsOnTheWayToNewTablesWhereItMayTakeTwoStages) {
  const EngineInfo engine = {"round", "", {}, &round_and_round};
  Options turned;
  turned.connect_roots = true;
  for (const bool may_be_staged : {false, true}) {
    Session session(engine);
    Rows rows;
    const auto once = [&](const Options& options) {
      fill_no_path(rows.block.tables());
      RoutingTask task = {.fabric = small_ring(), .options = options, .workers = Workers(1)};
      task.may_be_staged = may_be_staged;
      return session.route(std::move(task), rows.block.tables());
    };
    once({});
    const auto result = once(turned);
    EXPECT_EQ(result->change->is_staged, may_be_staged);
    EXPECT_EQ(result->change->transition.looping_lids, rows.fabric.lid_count());
    EXPECT_EQ(result->change->transition.unsafe.size(), rows.fabric.lid_count());
    const ConstTables tables = result->tables->tables();
    const auto entries = [&](SwitchIndex s) {
      return std::vector<PortNum>(rows.block.tables().row(s),
                                  rows.block.tables().row(s) + rows.fabric.max_lid() + 1);
    };
    const auto wanted = [&](SwitchIndex s) {
      return std::vector<PortNum>(tables.row(s), tables.row(s) + rows.fabric.max_lid() + 1);
    };
    for (SwitchIndex s = 0; s < 5; ++s) {
      std::vector<PortNum> expected = wanted(s);
      for (unsigned l = 1; may_be_staged && l <= rows.fabric.max_lid(); ++l) {
        if (rows.fabric.destination_switch(static_cast<Lid>(l)) != s) expected[l] = kNoPath;
      }
      EXPECT_EQ(entries(s), expected);
    }
    const auto next = once(turned);
    EXPECT_FALSE(next->change->is_staged);
    for (SwitchIndex s = 0; s < 5; ++s) EXPECT_EQ(entries(s), wanted(s));
  }
}

TEST(Session, RecomputesOnOtherLanes) {
  Asked asked;
  asked.once({});
  const auto result = asked.once({}, small_ring(), false, {.budget = {{{0, 0}, {1, 1}}}});
  EXPECT_EQ(asked.times, 2);
  ASSERT_TRUE(result->change);
  EXPECT_FALSE(result->change->repaired);
  EXPECT_EQ(result->change->why_anew, "the virtual lanes have changed");
}

TEST(Session, RecomputesAFabricThatHasGrownMuch) {
  Asked asked;
  test::LivingFabric ring(small_ring());
  ring.lose_switch(2);
  asked.once({}, ring.now());
  ring.return_all();
  EXPECT_EQ(asked.once({}, ring.now())->change->why_anew, "a large part of the fabric is new");
  EXPECT_EQ(asked.times, 2);
  // Now it is the baseline of its routes.
  ring.lose_switch(2);
  EXPECT_TRUE(asked.once({}, ring.now())->change->repaired);
  ring.return_all();
  EXPECT_TRUE(asked.once({}, ring.now())->change->repaired);
  EXPECT_EQ(asked.times, 2);
}

// Else each entry of each new LID would be found on its own, under OpenSM's lock.
TEST(Session, RecomputesWhenManyHostsHaveComeToALargeFabric) {
  const Fabric tree = with_new_lids(make_xgft({.down = {18, 18, 8}, .up = {1, 9, 9}}), 0);
  Asked asked;
  test::LivingFabric fabric(tree);
  const auto lose_from = [&](EndPortIndex first) {
    for (EndPortIndex e = first; e < tree.end_port_count(); ++e) fabric.lose_end_port(e);
  };
  lose_from(1000);
  asked.once({}, fabric.now());
  fabric.return_all();
  lose_from(1100);
  EXPECT_TRUE(asked.once({}, fabric.now())->change->repaired);
  fabric.return_all();
  EXPECT_EQ(asked.once({}, fabric.now())->change->why_anew, "a large part of the fabric is new");
  // When they return they are those of the baseline.
  lose_from(1000);
  EXPECT_TRUE(asked.once({}, fabric.now())->change->repaired);
  fabric.return_all();
  EXPECT_TRUE(asked.once({}, fabric.now())->change->repaired);
}

TEST(Session, RepairsForHostsThatComeInSmallNumbersThoughTheBaselineStays) {
  const Fabric tree = with_new_lids(make_xgft({.down = {18, 18, 8}, .up = {1, 9, 9}}), 0);
  Asked asked;
  test::LivingFabric fabric(tree);
  for (EndPortIndex e = 1000; e < tree.end_port_count(); ++e) fabric.lose_end_port(e);
  asked.once({}, fabric.now());
  fabric.lose_end_port(0);
  for (EndPortIndex e = 1000; e < 2000; e += 100) {
    for (EndPortIndex i = e; i < e + 100; ++i) fabric.return_end_port(i);
    EXPECT_TRUE(asked.once({}, fabric.now())->change->repaired) << e;
  }
}

// A cable that is plugged into other ports: its old link never returns.
TEST(Session, LooksAtNewLinksOnceWhenTheyCome) {
  const auto ring_with_cable_at = [](PortNum port) {
    test::Sketch sketch(5);
    for (SwitchIndex s = 0; s < 4; ++s) sketch.link(s, 1, s + 1, 2);
    sketch.link(4, port, 0, port + 1);
    for (SwitchIndex s = 0; s < 5; ++s) sketch.ca(s, 8);
    return sketch.build();
  };
  Asked asked;
  asked.once({}, ring_with_cable_at(3));
  const auto moved = asked.once({}, ring_with_cable_at(5));
  EXPECT_TRUE(moved->change->repaired);
  EXPECT_EQ(asked.times, 2);
  EXPECT_TRUE(asked.once({}, ring_with_cable_at(5))->change->changes_nothing());
  EXPECT_EQ(asked.times, 2);
}

TEST(Session, AFabricThatHasGrownMuchIsTheBaselineThoughAHostIsGone) {
  Asked asked;
  test::LivingFabric ring(small_ring());
  ring.lose_switch(2);
  asked.once({}, ring.now());
  ring.return_all();
  ring.lose_end_port(0);
  EXPECT_EQ(asked.once({}, ring.now())->change->why_anew, "a large part of the fabric is new");
  EXPECT_TRUE(asked.once({}, ring.now())->change->changes_nothing());
  EXPECT_EQ(asked.times, 2);
}

// The tables of the switches are those of others, so nothing is said about what changes.
TEST(Session, ComparesNothingAfterOthersHaveRouted) {
  test::RoutedSession session(minhop_engine());
  ASSERT_EQ(session.route(small_ring()), "");
  const auto rows = test::rows_of(session.last());
  session.others_have_routed();
  ASSERT_EQ(session.route(small_ring()), "");
  EXPECT_FALSE(session.last().change);
  EXPECT_EQ(test::rows_of(session.last()), rows);
  ASSERT_EQ(session.route(small_ring()), "");
  ASSERT_TRUE(session.last().change);
  EXPECT_TRUE(session.last().change->changes_nothing());
}

TEST(Session, RepairsLostPathsAndRestoresThemWhenLinksReturn) {
  Asked asked;
  const auto first = asked.once({});
  test::LivingFabric ring(small_ring());
  ring.lose_link(0, 1);
  const auto repaired = asked.once({}, ring.now());
  ASSERT_TRUE(repaired->change && repaired->change->repaired);
  EXPECT_EQ(describe(repaired->change->delta), "1 pair of switches no longer linked");
  EXPECT_TRUE(repaired->verdict.reaches_all());
  EXPECT_GT(repaired->change->entries, 0u);
  ring.return_all();
  const auto returned = asked.once({}, ring.now());
  EXPECT_EQ(returned->change->entries, repaired->change->entries);
  for (SwitchIndex s = 0; s < 5; ++s) {
    const PortNum* const before = first->tables->tables().row(s);
    EXPECT_TRUE(
        std::equal(before, before + small_ring().max_lid() + 1, asked.rows.block.tables().row(s)));
  }
  EXPECT_EQ(asked.times, 1);
}

PortNum port_to(const Fabric& fabric, SwitchIndex from, SwitchIndex to) {
  const auto ports = fabric.ports(from);
  for (std::size_t p = 1; p < ports.size(); ++p) {
    if (ports[p].kind == PeerKind::kSwitch && ports[p].peer == to) return static_cast<PortNum>(p);
  }
  return kNoPath;
}

// Min-hop's tables of the ring, but that switches 0 and 4 send what is for switch 1 the long way.
TableBlock tables_of_others() {
  Rows rows;
  minhop_engine().route({rows.fabric, {}, Workers(1)}, rows.block.tables());
  const Fabric& fabric = rows.fabric;
  for (unsigned l = 1; l <= fabric.max_lid(); ++l) {
    const auto lid = static_cast<Lid>(l);
    if (fabric.destination_switch(lid) != 1) continue;
    rows.block.tables().row(0)[lid] = port_to(fabric, 0, 4);
    rows.block.tables().row(4)[lid] = port_to(fabric, 4, 3);
  }
  return std::move(rows.block);
}

// Two hosts at switches of a ring, in their places or each in the other's.
Fabric ring_with_two_hosts(bool are_swapped, bool is_cut = false) {
  test::Sketch sketch(5);
  for (SwitchIndex s = is_cut ? 1 : 0; s < 5; ++s) sketch.link(s, 1, (s + 1) % 5, 2);
  for (SwitchIndex s = 0; s < 5; ++s) sketch.ca(s, 3);
  sketch.ca(are_swapped ? 3 : 0, 4);
  sketch.ca(are_swapped ? 0 : 3, 4);
  return sketch.build();
}

TEST(Session, AFabricWhoseHostsHaveMovedIsTheOneToReturnTo) {
  test::RoutedSession session(minhop_engine());
  ASSERT_EQ(session.route(ring_with_two_hosts(false)), "");
  ASSERT_EQ(session.route(ring_with_two_hosts(true)), "");
  const auto moved = test::rows_of(session.last());
  ASSERT_EQ(session.route(ring_with_two_hosts(true, true)), "");
  EXPECT_NE(test::rows_of(session.last()), moved);
  ASSERT_EQ(session.route(ring_with_two_hosts(true)), "");
  EXPECT_EQ(test::rows_of(session.last()), moved);
}

TEST(Session, RepairsARoutingOfOthers) {
  Asked asked;
  const Options options;
  TableBlock others = tables_of_others();
  asked.session.adopt({small_ring(), options, Workers(1)}, OneLane{}, others.tables());
  const auto same = asked.once(options);
  ASSERT_TRUE(same->change && same->change->repaired);
  EXPECT_TRUE(same->change->delta.is_nothing());
  EXPECT_EQ(same->change->entries, 0u);
  test::LivingFabric ring(small_ring());
  ring.lose_end_port(0);
  const auto repaired = asked.once(options, ring.now());
  ASSERT_TRUE(repaired->change && repaired->change->repaired);
  EXPECT_EQ(describe(repaired->change->delta), "1 end port lost");
  ring.return_all();
  asked.once(options, ring.now());
  for (SwitchIndex s = 0; s < 5; ++s) {
    const PortNum* const row = others.tables().row(s);
    EXPECT_TRUE(
        std::equal(row, row + small_ring().max_lid() + 1, asked.rows.block.tables().row(s)));
  }
  EXPECT_EQ(asked.times, 0);
  Options anew;
  anew.connect_roots = true;
  asked.once(anew);
  EXPECT_EQ(asked.times, 1) << "other options than it was taken with";
}

TEST(Session, AdoptsNothingThatIsBad) {
  const EngineInfo claims = {"claims", "", Claims{true}, &correct};
  Session session(claims);
  const Options options;
  Rows rows;
  const auto refused = [&](Routing (*route)(const RouteRequest&, Tables), LanePlan lanes) {
    fill_no_path(rows.block.tables());
    route({rows.fabric, options, Workers(1)}, rows.block.tables());
    try {
      session.adopt({small_ring(), options, Workers(1)}, std::move(lanes), rows.block.tables());
    } catch (const CannotRoute& error) {
      return std::string(error.what());
    }
    return std::string();
  };
  EXPECT_NE(refused(&with_a_hole, OneLane{}).find("have no path"), std::string::npos);
  EXPECT_NE(refused(&with_a_loop, OneLane{}).find("forwarding loops"), std::string::npos);
  EXPECT_NE(refused(&correct, OneLane{}).find("credit loop"), std::string::npos);
  SlBySwitch sls;
  sls.rows.assign(5, std::vector<Sl>(rows.fabric.max_lid() + std::size_t{1}, 1));
  EXPECT_EQ(refused(&correct, sls),
            "paths use SL 1, which is not among the 1 SLs that have a virtual lane");
  EXPECT_EQ(session.last(), nullptr);
}

TEST(WhyAnew, SomethingElseIsAskedFor) {
  const Options options;
  Options anew;
  anew.keep_routes = false;
  Options others;
  others.connect_roots = true;
  const auto why = [&](const Options& asked, bool reroute, const Options* before) {
    return why_anew(
        {.fabric = Fabric(), .options = asked, .workers = Workers(1), .reroute = reroute}, before);
  };
  EXPECT_EQ(why(options, false, nullptr), "");
  EXPECT_EQ(why(options, false, &options), "");
  EXPECT_EQ(why(options, false, &others), "the options have changed");
  EXPECT_EQ(why(options, true, &options), "the administrator requested a reroute");
  EXPECT_EQ(why(anew, false, &anew), "weft_keep_routes is FALSE");
}

TEST(Session, AFailedRerouteKeepsTheBaseline) {
  Moody moody;
  const auto once = [&](bool reroute, Fabric fabric) {
    static const Options options;
    moody.block = TableBlock(fabric.switch_count(), fabric.max_lid());
    return moody.session.route({.fabric = std::move(fabric),
                                .options = options,
                                .workers = Workers(1),
                                .reroute = reroute},
                               moody.block.tables());
  };
  once(false, small_ring());
  Moody::fails = true;
  EXPECT_THROW(once(true, small_ring()), CannotRoute);
  test::LivingFabric ring(small_ring());
  ring.lose_link(0, 1);
  EXPECT_TRUE(once(false, ring.now())->change->repaired);
}

// Shortest paths around a ring on lane 0, whatever the lane; then as many other plans as it has
// left, of which none helps.
struct Mending {
  static inline int plans_left;
  static inline int asked;
  static bool others(Routing& routing, const std::vector<Channel>& loop) {
    EXPECT_FALSE(loop.empty());
    ++asked;
    if (plans_left-- == 0) return false;
    routing.other_lanes = others;
    return true;
  }
  static Routing route(const RouteRequest& request, Tables rows) {
    Routing routing = correct(request, rows);
    routing.other_lanes = others;
    return routing;
  }
  explicit Mending(int plans) {
    plans_left = plans;
    asked = 0;
  }
  const EngineInfo engine = {"mending", "", Claims{true}, &route};
};

TEST(Session, AsksForOtherLanesAsLongAsThereAreAny) {
  Rows rows;
  Mending mending(2);
  Session session(mending.engine);
  EXPECT_NE(refusal(session, rows.block.tables()).find("they have a credit loop: "),
            std::string::npos);
  EXPECT_EQ(mending.asked, 3);
}

TEST(Session, TakesOtherLanesThatCloseNoLoop) {
  // A ring of five whose paths to the LIDs of two switches have a lane of their own.
  const EngineInfo engine = {"two lanes", "", Claims{true},
                             [](const RouteRequest& request, Tables tables) {
                               Routing routing = correct(request, tables);
                               const Fabric& fabric = request.fabric;
                               routing.other_lanes = [&fabric](Routing& of, const auto&) {
                                 of.lanes = lanes_by_destination(fabric);
                                 return true;
                               };
                               return routing;
                             }};
  Session session(engine);
  Rows rows;
  const LaneSettings lanes = {.budget = {{{0, 0}, {1, 1}}}};
  const auto result = session.route({small_ring(), {}, Workers(1), lanes}, rows.block.tables());
  EXPECT_TRUE(result->verdict.credit_loop.empty());
  EXPECT_EQ(result->verdict.lanes_used, 2u);
  EXPECT_FALSE(result->routing.other_lanes);
}

TEST(Session, AForkGoesItsOwnWay) {
  test::LivingFabric living(small_ring());
  const Options options;
  Session session(minhop_engine());
  TableBlock block(living.whole().switch_count(), living.whole().max_lid());
  const auto first = session.route({living.whole(), options, Workers(1)}, block.tables());
  living.lose_link(0, 1);
  Session fork = session.fork();
  const auto tried = fork.route({living.now(), options, Workers(1)}, block.tables());
  EXPECT_TRUE(tried->change->repaired);
  EXPECT_EQ(session.last(), first);
  // Neither the fork's routing nor its baseline is the session's.
  const auto same = session.route({living.whole(), options, Workers(1)}, block.tables());
  EXPECT_TRUE(same->change->changes_nothing());
  const auto lived = session.route({living.now(), options, Workers(1)}, block.tables());
  EXPECT_EQ(test::rows_of(*lived), test::rows_of(*tried));
  EXPECT_EQ(lived->change->entries, tried->change->entries);
}

TEST(Session, AStopIsNotAResult) {
  Rows rows;
  Session session(minhop_engine());
  const Workers stopped(2, [] { return true; });
  EXPECT_THROW(session.route({small_ring(), {}, stopped}, rows.block.tables()), Stopped);
  EXPECT_TRUE(all_no_path(rows.block.tables()));
}

}  // namespace
}  // namespace weft
