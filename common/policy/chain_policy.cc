#include "common/policy/chain_policy.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <limits>
#include <map>
#include <utility>

#include "common/base/text.h"
#include "common/base/warnings.h"
#include "common/policy/policy_text.h"
#include "common/routing/vendor_engines.h"

namespace weft {
namespace {

constexpr std::uint64_t kLargestId = std::numeric_limits<std::uint64_t>::max();
constexpr std::uint64_t kLargestPathBit = 127;  // of LMC 7

// The qualifiers of a paragraph. A repeated qualifier or a colon in a value is an error.
class Values {
 public:
  Values(const Paragraph& paragraph, Mistakes& mistakes)
      : paragraph_(paragraph), mistakes_(mistakes) {}

  // Null: not given, or with an error, which is reported.
  const Qualifier* optional(std::string_view name) {
    const Qualifier* const found = only(paragraph_, name, mistakes_);
    if (found == nullptr || found->value.find(':') == std::string_view::npos) return found;
    fail(*found, "a value must not hold a colon");
    return nullptr;
  }

  // As optional(), but the qualifier is required. what: the expected value, for the message.
  const Qualifier* mandatory(std::string_view name, std::string_view what) {
    const auto is_named = [name](const Qualifier& qualifier) { return qualifier.name == name; };
    if (std::none_of(paragraph_.qualifiers.begin(), paragraph_.qualifiers.end(), is_named)) {
      fail(fmt::format("{} is missing: write {}: and {}", name, name, what));
    }
    return optional(name);
  }

  // A whole number; nothing if it is not given, or with an error.
  std::optional<std::uint64_t> number(const Qualifier* qualifier, std::uint64_t least,
                                      std::uint64_t most) {
    if (qualifier == nullptr) return std::nullopt;
    Scanner scanner(qualifier->value);
    const auto number = scanner.number<std::uint64_t>();
    if (number && scanner.at_end() && *number >= least && *number <= most) return number;
    fail(*qualifier, fmt::format("write a number from {} to {}", least, most));
    return std::nullopt;
  }

  void fail(const Qualifier& qualifier, std::string_view reason) {
    mistakes_.add(qualifier.line,
                  fmt::format("{} is {}: {}", qualifier.name, quote(qualifier.value), reason));
    good_ = false;
  }
  // Reports an error of the whole paragraph.
  void fail(std::string_view reason) {
    mistakes_.add(paragraph_.line, reason);
    good_ = false;
  }

  bool good() const { return good_; }  // no error so far

 private:
  const Paragraph& paragraph_;
  Mistakes& mistakes_;
  bool good_ = true;
};

// The ids of a file; a repeated id is an error.
class Ids {
 public:
  explicit Ids(std::string_view keyword) : keyword_(keyword) {}

  std::optional<std::uint64_t> take(Values& values) {
    const Qualifier* const text = values.mandatory("id", "a number from 1 on");
    const auto id = values.number(text, 1, kLargestId);
    if (!id) return std::nullopt;
    const auto [first, is_new] = lines_.emplace(*id, text->line);
    if (!is_new) {
      values.fail(*text, fmt::format("write another one, since the {} of line {} has it", keyword_,
                                     first->second));
    }
    return id;
  }

 private:
  std::string_view keyword_;
  std::map<std::uint64_t, unsigned> lines_;
};

// Nothing, with an error, if the group does not exist.
std::optional<GroupIndex> parse_group(Values& values, std::string_view name, std::string_view what,
                                      const PortGroups* groups, std::vector<std::string>& faults) {
  const Qualifier* const text = values.mandatory(name, what);
  if (text == nullptr || groups == nullptr) return 0;
  const auto group = find_group(*groups, text->value);
  if (!group) faults.push_back(fmt::format("there is no port group {}", quote(text->value)));
  return group;
}

class StepReader {
 public:
  StepReader(std::string_view source, const std::vector<Topology>* topologies,
             std::span<const std::string_view> engines, std::vector<std::string>& errors,
             std::vector<std::string>& warnings, std::vector<unsigned>* lines)
      : source_(source),
        topologies_(topologies),
        mistakes_(source, errors, lines),
        warnings_(warnings) {
    for (const std::string_view engine : engines) {
      if (!same_in_any_case(engine, kChain)) engines_.push_back(engine);
    }
  }

  std::vector<StepText> read(std::string_view text) && {
    for (const Paragraph& paragraph :
         parse_paragraphs(text, kStepKeyword, kStepQualifiers, mistakes_)) {
      steps_.push_back(parse(paragraph));
    }
    if (steps_.size() > kMostSteps) {
      mistakes_.add(steps_[kMostSteps].step.line,
                    fmt::format("there are {} steps: write {} at most", steps_.size(), kMostSteps));
    }
    std::sort(steps_.begin(), steps_.end(),
              [](const StepText& a, const StepText& b) { return a.step.id < b.step.id; });
    if (steps_.size() > kMostSteps) steps_.resize(kMostSteps);
    if (order_is_known_) check_order();
    drop_faulty();
    mistakes_.finish();
    return std::move(steps_);
  }

 private:
  static constexpr std::string_view kChain = "chain";

  StepText parse(const Paragraph& paragraph) {
    StepText text;
    text.step.line = paragraph.line;
    Values values(paragraph, mistakes_);
    text.step.id = ids_.take(values).value_or(0);
    text.fallback_to = values.number(values.optional("fallback-to"), 0, kLargestId);
    order_is_known_ = order_is_known_ && values.good();
    text.step.engine = parse_engine(values, text);
    if (const Qualifier* use = values.optional("use")) text.step.use = use->value;
    if (const Qualifier* config = values.optional("config")) {
      text.config = config->value;
      text.config_line = config->line;
    }
    text.step.topology = parse_topology(values, text);
    if (const auto bit = values.number(values.optional("path-bit"), 0, kLargestPathBit)) {
      text.step.path_bit = static_cast<std::uint8_t>(*bit);
    }
    return text;
  }

  std::string parse_engine(Values& values, StepText& step) {
    const Qualifier* const text =
        values.mandatory("engine", fmt::format("one of {}", joined(engines_, ", ")));
    if (text == nullptr) return {};
    constexpr std::string_view kPrefix = "weft-";
    std::string_view name = text->value;
    if (same_in_any_case(name.substr(0, kPrefix.size()), kPrefix)) {
      name.remove_prefix(kPrefix.size());
    }
    if (const VendorEngine* vendor = find_vendor_engine(name)) {
      step.vendor = vendor;
      step.engine_line = text->line;
      name = vendor->engine;
    }
    if (same_in_any_case(name, "weft")) name = "auto";
    for (const std::string_view engine : engines_) {
      if (same_in_any_case(engine, name)) return std::string(engine);
    }
    step.fault_line = text->line;
    step.fault = fmt::format("engine is {}: {}write one of {}", quote(text->value),
                             same_in_any_case(name, kChain) ? "a chain has no chains; " : "",
                             joined(engines_, ", "));
    return {};
  }

  TopologyIndex parse_topology(Values& values, StepText& step) const {
    const Qualifier* const text = values.optional("topology");
    const auto id = values.number(text, 0, kLargestId);
    if (!id || *id == 0) return kNone;
    if (topologies_ == nullptr) return 0;
    const auto found = std::lower_bound(
        topologies_->begin(), topologies_->end(), *id,
        [](const Topology& topology, std::uint64_t wanted) { return topology.id < wanted; });
    if (found == topologies_->end() || found->id != *id) {
      step.fault_line = text->line;
      step.fault = fmt::format(
          "topology is {}: there is no such topology: write the id of one, or 0 for the whole "
          "fabric",
          quote(text->value));
      return 0;
    }
    return static_cast<TopologyIndex>(found - topologies_->begin());
  }

  // Without the first step there is no chain.
  void drop_faulty() {
    Warnings faults;
    const auto first = std::ranges::find_if(steps_, &StepText::is_no_fallback);
    if (first != steps_.end() && !first->fault.empty()) {
      mistakes_.add(first->fault_line, std::exchange(first->fault, {}));
    }
    drop_steps(
        steps_, [](const StepText& text) { return !text.fault.empty(); },
        [&](const StepText& text, const StepText* instead) {
          faults.add([&] {
            return fmt::format("{}:{}: step {} is left out: {}{}", source_, text.fault_line,
                               text.step.id, text.fault, describe_instead(instead));
          });
        });
    faults.append_to(warnings_, source_, "steps are left out");
  }

  // Checks steps against each other; needs all ids and fallbacks.
  void check_order() {
    const auto first = std::find_if(steps_.begin(), steps_.end(),
                                    [](const StepText& text) { return !text.fallback_to; });
    if (first == steps_.end()) {
      mistakes_.add(1, "there is no first step: write a unicast-step without fallback-to", 0);
      return;
    }
    const ChainStep& step = first->step;
    if (step.topology != kNone) {
      mistakes_.add(step.line, fmt::format("step {} is the first, which routes the whole fabric: "
                                           "write topology: 0",
                                           step.id));
    }
    if (step.path_bit.value_or(0) != 0) {
      mistakes_.add(step.line, fmt::format("step {} is the first, which routes every LID: write "
                                           "path-bit: 0",
                                           step.id));
    }
    first_id_ = step.id;
    drop_idle_fallbacks();
    for (StepText& text : steps_) {
      if (takes_first_place(text)) text.step.path_bit.reset();
    }
  }

  bool takes_first_place(const StepText& text) const {
    return text.step.id == first_id_ || text.fallback_to == first_id_;
  }

  void drop_idle_fallbacks() {
    Warnings strange;
    std::vector<StepText> kept;
    for (const StepText& text : steps_) {
      const std::string_view reason = text.fallback_to ? why_idle(text) : std::string_view{};
      if (reason.empty()) kept.push_back(text);
      if (!reason.empty()) {
        strange.add([&] { return about_fallback(text, "is ignored", reason); });
      } else if (text.fallback_to && routes_others(text)) {
        strange.add([&] {
          return about_fallback(text, "counts", "which routes other paths; is that meant?");
        });
      }
    }
    steps_ = std::move(kept);
    strange.append_to(warnings_, source_, "fallbacks are ignored or strange");
  }

  std::string about_fallback(const StepText& text, std::string_view what,
                             std::string_view reason) const {
    return fmt::format("{}:{}: step {} {}: it is a fallback to step {}, {}", source_,
                       text.step.line, text.step.id, what, *text.fallback_to, reason);
  }

  const StepText* find(std::uint64_t id) const {
    const auto found = std::lower_bound(
        steps_.begin(), steps_.end(), id,
        [](const StepText& text, std::uint64_t wanted) { return text.step.id < wanted; });
    return found != steps_.end() && found->step.id == id ? &*found : nullptr;
  }

  // Why a fallback cannot run; empty: it can.
  std::string_view why_idle(const StepText& text) const {
    const StepText* const target = find(*text.fallback_to);
    if (target == nullptr) return "which does not exist";
    if (target->fallback_to) return "which is a fallback itself";
    if (!takes_first_place(text)) return {};
    if (text.step.topology != kNone) return "the first, but does not route the whole fabric";
    if (text.step.path_bit.value_or(0) != 0) return "the first, but does not route every LID";
    return {};
  }

  // True if a fallback routes other LIDs or another part than the step that it replaces.
  bool routes_others(const StepText& text) const {
    const StepText& other = *find(*text.fallback_to);
    return !takes_first_place(text) && text.fault.empty() && other.fault.empty() &&
           (other.step.topology != text.step.topology || other.step.path_bit != text.step.path_bit);
  }

  std::string_view source_;
  const std::vector<Topology>* topologies_;  // null: unknown
  std::vector<std::string_view> engines_;
  Mistakes mistakes_;
  std::vector<std::string>& warnings_;
  Ids ids_{"unicast-step"};
  std::vector<StepText> steps_;
  bool order_is_known_ = true;  // all ids and fallback-to are known
  std::uint64_t first_id_ = 0;
};

}  // namespace

void drop_steps(std::vector<StepText>& steps, const std::function<bool(const StepText&)>& is_bad,
                const std::function<void(const StepText&, const StepText*)>& tell) {
  std::vector<std::uint64_t> ids;
  for (const StepText& step : steps) {
    if (is_bad(step)) ids.push_back(step.step.id);
  }
  for (const std::uint64_t id : ids) {
    const auto step =
        std::ranges::find(steps, id, [](const StepText& text) { return text.step.id; });
    const auto next = std::ranges::find_if(
        steps, [&](const StepText& other) { return other.fallback_to == id && !is_bad(other); });
    tell(*step, next == steps.end() ? nullptr : &*next);
    if (next == steps.end()) continue;
    for (StepText& other : steps) {
      if (other.fallback_to == id) other.fallback_to = next->step.id;
    }
    next->fallback_to.reset();
    std::iter_swap(step, next);
  }
  std::erase_if(steps, is_bad);
}

std::string describe_instead(const StepText* instead) {
  return instead == nullptr
             ? ""
             : fmt::format("; step {}, its fallback, runs instead", instead->step.id);
}

bool names_engine(const ChainPolicy& policy, std::string_view engine) {
  const auto is_it = [&](const ChainStep& step) { return step.engine == engine; };
  return std::ranges::any_of(policy.links, [&](const ChainLink& link) {
    return is_it(link.step) || std::ranges::any_of(link.fallbacks, is_it);
  });
}

std::vector<Topology> parse_topologies(std::string_view text, std::string_view source,
                                       const PortGroups* groups, std::vector<std::string>& errors,
                                       std::vector<std::string>& warnings,
                                       std::vector<unsigned>* lines) {
  Mistakes mistakes(source, errors, lines);
  Ids ids("topology");
  std::vector<Topology> topologies;
  Warnings left_out;
  for (const Paragraph& paragraph :
       parse_paragraphs(text, kTopologyKeyword, kTopologyQualifiers, mistakes)) {
    Values values(paragraph, mistakes);
    std::vector<std::string> faults;
    const std::uint64_t id = ids.take(values).value_or(0);
    const auto switches =
        parse_group(values, "sw-grp", "the port group of its switches", groups, faults);
    const auto hcas = parse_group(values, "hca-grp", "the port group of its CAs", groups, faults);
    if (switches && hcas) {
      topologies.push_back(
          {.id = id, .switches = *switches, .hcas = *hcas, .line = paragraph.line});
    } else {
      left_out.add([&] {
        return fmt::format("{}:{}: topology {} is left out: {}", source, paragraph.line, id,
                           joined(faults, ", and "));
      });
    }
  }
  left_out.append_to(warnings, source, "topologies are left out");
  std::sort(topologies.begin(), topologies.end(),
            [](const Topology& a, const Topology& b) { return a.id < b.id; });
  mistakes.finish();
  return topologies;
}

std::vector<StepText> parse_steps(std::string_view text, std::string_view source,
                                  const std::vector<Topology>* topologies,
                                  std::span<const std::string_view> engines,
                                  std::vector<std::string>& errors,
                                  std::vector<std::string>& warnings,
                                  std::vector<unsigned>* lines) {
  return StepReader(source, topologies, engines, errors, warnings, lines).read(text);
}

}  // namespace weft
