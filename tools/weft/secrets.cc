#include "tools/weft/secrets.h"

#include <algorithm>
#include <array>

namespace weft::tool {

bool is_secret(std::string_view option) {
  if (option.ends_with("_file") || option.ends_with("_dir")) return false;
  return std::ranges::any_of(std::array{"key", "seed", "passw", "secret"}, [&](const char* word) {
    return option.find(word) != std::string_view::npos;
  });
}

std::string_view without_secret(std::string_view word) {
  constexpr std::string_view kOfNames =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_";
  return is_secret(word) ? word.substr(0, word.find_first_not_of(kOfNames)) : word;
}

}  // namespace weft::tool
