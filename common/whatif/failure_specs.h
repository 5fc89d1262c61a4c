// The failures that an administrator asks about, in words.
#ifndef WEFT_WHATIF_FAILURE_SPECS_H_
#define WEFT_WHATIF_FAILURE_SPECS_H_

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "common/fabric/fabric.h"
#include "common/whatif/failure.h"

namespace weft {

// Of each spec, in their order:
//   switch NAME       that switch, as find_named takes it, with its end ports
//   link NAME[PORT]   the link at a port of a switch or a host
//   cables FILE       the links that the file names, NAME[PORT] on a line, together
//   every-link        each link between switches, in the order of GUIDs and ports
//   every-switch      each switch, in the order of GUIDs
//   random N% x K     K times so many of the links between switches, at least one, drawn by `seed`
// In files lines that begin with # are remarks. Throws BadInput with a sentence: no such spec,
// node, port or link, a bad file, a link that it names twice, more links in random sets than
// kMostRandom, or more failures than kMostFailures.
std::vector<Failure> parse_failures(const Fabric& fabric, std::span<const std::string> specs,
                                    std::uint64_t seed);

inline constexpr std::size_t kMostFailures = 1'000'000;
inline constexpr std::uint64_t kMostRandom = std::uint64_t{1} << 24;

// The links that a file adds, «NAME[PORT] NAME[PORT]» on a line, together. Throws BadInput with
// file and line: a port that there is not, or that is not free; a bad file.
Failure read_added(const Fabric& fabric, const std::string& path);

}  // namespace weft

#endif  // WEFT_WHATIF_FAILURE_SPECS_H_
