#include "common/options/read_option.h"

#include <memory>
#include <string_view>
#include <utility>

#include "common/base/file.h"
#include "common/options/node_map.h"
#include "common/options/option_values.h"
#include "common/stored/stored_hops.h"
#include "common/stored/stored_tables.h"

namespace weft {
namespace {

template <typename Value>
Setting setting(Value Options::*field, Value value) {
  return [field, value = std::move(value)](Configuration& all) { all.routing.*field = value; };
}

// Parses one value according to the type of its field.
struct ValueReader {
  std::string_view key;
  const std::string& value;
  const Workers& workers;
  std::vector<std::string>& warnings;

  Setting operator()(std::monostate /*not read*/) const {
    return [](Configuration&) {};
  }

  Setting operator()(bool Options::*field) const { return setting(field, parse_bool(key, value)); }

  template <typename Number>
  Setting operator()(Number Options::*field) const {
    return setting(field, parse_number<Number>(key, value));
  }

  Setting operator()(Balance Options::*field) const {
    return setting(field, parse_balance(key, value));
  }
  Setting operator()(LostPairsAre Options::*field) const {
    return setting(field, parse_lost_pairs(key, value));
  }

  Setting operator()(DragonflyPaths Options::*field) const {
    return setting(field, parse_dragonfly_paths(key, value));
  }
  Setting operator()(TrafficMix Options::*field) const {
    return setting(field, parse_traffic_mix(key, value));
  }
  Setting operator()(DownUpTurns Options::*field) const {
    return setting(field, parse_down_up_turns(key, value));
  }
  Setting operator()(std::optional<TreeShape> Options::*field) const {
    return setting(field, parse_structure(key, value));
  }

  template <typename Entry>
  Setting operator()(const LinesFile<Entry>& file) const {
    if (!is_path(value)) return setting(file.field, {});
    auto lines = std::make_shared<const std::vector<Entry>>(
        file.parse(read_written_file(value, kLargestOptionFile), value, warnings));
    return [field = file.field, lines = std::move(lines)](Configuration& all) {
      all.routing.*field = *lines;
    };
  }

  template <typename Content>
  Setting operator()(const NeededFile<Content>& file) const {
    NeededContent<Content> content;
    if (is_path(value)) content = file.parse(read_written_file(value, kLargestOptionFile), value);
    return setting(file.field, std::move(content));
  }

  template <typename Tables>
  Setting operator()(const TablesFile<Tables>& file) const {
    if (!is_path(value)) return setting(file.field, {});
    return setting(file.field, std::shared_ptr<const Tables>(std::make_shared<const Tables>(
                                   file.read(value, workers, warnings))));
  }

  Setting operator()(bool Configuration::*field) const {
    return [field, on = parse_bool(key, value)](Configuration& all) { all.*field = on; };
  }

  Setting operator()(Stages Configuration::*field) const {
    return [field, stages = parse_stages(key, value)](Configuration& all) { all.*field = stages; };
  }

  Setting operator()(unsigned Configuration::*field) const {
    return
        [field, threads = parse_threads(key, value)](Configuration& all) { all.*field = threads; };
  }

  Setting operator()(std::uint64_t Configuration::*field) const {
    return [field, number = parse_number<std::uint64_t>(key, value)](Configuration& all) {
      all.*field = number;
    };
  }

  Setting operator()(std::string Configuration::*field) const {
    return [field, text = is_path(value) ? value : std::string()](Configuration& all) {
      all.*field = text;
    };
  }

  Setting operator()(std::vector<DrainedPart> Configuration::*field) const {
    std::vector<DrainedPart> parts;
    if (is_path(value)) {
      const std::string text = read_written_file(value, kLargestOptionFile);
      parts = parse_drained_parts(text, value, warnings);
    }
    return [field, parts = std::move(parts)](Configuration& all) { all.*field = parts; };
  }

  Setting operator()(std::uint32_t FlapLimits::*field) const {
    return [field, number = parse_number<std::uint32_t>(key, value)](Configuration& all) {
      all.flaps.*field = number;
    };
  }

  Setting operator()(std::uint32_t CongestionLimits::*field) const {
    return [field, number = parse_number<std::uint32_t>(key, value)](Configuration& all) {
      all.congestion.*field = number;
    };
  }

  Setting operator()(std::string PolicyPaths::*field) const {
    return [field, path = is_path(value) ? value : std::string()](Configuration& all) {
      all.policy.*field = path;
    };
  }
};

}  // namespace

Setting read_option(const OptionRow& option, const std::string& value, const Workers& workers,
                    std::vector<std::string>& warnings) {
  return std::visit(ValueReader{option.key, value, workers, warnings}, option.field);
}

bool note_unread(const OptionRow& option, const std::variant<std::monostate, FileFault>& fault,
                 Configuration& all) {
  const auto* const file = std::get_if<NeededFile<TorusConf>>(&option.field);
  if (file == nullptr) return false;
  auto& content = all.routing.*file->field;
  if (std::holds_alternative<TorusConf>(content)) return false;
  std::visit([&](const auto& noted) { content = noted; }, fault);
  return true;
}

}  // namespace weft
