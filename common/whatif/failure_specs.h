// Parses the failures that an administrator asks about.
#ifndef WEFT_WHATIF_FAILURE_SPECS_H_
#define WEFT_WHATIF_FAILURE_SPECS_H_

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "common/fabric/fabric.h"
#include "common/whatif/failure.h"

namespace weft {

// Parses specs, in their order:
//   switch NAME       the switch, found by find_named(), with its end ports
//   link NAME[PORT]   the link at a port of a switch or a host
//   cables FILE       all links in the file together, one NAME[PORT] per line
//   every-link        each link between switches, ordered by GUID and port
//   every-switch      each switch, ordered by GUID
//   random N% x K     K sets of N % of the links between switches, at least one, drawn by `seed`
// In files, lines that begin with # are comments. Throws BadInput with a sentence: invalid spec,
// unknown node, port or link, an error in a file, a repeated link in a file, more than kMostRandom
// links in random sets, or more than kMostFailures failures.
std::vector<Failure> parse_failures(const Fabric& fabric, std::span<const std::string> specs,
                                    std::uint64_t seed);

inline constexpr std::size_t kMostFailures = 1'000'000;
inline constexpr std::uint64_t kMostRandom = std::uint64_t{1} << 24;

// The links that a file adds, one «NAME[PORT] NAME[PORT]» per line, all together. Throws BadInput
// with file and line: an unknown port, a port that is not free, an error in the file.
Failure read_added(const Fabric& fabric, const std::string& path);

}  // namespace weft

#endif  // WEFT_WHATIF_FAILURE_SPECS_H_
