// Finds OpenSM on this machine: the program, the modules that the loader finds, running processes,
// and the units of systemd.
// Tested by tests/e2e/test_doctor.py.
#ifndef WEFT_TOOLS_WEFT_HOST_H_
#define WEFT_TOOLS_WEFT_HOST_H_

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <vector>

namespace weft::tool {

// From the output of `opensm --version` and `opensm -c`.
struct InstalledOpensm {
  std::string version;  // «OpenSM 3.3.23»; empty: not installed
  std::map<std::string, std::string, std::less<>> options;  // with their defaults
};
InstalledOpensm find_opensm();

// libNAME.so as the loader finds it.
struct LoadedModule {
  std::string fault;                   // why it cannot be loaded; empty: no reason found
  std::string path;                    // empty: unknown
  std::vector<std::string> built_for;  // each «OpenSM x.y.z» in it
};
LoadedModule find_module(const std::string& name);

// A running opensm, or one that systemd would start.
struct OpensmCall {
  std::string where;                   // «process 1234», or the path of the unit or its drop-in
  std::vector<std::string> arguments;  // the first is the program
  bool is_process = false;
  std::string modules = {};  // of a process: its mapped libraries of Weft
  std::string folder = "/";  // where its relative paths begin
  // Of a process: in seconds since 1970, up to two too early or one too late; 0: unknown.
  std::int64_t started = 0;
};
// Units: opensm.service, opensm@.service and its instances, each with its drop-ins.
std::vector<OpensmCall> find_calls();

// The value of an option, as opensm finds it in its arguments; of several the last. Empty: not
// given. name: F (--config), f (--log_file) or R (--routing_engine).
std::string value_of(const OpensmCall& call, char name);

// True if this opensm.conf is the one that the call names, or OpenSM's default and it names none.
// An opensm@.service reads what any of its instances reads.
bool reads(const OpensmCall& call, const std::string& path);

// The log files that a call names; not standard output. Of opensm@.service those of its instances,
// or the name as it is in the unit if there is none. Of processes only those of root and of this
// user.
std::vector<std::string> logs_of(const OpensmCall& call);

// The arguments of a call, with asterisks for the values of options that are keys.
std::vector<std::string> without_keys(std::vector<std::string> arguments);

}  // namespace weft::tool

#endif  // WEFT_TOOLS_WEFT_HOST_H_
