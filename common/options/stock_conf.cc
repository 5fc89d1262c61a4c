#include "common/options/stock_conf.h"

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <iterator>
#include <limits>
#include <type_traits>
#include <variant>

#include "common/options/conf_lines.h"
#include "common/options/option_table.h"
#include "config.h"

namespace weft {

constinit const std::string_view kDefaultConf = OPENSM_FOLDER "/opensm.conf";

namespace {

constexpr std::string_view kDefaultTorusConf = OPENSM_FOLDER "/torus-2QoS.conf";
constexpr std::string_view kBlanks = " \t\n\v\f\r";
// Text values that are not paths from the table's rows.
constexpr std::string_view kTexts[] = {
    "event_plugin_name", "routing_engine",      "event_plugin_options", "qos_sl2vl",
    "qos_vlarb_high",    "qos_vlarb_low",       "qos_swe_sl2vl",        "qos_swe_vlarb_high",
    "qos_swe_vlarb_low", "qos_ca_sl2vl",        "qos_ca_vlarb_high",    "qos_ca_vlarb_low",
    "lfts_file",         "lid_matrix_dump_file"};

// Removes outer blanks, then outer quotes.
std::string_view clean(std::string_view value) {
  value.remove_prefix(std::min(value.find_first_not_of(kBlanks), value.size()));
  value = value.substr(0, value.find_last_not_of(kBlanks) + 1);
  if (value.empty()) return value;
  const char first = value.front();
  if ((first != '"' && first != '\'') || value.back() != first) return value;
  return value.size() == 1 ? std::string_view() : value.substr(1, value.size() - 2);
}

template <typename Number>
void take_number(const std::string& value, Number& number) {
  char* end = nullptr;
  errno = 0;
  const unsigned long read = std::strtoul(value.c_str(), &end, 0);
  if (value.empty() || *end != '\0' || errno == ERANGE) return;
  if (read <= std::numeric_limits<Number>::max()) number = static_cast<Number>(read);
}

// True if OpenSM reads it for engines from a file.
bool names_stock_file(const OptionRow& option) {
  return option.whose == Whose::kStock && (is_file_of_lines(option) || is_needed_file(option));
}

}  // namespace

StockConf::StockConf(std::string_view text) {
  texts_["torus_config"] = kDefaultTorusConf;
  while (!text.empty()) {
    const std::size_t size = std::min({text.find('\n'), text.size(), kLongestConfLine});
    take_line(text.substr(0, size));
    text.remove_prefix(size);
    if (size < kLongestConfLine && !text.empty()) text.remove_prefix(1);
  }
  if (lmc_ > 7) lmc_ = 0;
}

void StockConf::take_line(std::string_view line) {
  constexpr std::string_view kSeparators = " \t";
  line = line.substr(0, line.find_first_of(std::string_view("#\0", 2)));
  line.remove_prefix(std::min(line.find_first_not_of(kSeparators), line.size()));
  const std::string_view key = line.substr(0, line.find_first_of(kSeparators));
  if (!key.empty()) take(key, std::string(clean(line.substr(key.size()))));
}

void StockConf::take(std::string_view key, const std::string& value) {
  if (key == "qos") {
    qos_ = value == "TRUE";
  } else if (key == "lmc") {
    take_number(value, lmc_);
  } else if (key == "max_op_vls") {
    take_number(value, max_op_vls_);
  }
  key = present_name(key);
  const OptionRow* const option = find_option(key);
  const bool is_text = std::ranges::find(kTexts, key) != std::end(kTexts);
  if (is_text || (option != nullptr && names_stock_file(*option))) {
    std::optional<std::string>& text = texts_[std::string(key)];
    text = value == "(null)" ? std::nullopt : std::optional(value);
    return;
  }
  if (option == nullptr || option->whose != Whose::kStock) return;
  std::visit(
      [&]<typename Field>(Field field) {
        if constexpr (std::is_same_v<Field, bool Options::*>) {
          values_.routing.*field = value == "TRUE";
        } else if constexpr (std::is_same_v<Field, bool Configuration::*>) {
          values_.*field = value == "TRUE";
        } else if constexpr (std::is_same_v<Field, std::uint8_t Options::*> ||
                             std::is_same_v<Field, std::uint16_t Options::*> ||
                             std::is_same_v<Field, std::uint32_t Options::*>) {
          take_number(value, values_.routing.*field);
        }
      },
      option->field);
}

void StockConf::take_values(Configuration& all) const {
  for (const OptionRow& option : kOptionTable) {
    if (option.whose != Whose::kStock) continue;
    std::visit(
        [&]<typename Field>(Field field) {
          if constexpr (std::is_same_v<Field, bool Configuration::*>) {
            all.*field = values_.*field;
          } else if constexpr (std::is_same_v<Field, bool Options::*> ||
                               std::is_same_v<Field, std::uint8_t Options::*> ||
                               std::is_same_v<Field, std::uint16_t Options::*> ||
                               std::is_same_v<Field, std::uint32_t Options::*>) {
            all.routing.*field = values_.routing.*field;
          }
        },
        option.field);
  }
}

std::vector<NamedFile> StockConf::files() const {
  std::vector<NamedFile> files;
  for (const OptionRow& option : kOptionTable) {
    if (!names_stock_file(option)) continue;
    const char* const path = text(option.key);
    const bool is_default =
        path != nullptr && option.key == "torus_config" && path == kDefaultTorusConf;
    files.push_back({&option, path, is_default});
  }
  return files;
}

const char* StockConf::text(std::string_view key) const {
  const auto found = texts_.find(key);
  return found == texts_.end() || !found->second ? nullptr : found->second->c_str();
}

QosOptions StockConf::qos() const {
  constexpr std::uint8_t kDataVls[] = {1, 1, 2, 4, 8};  // by code
  QosOptions qos;
  qos.is_on = qos_;
  if (max_op_vls_ < std::size(kDataVls)) qos.most_data_vls = kDataVls[max_op_vls_];
  const auto take = [&](std::string_view own, std::string_view of_all, std::string& value) {
    if (const char* const text = this->text(of_all); text != nullptr) value = text;
    if (const char* const text = this->text(own); text != nullptr) value = text;
  };
  take("qos_swe_sl2vl", "qos_sl2vl", qos.switches.sl2vl);
  take("qos_swe_vlarb_high", "qos_vlarb_high", qos.switches.vlarb_high);
  take("qos_swe_vlarb_low", "qos_vlarb_low", qos.switches.vlarb_low);
  take("qos_ca_sl2vl", "qos_sl2vl", qos.cas.sl2vl);
  take("qos_ca_vlarb_high", "qos_vlarb_high", qos.cas.vlarb_high);
  take("qos_ca_vlarb_low", "qos_vlarb_low", qos.cas.vlarb_low);
  return qos;
}

}  // namespace weft
