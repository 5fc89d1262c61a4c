#include <fmt/format.h>

#include <cstddef>
#include <cstdint>
#include <vector>

#include "common/base/text.h"
#include "common/fabric/generators/drawing.h"
#include "common/fabric/generators/generators.h"

namespace weft {
namespace {

// Encodes words whose neighbouring letters differ as numbers: the first letter, then for each other
// letter its distance from the letter before.
class Words {
 public:
  Words(unsigned degree, unsigned length) : degree_(degree), length_(length) {}

  std::vector<unsigned> word(std::uint64_t number) const {
    std::vector<unsigned> letters = {static_cast<unsigned>(number % (degree_ + 1))};
    number /= degree_ + 1;
    while (letters.size() < length_) {
      letters.push_back(other(letters.back(), static_cast<unsigned>(number % degree_)));
      number /= degree_;
    }
    return letters;
  }
  std::uint64_t number(const std::vector<unsigned>& letters) const {
    std::uint64_t number = 0;
    for (std::size_t i = letters.size(); i-- > 1;) {
      number = number * degree_ + distance(letters[i - 1], letters[i]);
    }
    return number * (degree_ + 1) + letters.front();
  }
  // The i-th letter after a letter, and the i of a letter; 0..degree - 1.
  unsigned other(unsigned letter, unsigned i) const { return (letter + 1 + i) % (degree_ + 1); }
  unsigned distance(unsigned from, unsigned to) const {
    return (to + degree_ - from) % (degree_ + 1);
  }

 private:
  unsigned degree_;
  unsigned length_;
};

}  // namespace

Fabric make_kautz(const KautzSpec& spec) {
  const unsigned degree = spec.degree;
  if (degree == 0 || spec.length == 0) {
    throw BadInput("a Kautz graph needs a degree and a length of at least 1");
  }
  std::uint64_t count = degree + std::uint64_t{1};
  for (unsigned i = 1; i < spec.length && count < kTooMany; ++i) count = times(count, degree);
  FabricDrawing drawing("a Kautz graph",
                        {.switches = count,
                         .switch_ports = times(2, degree) + spec.cas,
                         .cas = times(count, spec.cas)},
                        spec.link);
  const Words words(degree, spec.length);
  for (std::uint64_t i = 0; i < count; ++i) {
    drawing.add_switch(fmt::format("switch {}", joined(words.word(i), ".")), 2 * degree + spec.cas);
  }
  for (std::uint64_t i = 0; i < count; ++i) {
    const std::vector<unsigned> from = words.word(i);
    for (unsigned port = 0; port < degree; ++port) {
      std::vector<unsigned> to(from.begin() + 1, from.end());
      to.push_back(words.other(from.back(), port));
      drawing.link(static_cast<NodeId>(i), 1 + port, static_cast<NodeId>(words.number(to)),
                   1 + degree + words.distance(to.front(), from.front()), 1);
    }
    drawing.attach_cas(static_cast<NodeId>(i), 1 + 2 * std::uint64_t{degree}, spec.cas);
  }
  return drawing.build();
}

}  // namespace weft
