#include "common/base/prometheus_text.h"

#include "common/base/utf8.h"

namespace weft {
namespace {

std::string label_text(std::string_view name, std::string_view value) {
  std::string text(name);
  text += "=\"";
  while (!value.empty()) {
    const std::string_view character = take_character(value);
    if (character == "\\" || character == "\"") text += '\\';
    text += character == "\n" ? "\\n" : character;
  }
  return text + '"';
}

}  // namespace

PrometheusText::PrometheusText(std::string_view source) : source_(label_text("source", source)) {}

void PrometheusText::begin(std::string_view name, std::string_view help, Type type) {
  name_ = name;
  text_ += fmt::format("# HELP {0} {1}\n# TYPE {0} {2}\n", name, help,
                       type == Type::kCounter ? "counter" : "gauge");
}

void PrometheusText::append_sample(std::string_view value, std::initializer_list<Label> labels) {
  text_ += fmt::format("{}{{{}", name_, source_);
  for (const auto& [label, its_value] : labels) text_ += ',' + label_text(label, its_value);
  text_ += fmt::format("}} {}\n", value);
}

}  // namespace weft
