// A configuration of stock OpenSM or of the vendor's SM, made one for Weft: opensm.conf and the
// files that it names, a note above each line that has changed.
// Tested by tests/e2e/test_migrate.py.
#ifndef WEFT_TOOLS_WEFT_MIGRATION_H_
#define WEFT_TOOLS_WEFT_MIGRATION_H_

#include <cstddef>
#include <map>
#include <string>
#include <vector>

#include "tools/weft/host.h"

namespace weft::tool {

struct MigratedLine {
  std::string where;  // file and line of the old configuration; «opensm.conf» of a line that is new
  std::string why;    // a sentence without its full stop
};

struct Migration {
  std::map<std::string, std::string> files;  // texts by path in the new folder
  std::vector<MigratedLine> changes;         // in the order of the files and their lines
  std::size_t kept = 0;                      // lines of options that stay as they are
};

// path: an opensm.conf, or a folder that has one; nothing is written there. home: the absolute path
// that the new folder will have. Files that the old folder has, or whose names it has where their
// paths lead nowhere (as in a copy of another machine's folder), go into the new one; others stay
// where they are. opensm: whose options are known; without a version none is taken to be unknown.
// Reads files of up to 16 MiB. Throws BadInput: there is no opensm.conf, or a file cannot be read.
Migration migrate(const std::string& path, const std::string& home, const InstalledOpensm& opensm);

}  // namespace weft::tool

#endif  // WEFT_TOOLS_WEFT_MIGRATION_H_
