// Encodes the state of a session as bytes: the content of a state file.
//
//     8 bytes "WEFTSTAT", u32 version, u32 sections, u64 generation, u64 checksum of these 24
//     bytes, then the sections (sections.h)
//
// The decoder does not trust the bytes: it checks the fabric, tables and lanes, and verifies them
// like an engine's.
#ifndef WEFT_STATE_STATE_CODE_H_
#define WEFT_STATE_STATE_CODE_H_

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "common/base/workers.h"
#include "common/session/session_state.h"

namespace weft {

inline constexpr std::size_t kStateHead = 32;  // bytes
inline constexpr std::uint32_t kStateVersion = 1;

// generation: see write_state(). Cost: O(S L) bytes read, and compressed, for each plan with lanes
// and for the tables of `last` and `baseline`. Throws Stopped and std::bad_alloc.
std::string encode_state(const SessionState& state, std::uint64_t generation,
                         const Workers& workers);

// Returns the generation. head: the first kStateHead bytes. Throws BadInput, with the reason: not a
// state, another version, or damaged.
std::uint64_t decode_generation(std::string_view head);

// Throws BadInput, with the reason: as decode_generation(), damaged, or with invalid content;
// Stopped and std::bad_alloc. Cost: that of encode_state(), plus a verification of `last` and
// `baseline`.
SessionState decode_state(std::string_view bytes, const Workers& workers);

}  // namespace weft

#endif  // WEFT_STATE_STATE_CODE_H_
