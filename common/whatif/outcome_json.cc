#include "common/whatif/outcome_json.h"

#include <fmt/format.h>

#include <limits>
#include <nlohmann/json.hpp>

#include "common/base/error.h"

namespace weft {
namespace {

Json or_null(const std::string& text) { return text.empty() ? Json(nullptr) : Json(text); }

// Limit of nested levels in the input.
constexpr int kMostLevels = 4;

nlohmann::json parse(std::string_view line) {
  const auto keep = [](int level, nlohmann::json::parse_event_t, nlohmann::json&) {
    if (level > kMostLevels) throw BadInput("it is nested too deeply");
    return true;
  };
  nlohmann::json document = nlohmann::json::parse(line, keep, /*allow_exceptions=*/false);
  if (!document.is_object()) throw BadInput("it is no JSON object");
  return document;
}

const nlohmann::json& member(const nlohmann::json& object, const char* key) {
  if (!object.is_object() || !object.contains(key)) {
    throw BadInput(fmt::format("it has no key {}", key));
  }
  return object[key];
}

std::string text_at(const nlohmann::json& object, const char* key) {
  const nlohmann::json& value = member(object, key);
  if (!value.is_string()) throw BadInput(fmt::format("its {} is no text", key));
  return value.get<std::string>();
}
std::string text_or_null_at(const nlohmann::json& object, const char* key) {
  return member(object, key).is_null() ? std::string() : text_at(object, key);
}
std::uint64_t count_at(const nlohmann::json& object, const char* key) {
  const nlohmann::json& value = member(object, key);
  if (!value.is_number_unsigned()) throw BadInput(fmt::format("its {} is no count", key));
  return value.get<std::uint64_t>();
}
double number_at(const nlohmann::json& object, const char* key) {
  const nlohmann::json& value = member(object, key);
  if (!value.is_number()) throw BadInput(fmt::format("its {} is no number", key));
  return value.get<double>();
}
bool flag_at(const nlohmann::json& object, const char* key) {
  const nlohmann::json& value = member(object, key);
  if (!value.is_boolean()) throw BadInput(fmt::format("its {} is neither true nor false", key));
  return value.get<bool>();
}

FailureKind kind_at(const nlohmann::json& object, const char* key) {
  const std::string text = text_at(object, key);
  for (const FailureKind kind : kFailureKinds) {
    if (text == name_of(kind)) return kind;
  }
  throw BadInput(fmt::format("its {} is none of a failure", key));
}

// Reads the values after a failure that the engine could route.
void read_answer(const nlohmann::json& object, Outcome& outcome) {
  outcome.entries = count_at(object, "entries");
  outcome.sls = count_at(object, "sls");
  outcome.lost_pairs = count_at(object, "lost_pairs");
  outcome.disconnected = count_at(object, "disconnected_pairs");
  outcome.busiest_after = count_at(member(object, "busiest_link"), "after");
  outcome.busiest_name = text_or_null_at(member(object, "busiest_link"), "name");
  outcome.mean_after = number_at(member(object, "mean_link_load"), "after");
  outcome.repaired = flag_at(object, "repaired");
  outcome.why_anew = text_or_null_at(object, "why_anew");
  outcome.credit_loop = flag_at(object, "credit_loop");
  // Version 1.0.0 does not write it.
  const char* const multicast = "credit_loop_multicast";
  outcome.credit_loop_multicast = object.contains(multicast) && flag_at(object, multicast);
  outcome.lanes = static_cast<unsigned>(count_at(object, "lanes_used"));
}

}  // namespace

Json header_json(const OutcomesHeader& header, ShardNumber shard) {
  return Json(
      {{"whatif",
        {{"engine", header.engine},
         {"fabric", header.fabric},
         {"tables", header.tables},
         {"request", header.request},
         {"failures", header.failures},
         {"shard", {{"number", shard.number}, {"of", shard.of}}},
         {"busiest_link", {{"paths", header.busiest}, {"name", or_null(header.busiest_name)}}},
         {"mean_link_load", header.mean}}},
       {"error", nullptr}});
}

Json outcome_json(const Outcome& o) {
  const auto found = [&](const auto& value) {
    return o.error.empty() ? Json(value) : Json(nullptr);
  };
  return Json({{"failure", {{"kind", name_of(o.kind)}, {"name", o.name}}},
               {"error", or_null(o.error)},
               {"entries", found(o.entries)},
               {"sls", found(o.sls)},
               {"lost_pairs", found(o.lost_pairs)},
               {"disconnected_pairs", found(o.disconnected)},
               {"busiest_link",
                {{"before", o.busiest_before},
                 {"after", found(o.busiest_after)},
                 {"name", or_null(o.busiest_name)}}},
               {"mean_link_load", {{"before", o.mean_before}, {"after", found(o.mean_after)}}},
               {"repaired", found(o.repaired)},
               {"why_anew", or_null(o.why_anew)},
               {"credit_loop", found(o.credit_loop)},
               {"credit_loop_multicast", found(o.credit_loop_multicast)},
               {"lanes_used", found(o.lanes)},
               {"time_ms", o.time_ms}});
}

std::string json_line(const OutcomesHeader& header, ShardNumber shard) {
  return header_json(header, shard).line();
}
std::string json_line(const Outcome& outcome) { return outcome_json(outcome).line(); }

std::string refusal_line(std::string_view error) {
  return Json({{"whatif", nullptr}, {"error", error}}).line();
}

HeaderLine read_header_line(std::string_view line) {
  const nlohmann::json document = parse(line);
  const nlohmann::json& whatif = member(document, "whatif");
  if (whatif.is_null()) {
    throw BadInput(fmt::format("that run failed: {}", text_or_null_at(document, "error")));
  }
  const nlohmann::json& busiest = member(whatif, "busiest_link");
  const nlohmann::json& shard = member(whatif, "shard");
  HeaderLine read = {{.engine = text_at(whatif, "engine"),
                      .fabric = text_at(whatif, "fabric"),
                      .tables = text_at(whatif, "tables"),
                      .request = text_at(whatif, "request"),
                      .failures = count_at(whatif, "failures"),
                      .busiest = count_at(busiest, "paths"),
                      .busiest_name = text_or_null_at(busiest, "name"),
                      .mean = number_at(whatif, "mean_link_load")},
                     {count_at(shard, "number"), count_at(shard, "of")}};
  const bool is_shard = read.shard.number >= 1 && read.shard.number <= read.shard.of &&
                        read.shard.of <= std::numeric_limits<std::uint32_t>::max();
  if (!is_shard) {
    throw BadInput(fmt::format("there is no shard {} of {}", read.shard.number, read.shard.of));
  }
  return read;
}

Outcome read_outcome_line(std::string_view line) {
  const nlohmann::json document = parse(line);
  const nlohmann::json& failure = member(document, "failure");
  Outcome outcome = {.kind = kind_at(failure, "kind"),
                     .name = text_at(failure, "name"),
                     .error = text_or_null_at(document, "error"),
                     .busiest_before = count_at(member(document, "busiest_link"), "before"),
                     .mean_before = number_at(member(document, "mean_link_load"), "before"),
                     .time_ms = number_at(document, "time_ms")};
  if (outcome.error.empty()) read_answer(document, outcome);
  return outcome;
}

}  // namespace weft
