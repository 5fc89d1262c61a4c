// Parses OpenSM's own options in an opensm.conf for programs without OpenSM: like stock OpenSM
// 3.3.23, as far as routes depend on the options.
#ifndef WEFT_OPTIONS_STOCK_CONF_H_
#define WEFT_OPTIONS_STOCK_CONF_H_

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "common/options/configuration.h"
#include "common/options/option_reader.h"
#include "common/options/option_row.h"

namespace weft {

// The default path of opensm.
extern const std::string_view kDefaultConf;

// In bytes. OpenSM reads the rest of a longer line as another line.
inline constexpr std::size_t kLongestConfLine = 1022;

// The QoS options for the ports of a kind of nodes, as lists; by default qos_*.
struct QosTables {
  std::string sl2vl = "0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,7";
  std::string vlarb_high = "0:4,1:0,2:0,3:0,4:0,5:0,6:0,7:0,8:0,9:0,10:0,11:0,12:0,13:0,14:0";
  std::string vlarb_low = "0:0,1:4,2:4,3:4,4:4,5:4,6:4,7:4,8:4,9:4,10:4,11:4,12:4,13:4,14:4";
};

struct QosOptions {
  bool is_on = false;
  std::uint8_t most_data_vls = 15;  // max_op_vls: data VLs that OpenSM configures on a link at most
  QosTables switches;               // qos_swe_*, for external ports
  QosTables cas;                    // qos_ca_*
};

class StockConf {
 public:
  // Parses the text of an opensm.conf line by line like OpenSM, which accepts any text: the last
  // line of a key counts, only TRUE is on, an invalid number leaves the value unchanged, and an
  // invalid LMC is 0.
  explicit StockConf(std::string_view text);

  // Sets the stock options that engines use, and lmc_esp0, without files.
  void take_values(Configuration& all) const;

  // The files of these options, without files of tables. The result refers to this object.
  std::vector<NamedFile> files() const;

  // A text value; null: none.
  const char* text(std::string_view key) const;

  QosOptions qos() const;
  std::uint8_t lmc() const { return lmc_; }

 private:
  void take_line(std::string_view line);
  void take(std::string_view key, const std::string& value);

  Configuration values_;  // without the contents of files
  std::map<std::string, std::optional<std::string>, std::less<>> texts_;
  bool qos_ = false;
  std::uint8_t lmc_ = 0;
  std::uint8_t max_op_vls_ = 5;
};

}  // namespace weft

#endif  // WEFT_OPTIONS_STOCK_CONF_H_
