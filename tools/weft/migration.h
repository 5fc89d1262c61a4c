// Converts a configuration of stock OpenSM or of the vendor's SM for Weft: opensm.conf and the
// files that it names, with a note above each changed line.
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
  std::string where;  // file and line of the old configuration; «opensm.conf»: a new line
  std::string why;    // a sentence without its full stop
};

struct MigratedFile {
  std::string text;
  std::string source;  // path of the old file
};

struct Migration {
  std::map<std::string, MigratedFile> files;  // by path in the new folder
  std::vector<MigratedLine> changes;          // in the order of the files and their lines
  std::size_t kept = 0;                       // number of unchanged option lines
};

// path: an opensm.conf, or a folder with one; nothing is written there. home: the absolute path of
// the future new folder. Files in the old folder are copied into the new one; so are files whose
// path does not exist but whose name is in the old folder (as in a copy of another machine's
// folder). Other files, tables, and files that opensm writes stay in place. opensm: the known
// options; without a version no option counts as unknown. Reads files of up to 16 MiB. Throws
// BadInput: no opensm.conf, none of its lines has a known option, or an unreadable file.
Migration migrate(const std::string& path, const std::string& home, const InstalledOpensm& opensm);

}  // namespace weft::tool

#endif  // WEFT_TOOLS_WEFT_MIGRATION_H_
