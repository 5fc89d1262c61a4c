#include "tests/support/drawn_fabric.h"

#include <algorithm>
#include <memory>
#include <utility>
#include <vector>

#include "common/base/file.h"
#include "common/fabric/generators/blueprint.h"
#include "common/fabric/writers/fabric_writer.h"
#include "common/graph/pieces.h"
#include "tests/support/fabric_text.h"
#include "tests/support/random_fabric.h"
#include "tests/support/random_routing.h"

namespace weft::test {
namespace {

constexpr unsigned kTries = 2000;

// A sequence of smaller fabrics, as RapidCheck wants it: first half of the switches is missing,
// then the other half, quarters, and so on down to single ones; then so with CAs and with links.
class Removals {
 public:
  Removals(DrawnFabric whole, std::shared_ptr<unsigned> tries)
      : whole_(std::move(whole)),
        tries_(std::move(tries)),
        pieces_(find_pieces(whole_.fabric).count) {
    const Blueprint blueprint(whole_.fabric);
    const std::size_t switches = blueprint.switches;
    const std::size_t nodes = blueprint.nodes.size();
    cut(0, switches);
    cut(switches, nodes);
    for (std::size_t i = 0; i < blueprint.links.size(); ++i) {
      if (blueprint.links[i].b < switches) links_.push_back(i);
    }
    cut(nodes, nodes + links_.size());
  }

  rc::Maybe<DrawnFabric> operator()() {
    while (next_ < cuts_.size() && *tries_ > 0) {
      --*tries_;
      Fabric rest = without(cuts_[next_++]);
      const bool has_end_ports = rest.end_port_count() > 0 || whole_.fabric.end_port_count() == 0;
      if (rest.switch_count() == 0 || !has_end_ports || find_pieces(rest).count > pieces_) continue;
      return DrawnFabric{std::move(rest), whole_.random};
    }
    return rc::Nothing;
  }

 private:
  // Switches, then other nodes, then links between switches, numbered from 0 on.
  struct Cut {
    std::size_t first;
    std::size_t last;
  };

  void cut(std::size_t first, std::size_t last) {
    for (std::size_t size = (last - first + 1) / 2; size > 0;
         size = size == 1 ? 0 : (size + 1) / 2) {
      for (std::size_t i = first; i < last; i += size)
        cuts_.push_back({i, std::min(i + size, last)});
    }
  }

  Fabric without(const Cut& cut) const {
    Blueprint blueprint(whole_.fabric);
    for (std::size_t i = cut.first; i < cut.last; ++i) {
      if (i < blueprint.nodes.size()) {
        blueprint.nodes[i].removed = true;
      } else {
        blueprint.links[links_[i - blueprint.nodes.size()]].removed = true;
      }
    }
    return blueprint.build();
  }

  DrawnFabric whole_;
  std::shared_ptr<unsigned> tries_;
  std::uint32_t pieces_;
  std::vector<std::size_t> links_;  // in the blueprint
  std::vector<Cut> cuts_;
  std::size_t next_ = 0;
};

}  // namespace

rc::Gen<DrawnFabric> drawn_fabric(std::function<Fabric(Random& random)> draw) {
  return rc::Gen<DrawnFabric>([draw = std::move(draw)](const rc::Random& source, int size) {
    Random random(rc::gen::arbitrary<std::uint64_t>()(source, size).value());
    Fabric fabric = draw(random);
    const auto tries = std::make_shared<unsigned>(kTries);
    return rc::shrinkable::shrinkRecur(
        DrawnFabric{std::move(fabric), random},
        [tries](const DrawnFabric& whole) { return rc::makeSeq<Removals>(whole, tries); });
  });
}

rc::Gen<DrawnFabric> drawn_fabric() {
  return drawn_fabric([](Random& random) { return random_fabric(random.next()); });
}

rc::Gen<DrawnFabric> drawn_broken_fabric() {
  return drawn_fabric([](Random& random) { return random_broken_fabric(random.next()); });
}

rc::Gen<DrawnFabric> drawn_tangle() { return drawn_fabric(random_tangle); }

rc::Gen<DrawnFabric> drawn_built_tree() {
  return drawn_fabric([](Random& random) { return random_built_tree(random.next()); });
}

rc::Gen<DrawnFabric> drawn_whole_or_broken_fabric() {
  return drawn_fabric([](Random& random) {
    return random.below(3) == 0 ? random_broken_fabric(random.next())
                                : random_fabric(random.next());
  });
}

Fabric shown(Fabric fabric) {
  RC_LOG() << net_text(fabric);
  return fabric;
}

std::string net_text(const Fabric& fabric) {
  const TemporaryDirectory folder;
  write_ibsim_net(fabric, folder.file("net"));
  return read_file(folder.file("net"));
}

void showValue(const DrawnFabric& drawn, std::ostream& out) { out << net_text(drawn.fabric); }

}  // namespace weft::test
