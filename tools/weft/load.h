// Loads the Fabric that a command line names.
// Tested by tests/e2e/test_tool.py.
#ifndef WEFT_TOOLS_WEFT_LOAD_H_
#define WEFT_TOOLS_WEFT_LOAD_H_

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "common/fabric/fabric.h"

namespace weft::tool {

// How to change LIDs if the file has another LMC than the requested one: all ports get new LIDs; or
// end ports get more LIDs from their base LID; or that only if there is room, as OpenSM does.
enum class OtherLmc { kRenumber, kWiden, kWidenIfPossible };

struct LoadOptions {
  std::optional<unsigned> lmc = {};
  OtherLmc other_lmc = OtherLmc::kRenumber;
  bool lmc_esp0 = false;      // also for enhanced ports 0 of switches
  bool keep_lids = false;     // if any port has a LID, ports without one stay without
  std::uint8_t data_vls = 8;  // of links without this number in the file
};

struct LoadedFabric {
  Fabric fabric;
  std::vector<std::string> remarks;  // sentences about the file
};

// Reads a fabric from a file, or «-». Ports without a LID get one. Throws BadInput.
LoadedFabric load_fabric(const std::string& argument, const LoadOptions& options);

// The path for an argument («-» is standard input), and the name of the file in messages.
std::string input_path(const std::string& argument);
std::string input_name(const std::string& argument);

// As load_fabric(), for a fabric that was read before; source: its name in remarks.
LoadedFabric with_lids_as_asked(LoadedFabric loaded, const std::string& source,
                                const LoadOptions& options);

// Writes a file completely or not at all. Throws BadInput.
void write_text(const std::string& path, std::string text);
// Creates a folder, with those that it is in, if it is not there. Throws BadInput.
void make_directory(const std::string& path);

// The data VLs that links need for this number of lanes: a valid number, at least 8.
std::uint8_t data_vls_for(unsigned lanes);
// The least number of data VLs of a link, of 1, 2, 4, 8 and 15, that is not below.
std::uint8_t data_vls_from(unsigned lanes);

// Prints a sentence on standard error.
void warn(const std::string& sentence);
void warn_all(const std::vector<std::string>& sentences);

}  // namespace weft::tool

#endif  // WEFT_TOOLS_WEFT_LOAD_H_
