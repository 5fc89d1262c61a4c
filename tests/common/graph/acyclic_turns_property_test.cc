#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <map>
#include <numeric>
#include <set>
#include <utility>
#include <vector>

#include "common/base/random.h"
#include "common/graph/acyclic_turns.h"
#include "tests/support/drawn_fabric.h"
#include "tests/support/random_fabric.h"
#include "tests/support/random_routing.h"

namespace weft {
namespace {

using Turn = std::pair<LinkIndex, LinkIndex>;

// How many paths make each turn; everything else is searched for anew with each question.
class SlowTurns {
 public:
  bool contains(LinkTurn turn) const { return counts_.contains({turn.from, turn.to}); }
  void add(LinkTurn turn) { ++counts_[{turn.from, turn.to}]; }
  void remove(LinkTurn turn) {
    if (--counts_.at({turn.from, turn.to}) == 0) counts_.erase({turn.from, turn.to});
  }
  // Links on the shortest way from one to another, both included; 0: there is none.
  std::size_t way(LinkIndex from, LinkIndex to) const {
    std::map<LinkIndex, std::size_t> length = {{from, 1}};
    std::vector<LinkIndex> queue = {from};
    for (std::size_t i = 0; i < queue.size(); ++i) {
      const LinkIndex link = queue[i];
      if (link == to) return length[link];
      for (const auto& [turn, count] : counts_) {
        if (turn.first != link || !length.emplace(turn.second, length[link] + 1).second) continue;
        queue.push_back(turn.second);
      }
    }
    return 0;
  }
  bool fits(LinkTurn turn) const { return way(turn.to, turn.from) == 0; }
  const std::map<Turn, unsigned>& counts() const { return counts_; }

 private:
  std::map<Turn, unsigned> counts_;
};

Fabric any_fabric(Random& random) {
  if (random.below(4) == 0) return test::random_tangle(random);
  return random.below(3) == 0 ? random_broken_fabric(random.next()) : random_fabric(random.next());
}

// A few links close together, so that random turns among them close cycles.
std::vector<LinkIndex> neighbourhood(const Links& links, Random& random) {
  std::set<LinkIndex> found = {random.below(links.count())};
  LinkIndex link = *found.begin();
  for (unsigned steps = 2 + random.below(40); steps > 0; --steps) {
    const Links::TurnsFrom& turns = links.turns_from(link);
    link = turns.first_link + random.below(turns.count);
    if (random.below(4) == 0) link = links.opposite(link);
    found.insert(link);
  }
  return {found.begin(), found.end()};
}

class Play {
 public:
  Play(const Links& links, Random& random) : links_(links), random_(random), turns_(links) {
    if (random.below(2) == 0) turns_ = AcyclicTurns(links, shuffled_links());
    for (const LinkIndex a : neighbourhood(links, random)) pool_.push_back(a);
    for (const LinkIndex a : pool_) {
      for (const LinkIndex b : pool_) {
        if (links[a].to == links[b].from) possible_.push_back({a, b});
      }
    }
  }

  void run(unsigned steps) {
    if (possible_.empty()) return;
    for (unsigned step = 0; step < steps; ++step) {
      switch (random_.below(6)) {
        case 0:
        case 1:
          add(any());
          break;
        case 2:
          add_all();
          break;
        case 3:
          add_where();
          break;
        case 4:
          expect_fits(any());
          break;
        default:
          remove();
      }
      if (step % 16 == 0) expect_ordered();
    }
    expect_ordered();
    for (const LinkTurn turn : possible_) {
      RC_ASSERT(turns_.contains(turn) == slow_.contains(turn));
      expect_fits(turn);
    }
    expect_ordered();
  }

 private:
  std::vector<LinkIndex> shuffled_links() {
    std::vector<LinkIndex> order(links_.count());
    std::iota(order.begin(), order.end(), LinkIndex{0});
    random_.shuffle(order);
    return order;
  }
  LinkTurn any() { return possible_[random_.below(static_cast<std::uint32_t>(possible_.size()))]; }

  void expect_fits(LinkTurn turn) {
    const bool fits = turns_.fits(turn);
    RC_ASSERT(fits == slow_.fits(turn));
    const std::uint64_t work = turns_.work();
    RC_ASSERT(turns_.fits(turn) == fits);
    RC_ASSERT(turns_.work() == work);
    expect_cycle(turn);
  }
  void add(LinkTurn turn) {
    const bool fits = slow_.fits(turn);
    RC_ASSERT(turns_.add(turn) == fits);
    if (fits) slow_.add(turn);
    RC_ASSERT(turns_.contains(turn) == slow_.contains(turn));
  }
  void add_all() {
    std::vector<LinkTurn> path;
    for (unsigned length = random_.below(6); length > 0; --length) path.push_back(any());
    SlowTurns with = slow_;
    bool all_fit = true;
    for (const LinkTurn turn : path) {
      all_fit = all_fit && with.fits(turn);
      with.add(turn);
    }
    RC_ASSERT(turns_.add_all(path) == all_fit);
    if (all_fit) slow_ = with;
    for (const LinkTurn turn : path) RC_ASSERT(turns_.contains(turn) == slow_.contains(turn));
  }
  void add_where() {
    std::set<Turn> wanted;
    for (unsigned count = random_.below(6); count > 0; --count) {
      const LinkTurn turn = any();
      wanted.emplace(turn.from, turn.to);
    }
    SlowTurns with = slow_;
    bool all_fit = true;
    for (const auto& [from, to] : wanted) {
      all_fit = all_fit && with.fits({from, to});
      with.add({from, to});
    }
    const auto is_wanted = [&](LinkTurn turn) { return wanted.contains({turn.from, turn.to}); };
    RC_ASSERT(turns_.add_where(is_wanted) == all_fit);
    if (all_fit) slow_ = with;
    for (const auto& [from, to] : wanted) {
      RC_ASSERT(turns_.contains({from, to}) == slow_.contains({from, to}));
    }
    expect_ordered();
  }
  void remove() {
    if (slow_.counts().empty()) return;
    auto chosen = slow_.counts().begin();
    std::advance(chosen, random_.below(static_cast<std::uint32_t>(slow_.counts().size())));
    const LinkTurn turn{chosen->first.first, chosen->first.second};
    slow_.remove(turn);
    turns_.remove(turn);
    RC_ASSERT(turns_.contains(turn) == slow_.contains(turn));
  }

  // A shortest way through turns that are there.
  void expect_cycle(LinkTurn turn) const {
    const std::vector<LinkIndex> cycle = turns_.cycle_with(turn);
    RC_ASSERT(cycle.size() == slow_.way(turn.to, turn.from));
    if (cycle.empty()) return;
    RC_ASSERT(cycle.front() == turn.to);
    RC_ASSERT(cycle.back() == turn.from);
    for (std::size_t i = 1; i < cycle.size(); ++i) {
      RC_ASSERT(slow_.contains({cycle[i - 1], cycle[i]}));
    }
  }
  void expect_ordered() const {
    for (const auto& [turn, count] : slow_.counts()) {
      RC_ASSERT(turns_.place(turn.first) < turns_.place(turn.second));
    }
    const std::vector<LinkIndex> order = turns_.order();
    RC_ASSERT(std::set<LinkIndex>(order.begin(), order.end()).size() == links_.count());
    for (std::size_t i = 1; i < order.size(); ++i) {
      RC_ASSERT(turns_.place(order[i - 1]) < turns_.place(order[i]));
    }
  }

  const Links& links_;
  Random& random_;
  AcyclicTurns turns_;
  SlowTurns slow_;
  std::vector<LinkIndex> pool_;
  std::vector<LinkTurn> possible_;
};

RC_GTEST_PROP(AcyclicTurnsProperty, AgreesWithAFullSearch, ()) {
  auto [fabric, random] = *test::drawn_fabric(any_fabric);
  const Links links(fabric);
  RC_PRE(links.count() > 0);
  Play(links, random).run(200);
}

}  // namespace
}  // namespace weft
