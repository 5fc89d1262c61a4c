#include "tools/weft/choice_report.h"

#include <fmt/format.h>

#include <string>

namespace weft::tool {
namespace {

Json trial_json(const EngineTrial& trial) {
  const auto figure = [&](auto value) { return trial.is_measured ? Json(value) : Json(nullptr); };
  return {{"engine", trial.engine},
          {"refusal", trial.refusal.empty() ? Json(nullptr) : Json(trial.refusal)},
          {"ms", trial.ms},
          {"delivered", figure(trial.delivered)},
          {"max_link_load", figure(trial.max_link_load)},
          {"mean_link_load", figure(trial.mean_link_load)},
          {"lanes", figure(trial.lanes)},
          {"safe_on_one_lane", figure(trial.safe_on_one_lane)}};
}

std::string outcome(const EngineTrial& trial) {
  if (!trial.refusal.empty()) return trial.refusal;
  if (!trial.is_measured) return "routes";
  return fmt::format("jobs get {:.1f} %, busiest link {} paths, {:.1f} on average, {} lane{}{}",
                     100 * trial.delivered, trial.max_link_load, trial.mean_link_load, trial.lanes,
                     trial.lanes == 1 ? "" : "s", trial.safe_on_one_lane ? ", safe on one" : "");
}

}  // namespace

Json choice_json(const EngineChoice* choice) {
  if (choice == nullptr) return nullptr;
  Json trials = Json::array();
  for (const EngineTrial& trial : choice->trials) trials.push_back(trial_json(trial));
  return {{"fabric", choice->fabric},
          {"engine", choice->engine},
          {"reason", choice->reason},
          {"trials", std::move(trials)}};
}

void print_choice(const EngineChoice& choice) {
  fmt::print("recognised: {}\n", choice.fabric.empty() ? "nothing" : choice.fabric);
  for (const EngineTrial& trial : choice.trials) {
    fmt::print("tried: {:10} {:7.1f} ms  {}\n", trial.engine, trial.ms, outcome(trial));
  }
  fmt::print("taken: {}: {}\n", choice.engine, choice.reason);
}

}  // namespace weft::tool
