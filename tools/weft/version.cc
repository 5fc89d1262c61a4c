#include "tools/weft/version.h"

#include <fmt/format.h>
#include <xxhash.h>
#include <zlib.h>
#include <zstd.h>

#include <CLI/Version.hpp>

#include "config.h"
#include "tools/weft/revision.h"  // made by make

namespace weft::tool {

std::string version_text() {
  const unsigned xxhash = XXH_versionNumber();
  return fmt::format(
      "weft {} ({}), for {}\n"
      "CLI11 {}, fmt {}.{}.{}, xxHash {}.{}.{}, zlib {}, zstd {}",
      PACKAGE_VERSION, kRevision, BUILT_FOR_OPENSM, CLI11_VERSION, FMT_VERSION / 10000,
      FMT_VERSION / 100 % 100, FMT_VERSION % 100, xxhash / 10000, xxhash / 100 % 100, xxhash % 100,
      zlibVersion(), ZSTD_versionString());
}

}  // namespace weft::tool
