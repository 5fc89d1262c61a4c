#include "tools/weft/files_at_once.h"

#include <fmt/format.h>
#include <stdlib.h>

#include <algorithm>
#include <cerrno>
#include <system_error>
#include <utility>

#include "common/base/error.h"
#include "tools/weft/load.h"

namespace weft::tool {

FilesAtOnce::FilesAtOnce(std::string directory) : directory_(std::move(directory)) {
  make_directory(directory_.string());
  std::string name = directory_ / ".weft-XXXXXX";
  if (::mkdtemp(name.data()) == nullptr) {
    throw BadInput(fmt::format("cannot write into {}: {}", directory_.string(),
                               std::generic_category().message(errno)));
  }
  temporary_ = name;
}

FilesAtOnce::~FilesAtOnce() {
  std::error_code ignored;
  std::filesystem::remove_all(temporary_, ignored);
}

std::string FilesAtOnce::path(const std::string& name) {
  names_.push_back(name);
  return temporary_ / name;
}

void FilesAtOnce::commit(std::span<const char* const> instead) {
  std::error_code error;
  for (const std::string& name : names_) {
    std::filesystem::rename(temporary_ / name, directory_ / name, error);
    if (error) {
      throw BadInput(
          fmt::format("cannot write {}: {}", (directory_ / name).string(), error.message()));
    }
  }
  for (const char* name : instead) {
    if (std::ranges::find(names_, name) == names_.end()) {
      std::filesystem::remove(directory_ / name, error);
    }
  }
}

}  // namespace weft::tool
