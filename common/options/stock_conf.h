// OpenSM's own options in an opensm.conf, for who has no OpenSM to ask: what stock OpenSM 3.3.23
// makes of the text, as far as routes depend on it.
#ifndef WEFT_OPTIONS_STOCK_CONF_H_
#define WEFT_OPTIONS_STOCK_CONF_H_

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

// What opensm reads if its command line names no other.
inline constexpr std::string_view kDefaultConf = "/etc/opensm/opensm.conf";

// What the QoS options say of switches' external ports: qos_swe_*, or qos_* without those.
struct QosOptions {
  bool is_on = false;
  std::uint8_t most_data_vls = 15;  // that OpenSM configures on a link: max_op_vls
  std::string sl2vl = "0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,7";
  std::string vlarb_high = "0:4,1:0,2:0,3:0,4:0,5:0,6:0,7:0,8:0,9:0,10:0,11:0,12:0,13:0,14:0";
  std::string vlarb_low = "0:0,1:4,2:4,3:4,4:4,5:4,6:4,7:4,8:4,9:4,10:4,11:4,12:4,13:4,14:4";
};

class StockConf {
 public:
  // Reads the text of an opensm.conf line by line as OpenSM does, which takes any text: of several
  // lines the last counts, nothing but TRUE is on, what is no number stays what it was, an LMC
  // that there is none of is 0.
  explicit StockConf(std::string_view text);

  // Sets the options of stock's that engines follow, and lmc_esp0, but for files.
  void take_values(Configuration& all) const;

  // The files that they name, but for those of tables. Refers to this object.
  std::vector<NamedFile> files() const;

  // A value of characters; null: there is none.
  const char* text(std::string_view key) const;

  QosOptions qos() const;
  std::uint8_t lmc() const { return lmc_; }

 private:
  void take_line(std::string_view line);
  void take(std::string_view key, const std::string& value);

  Configuration values_;  // without what files say
  std::map<std::string, std::optional<std::string>, std::less<>> texts_;
  bool qos_ = false;
  std::uint8_t lmc_ = 0;
  std::uint8_t max_op_vls_ = 5;
};

}  // namespace weft

#endif  // WEFT_OPTIONS_STOCK_CONF_H_
