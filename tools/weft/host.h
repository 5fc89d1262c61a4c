// What this machine has of OpenSM: the program, what its loader finds, and what is running.
// Tested by tests/e2e/test_doctor.py.
#ifndef WEFT_TOOLS_WEFT_HOST_H_
#define WEFT_TOOLS_WEFT_HOST_H_

#include <functional>
#include <map>
#include <string>
#include <vector>

namespace weft::tool {

// What `opensm --version` and `opensm -c` say.
struct InstalledOpensm {
  std::string version;  // «OpenSM 3.3.23»; empty: there is none
  std::map<std::string, std::string, std::less<>> options;  // with their defaults
};
InstalledOpensm find_opensm();

// libNAME.so as the loader finds it.
struct LoadedModule {
  std::string fault;                   // why it cannot be loaded; empty: it can, as far as is known
  std::string path;                    // empty: not known
  std::vector<std::string> built_for;  // every «OpenSM x.y.z» in it
};
LoadedModule find_module(const std::string& name);

// An opensm as it was started, or as systemd would start it.
struct OpensmCall {
  std::string where;  // «process 1234», or the path of the unit
  std::vector<std::string> arguments;
  bool is_process = false;
  std::string modules = {};  // of a process: the paths of Weft's libraries that it has mapped
};
std::vector<OpensmCall> find_calls();

}  // namespace weft::tool

#endif  // WEFT_TOOLS_WEFT_HOST_H_
