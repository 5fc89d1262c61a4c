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

// Our own, as Json is: it is written within opensm, and a stream that has no memory left writes
// half of a file as if that were all. Everything throws std::bad_alloc.
class PrometheusText {
 public:
  enum class Type : std::uint8_t { kGauge, kCounter };
  // Its name is a word. What is no UTF-8 in its value is U+FFFD.
  using Label = std::pair<std::string_view, std::string_view>;

  // source: the label of that name, which all samples have.
  explicit PrometheusText(std::string_view source);

  // Begins a metric, with a sentence about it on one line, without a backslash. Each metric once.
  void begin(std::string_view name, std::string_view help, Type type = Type::kGauge);
  // A sample of the metric that was begun last; no two have the same labels.
  template <typename Value>
  requires std::integral<Value> || std::floating_point<Value>
  void sample(Value value, std::initializer_list<Label> labels = {}) {
    append_sample(fmt::format("{}", +value), labels);  // of a bool 0 or 1
  }
  // A metric of one sample.
  template <typename Value>
  void gauge(std::string_view name, std::string_view help, Value value) {
    begin(name, help);
    sample(value);
  }

  // All of it.
  const std::string& text() const { return text_; }

 private:
  void append_sample(std::string_view value, std::initializer_list<Label> labels);

  std::string source_;  // as a label
  std::string name_;    // of the metric that was begun last
  std::string text_;
};

}  // namespace weft

#endif  // WEFT_BASE_PROMETHEUS_TEXT_H_
