#include "tools/weft/load.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <bit>
#include <cstdio>
#include <filesystem>
#include <system_error>
#include <utility>
#include <vector>

#include "common/base/error.h"
#include "common/base/file.h"
#include "common/fabric/readers/fabric_reader.h"
#include "common/fabric/renumber.h"

namespace weft::tool {
namespace {

bool has_another_lmc(const Fabric& fabric, unsigned lmc, bool lmc_esp0) {
  return std::any_of(fabric.end_ports().begin(), fabric.end_ports().end(),
                     [&](const EndPort& port) { return port.lid != 0 && port.lmc != lmc; }) ||
         (lmc_esp0 &&
          std::any_of(fabric.switches().begin(), fabric.switches().end(),
                      [&](const Switch& sw) { return sw.enhanced_port0 && sw.lmc != lmc; }));
}

// True if no end port has a larger LMC, and the LIDs of all end ports fit this LMC.
bool can_widen(const Fabric& fabric, std::uint8_t lmc) {
  const bool has_more = std::ranges::any_of(
      fabric.end_ports(), [&](const EndPort& port) { return port.lid != 0 && port.lmc > lmc; });
  if (has_more) return false;
  try {
    with_lmc(fabric, lmc);
  } catch (const BadInput&) {
    return false;
  }
  return true;
}

Fabric widened(const Fabric& fabric, const std::string& path, std::uint8_t lmc) {
  try {
    return with_lmc(fabric, lmc);
  } catch (const BadInput& error) {
    throw BadInput(fmt::format("{}: {}", path, error.what()));
  }
}

}  // namespace

void warn(const std::string& sentence) {
  // Overwrites a line of progress.
  const char* const start = ::isatty(STDERR_FILENO) == 1 ? "\r\033[K" : "";
  // fmt::print would throw, and the work is worth more than what cannot be said.
  std::fputs(fmt::format("{}weft: {}\n", start, sentence).c_str(), stderr);
}

void warn_all(const std::vector<std::string>& sentences) {
  for (const std::string& sentence : sentences) warn(sentence);
}

std::string input_path(const std::string& argument) {
  return argument == "-" ? "/dev/stdin" : argument;
}

std::string input_name(const std::string& argument) {
  return argument == "-" ? "standard input" : argument;
}

void write_text(const std::string& path, std::string text) {
  NewFile file(path);
  file.buffer() = std::move(text);
  file.commit();
}

void make_directory(const std::string& path) {
  std::error_code error;
  std::filesystem::create_directories(path, error);
  if (error) throw BadInput(fmt::format("cannot create {}: {}", path, error.message()));
}

LoadedFabric load_fabric(const std::string& argument, const LoadOptions& options) {
  LoadedFabric loaded;
  const std::string path = input_name(argument);
  loaded.fabric = argument == "-" ? parse_fabric(read_file(input_path(argument)), path,
                                                 loaded.remarks, options.data_vls)
                                  : read_fabric(path, loaded.remarks, options.data_vls);
  return with_lids_as_asked(std::move(loaded), path, options);
}

LoadedFabric with_lids_as_asked(LoadedFabric loaded, const std::string& source,
                                const LoadOptions& options) {
  const auto lmc = static_cast<std::uint8_t>(options.lmc.value_or(0));
  if (without_lids(loaded.fabric)) {
    loaded.fabric = with_new_lids(loaded.fabric, lmc, options.lmc_esp0);
    return loaded;
  }
  if (options.lmc &&
      (options.other_lmc == OtherLmc::kWiden ||
       (options.other_lmc == OtherLmc::kWidenIfPossible && can_widen(loaded.fabric, lmc)))) {
    loaded.fabric = widened(loaded.fabric, source, lmc);
  } else if (options.lmc && has_another_lmc(loaded.fabric, lmc, options.lmc_esp0)) {
    loaded.remarks.push_back(
        fmt::format("{}: its LIDs do not fit LMC {}: all ports get new LIDs", source, lmc));
    loaded.fabric = with_new_lids(loaded.fabric, lmc, options.lmc_esp0);
    return loaded;
  }
  const std::uint32_t without = count_without_lid(loaded.fabric);
  if (without == 0) return loaded;
  if (options.keep_lids) {
    loaded.remarks.push_back(
        fmt::format("{}: {} ports have no LID: nothing is routed to them", source, without));
  } else {
    loaded.remarks.push_back(fmt::format(
        "{}: {} ports have no LID, and get one now; with --keep-lids nothing is routed to them",
        source, without));
    loaded.fabric = with_missing_lids(loaded.fabric);
  }
  return loaded;
}

std::uint8_t data_vls_for(unsigned lanes) {
  return std::max<std::uint8_t>(data_vls_from(lanes), 8);
}

std::uint8_t data_vls_from(unsigned lanes) {
  return lanes > 8 ? std::uint8_t{15} : static_cast<std::uint8_t>(std::bit_ceil(lanes));
}

}  // namespace weft::tool
