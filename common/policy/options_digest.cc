#include "common/policy/options_digest.h"

#include <concepts>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "common/base/bytes.h"
#include "common/base/checksum.h"
#include "common/options/option_table.h"
#include "common/policy/chain_policy.h"
#include "common/stored/stored_hops.h"
#include "common/stored/stored_tables.h"

namespace weft {
namespace {

void write(ByteWriter& to, std::unsigned_integral auto value) { to.number(value); }

template <typename Enum>
requires std::is_enum_v<Enum>
void write(ByteWriter& to, Enum value) { to.number(static_cast<std::uint8_t>(value)); }

void write(ByteWriter& to, bool value) { to.flag(value); }

void write(ByteWriter& to, const PortNote& note) {
  to.number(note.switch_guid);
  to.number(note.port);
  to.number(note.weight);
}

void write(ByteWriter& to, const SearchOrder& order) {
  to.number(order.switch_guid);
  to.numbers<PortNum>(order.ports);
  if (!order.group.empty()) to.text(order.group);
}

// A single GUID is encoded as in older versions without groups and ranks, so its digest stays the
// same.
void write(ByteWriter& to, const NamedNode& node) {
  to.number(node.guid);
  if (!node.group.empty()) to.text(node.group);
  if (node.rank != 0) to.number(node.rank);
}

void write(ByteWriter& to, const WeightedPattern& pattern) {
  write(to, pattern.kind);
  to.number(pattern.weight);
}

void write(ByteWriter& to, const SwitchId& id) {
  to.number(id.switch_guid);
  to.number(id.id);
}

void write(ByteWriter& to, const TreeShape& shape) { to.text(describe(shape)); }

void write(ByteWriter& to, std::monostate) { to.number(std::uint8_t{0}); }

void write(ByteWriter& to, const FileFault& fault) { to.text(fault.reason); }

void write(ByteWriter& to, const TorusConf& conf) {
  for (const TorusDimension& dimension : conf.dimensions) {
    to.number(dimension.radix);
    to.flag(dimension.is_mesh);
  }
  to.count(conf.seeds.size());
  for (const TorusSeed& seed : conf.seeds) {
    to.number(seed.switch_guid);
    for (const SeedAxis& axis : seed.axes) {
      to.number(axis.plus);
      to.number(axis.minus);
      to.number(static_cast<std::uint32_t>(axis.dateline));
    }
  }
  to.numbers<PortNum>(conf.port_order);
  to.number(std::uint32_t{16});  // the default of portgroup_max_ports, which 1.0.0 encodes
}

// Writes the checksum of a large array instead of its content.
template <typename Number>
void write_sum(ByteWriter& to, const std::vector<Number>& values) {
  to.number(
      checksum({reinterpret_cast<const char*>(values.data()), values.size() * sizeof(Number)}));
}

void write(ByteWriter& to, const StoredTables& tables) {
  for (const StoredTable& table : tables.switches) {
    to.number(table.switch_guid);
    to.number(table.switch_lid);
    write_sum(to, table.row);
  }
  write_sum(to, tables.port_guids);
}

void write(ByteWriter& to, const StoredHops& hops) {
  for (const StoredHopTable& table : hops.switches) {
    to.number(table.switch_guid);
    to.number(table.switch_lid);
    write_sum(to, table.lids);
    write_sum(to, table.hops);
    write_sum(to, table.sets);
  }
  write_sum(to, hops.port_guids);
}

void write(ByteWriter& to, const ChainStep& step) { to.number(digest_of(step.options.over({}))); }

void write(ByteWriter& to, const ChainPolicy& policy) {
  to.number(policy.text);
  for (const ChainLink& link : policy.links) {
    write(to, link.step);
    for (const ChainStep& fallback : link.fallbacks) write(to, fallback);
  }
}

template <typename Value>
void write(ByteWriter& to, const std::vector<Value>& values) {
  to.count(values.size());
  for (const Value& value : values) write(to, value);
}

template <typename Value>
void write(ByteWriter& to, const std::optional<Value>& value) {
  to.flag(value.has_value());
  if (value) write(to, *value);
}

template <typename Value>
void write(ByteWriter& to, const std::shared_ptr<const Value>& value) {
  to.flag(value != nullptr);
  if (value) write(to, *value);
}

template <typename Content>
void write(ByteWriter& to, const NeededContent<Content>& content) {
  to.count(content.index());
  std::visit([&](const auto& value) { write(to, value); }, content);
}

// Writes the field that an option sets.
struct FieldWriter {
  ByteWriter& to;
  const Options& options;

  template <typename Value>
  void operator()(Value Options::*field) const {
    write(to, options.*field);
  }
  // Newer than version 1.0.0: its default is not encoded.
  void operator()(TrafficMix Options::*field) const {
    if (options.*field != Options().*field) write(to, options.*field);
  }
  template <typename File>
  requires requires(const File& file, const Options& all) { all.*file.field; }
  void operator()(const File& file) const { write(to, options.*file.field); }
  // Engines do not see this field.
  void operator()(const auto&) const {}
};

}  // namespace

std::uint64_t digest_of(const Options& options) {
  ByteWriter to;
  for (const OptionRow& row : kOptionTable) std::visit(FieldWriter{to, options}, row.field);
  write(to, options.chain);
  if (options.port_groups != nullptr) to.number(options.port_groups->text);
  return checksum(to.take());
}

}  // namespace weft
