// A port that answers SMPs as the nodes of a Fabric would, for tests of what reads live fabrics.
#ifndef WEFT_TESTS_SUPPORT_FAKE_SUBNET_H_
#define WEFT_TESTS_SUPPORT_FAKE_SUBNET_H_

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <optional>
#include <vector>

#include "common/fabric/fabric.h"
#include "common/live/exchange.h"
#include "common/live/mad.h"
#include "common/routing/sl2vl.h"
#include "common/routing/tables.h"

namespace weft {

// The host is end port 0 of the fabric. What it holds outlives it.
class FakeSubnet : public MadPort {
 public:
  FakeSubnet(const Fabric& fabric, ConstTables tables, const Sl2Vl& sl2vl)
      : fabric_(fabric), tables_(tables), sl2vl_(sl2vl) {}

  // Changes an answer, or takes it away, before it is sent.
  std::function<bool(Mad& answer)> tamper;
  std::size_t most_in_flight = 0;
  std::size_t asked = 0;

  void send(const Mad& mad, Lid to) override;
  std::optional<Mad> receive(std::chrono::milliseconds at_most) override;

 private:
  struct Place {
    LidOwner node;
    PortNum port = 0;  // that the request came in by
  };
  std::optional<Place> walk(const Mad& mad) const;
  bool fill(const Place& place, Mad& mad) const;
  void node_info(const Place& place, std::uint8_t* data) const;
  bool port_info(const Place& place, unsigned port, std::uint8_t* data) const;

  const Fabric& fabric_;
  ConstTables tables_;
  const Sl2Vl& sl2vl_;
  std::deque<Mad> answers_;
};

}  // namespace weft

#endif  // WEFT_TESTS_SUPPORT_FAKE_SUBNET_H_
