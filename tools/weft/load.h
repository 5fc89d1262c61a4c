// From the command line to a Fabric.
// Tested by tests/e2e/test_tool.py.
#ifndef WEFT_TOOLS_WEFT_LOAD_H_
#define WEFT_TOOLS_WEFT_LOAD_H_

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "common/fabric/fabric.h"

namespace weft::tool {

// What becomes of the LIDs of a file of another LMC than asked for: all ports get new ones, or end
// ports own more of them from theirs on; or that where there is room, as OpenSM does.
enum class OtherLmc { kRenumber, kWiden, kWidenIfPossible };

struct LoadOptions {
  std::optional<unsigned> lmc = {};
  OtherLmc other_lmc = OtherLmc::kRenumber;
  bool lmc_esp0 = false;      // for enhanced ports 0 of switches too
  bool keep_lids = false;     // ports without a LID stay so if any port has one
  std::uint8_t data_vls = 8;  // of links for which the file does not say it
};

struct LoadedFabric {
  Fabric fabric;
  std::vector<std::string> remarks;  // sentences about the file
};

// Reads a fabric from a file, or «-». Ports without a LID get one. Throws BadInput.
LoadedFabric load_fabric(const std::string& argument, const LoadOptions& options);

// Where a file is that an argument names, «-» being standard input, and what messages call it.
std::string input_path(const std::string& argument);
std::string input_name(const std::string& argument);

// The same of a fabric that was read already; source: what remarks call it.
LoadedFabric with_lids_as_asked(LoadedFabric loaded, const std::string& source,
                                const LoadOptions& options);

// A whole file, which is complete or not there. Throws BadInput.
void write_text(const std::string& path, std::string text);

// The data VLs that links need for so many lanes; at least 8, of those that there can be.
std::uint8_t data_vls_for(unsigned lanes);

// A sentence on standard error.
void warn(const std::string& sentence);

}  // namespace weft::tool

#endif  // WEFT_TOOLS_WEFT_LOAD_H_
