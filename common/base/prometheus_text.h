// Metrics in Prometheus' exposition format, version 0.0.4, as the textfile collector of its
// node_exporter reads them: https://prometheus.io/docs/instrumenting/exposition_formats/
#ifndef WEFT_BASE_PROMETHEUS_TEXT_H_
#define WEFT_BASE_PROMETHEUS_TEXT_H_

#include <fmt/format.h>

#include <concepts>
#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>

namespace weft {

// Not a stream, since it is used in opensm: a stream without memory writes half of a file without
// an error. Everything throws std::bad_alloc.
class PrometheusText {
 public:
  enum class Type : std::uint8_t { kGauge, kCounter };
  // The name is a word. Invalid UTF-8 in the value becomes U+FFFD.
  using Label = std::pair<std::string_view, std::string_view>;

  // source: value of the label `source`, which all samples have.
  explicit PrometheusText(std::string_view source);

  // Begins a metric; call it once for each. help: a sentence on one line, without a backslash.
  void begin(std::string_view name, std::string_view help, Type type = Type::kGauge);
  // Adds a sample to the current metric; no two may have the same labels.
  template <typename Value>
  requires std::integral<Value> || std::floating_point<Value>
  void sample(Value value, std::initializer_list<Label> labels = {}) {
    append_sample(fmt::format("{}", +value), labels);  // a bool becomes 0 or 1
  }
  // Adds a metric with one sample.
  template <typename Value>
  void gauge(std::string_view name, std::string_view help, Value value) {
    begin(name, help);
    sample(value);
  }

  // All metrics.
  const std::string& text() const { return text_; }

 private:
  void append_sample(std::string_view value, std::initializer_list<Label> labels);

  std::string source_;  // as a label
  std::string name_;    // of the current metric
  std::string text_;
};

}  // namespace weft

#endif  // WEFT_BASE_PROMETHEUS_TEXT_H_
