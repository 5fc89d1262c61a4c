// For tests of readers and writers: files of tests/data, and all of a Fabric as text, so that a
// difference shows where it is.
#ifndef WEFT_TESTS_SUPPORT_FABRIC_TEXT_H_
#define WEFT_TESTS_SUPPORT_FABRIC_TEXT_H_

#include <fmt/format.h>
#include <stdlib.h>

#include <filesystem>
#include <stdexcept>
#include <string>

#include "common/base/error.h"
#include "common/fabric/fabric.h"
#include "common/fabric/readers/fabric_reader.h"
#include "common/routing/tables.h"

namespace weft {

// automake gives tests the source directory; by hand they are run from it.
inline std::string source_path(const std::string& name) {
  const char* directory = ::getenv("srcdir");
  return std::string(directory == nullptr ? "." : directory) + "/" + name;
}

inline std::string test_data(const std::string& name) { return source_path("tests/data/" + name); }

// Three switches and what is linked to them, as ibnetdiscover prints them.
inline Fabric triangle() {
  std::vector<std::string> warnings;
  return read_fabric(test_data("triangle.ibnetdiscover"), warnings);
}

// The entries of a switch from LID 1 on, as decimal numbers.
inline std::string row_as_text(TableBlock& tables, SwitchIndex s, Lid max_lid) {
  std::string text;
  for (unsigned lid = 1; lid <= max_lid; ++lid) {
    text += fmt::format("{}{}", lid == 1 ? "" : " ", tables.tables().row(s)[lid]);
  }
  return text;
}

inline std::string as_text(const LinkAttributes& link) {
  return fmt::format("{}x speed {} vls {}", link.width, static_cast<int>(link.speed),
                     link.data_vls);
}

inline std::string as_text(const Fabric& fabric) {
  std::string text = fmt::format("max lid {}, {} lids\n", fabric.max_lid(), fabric.lid_count());
  for (SwitchIndex s = 0; s < fabric.switch_count(); ++s) {
    const Switch& sw = fabric.switches()[s];
    text += fmt::format("switch {:016x} system {:x} lid {} lmc {} ports {} enhanced {} name {}\n",
                        sw.node_guid, sw.system_guid, sw.lid, sw.lmc, sw.port_count,
                        sw.enhanced_port0, fabric.switch_name(s));
    for (unsigned p = 0; p <= sw.port_count; ++p) {
      const Port& port = fabric.ports(s)[p];
      if (port.kind == PeerKind::kNothing) continue;
      text += fmt::format("  [{}] {} {} [{}] {}\n", p,
                          port.kind == PeerKind::kSwitch ? "switch" : "end port", port.peer,
                          port.peer_port, as_text(port.link));
    }
  }
  for (EndPortIndex e = 0; e < fabric.end_port_count(); ++e) {
    const EndPort& port = fabric.end_ports()[e];
    text += fmt::format(
        "end port {:016x} node {:x} system {:x} type {} lid {} lmc {} [{} of {}] at {} [{}] name "
        "{}\n",
        port.port_guid, port.node_guid, port.system_guid, static_cast<int>(port.type), port.lid,
        port.lmc, port.port_num, port.node_ports, port.sw, port.switch_port,
        fabric.end_port_name(e));
  }
  return text;
}

// A directory of its own, removed with all that is in it.
class TemporaryDirectory {
 public:
  TemporaryDirectory() {
    const char* parent = ::getenv("TMPDIR");
    path_ = std::string(parent == nullptr ? "/tmp" : parent) + "/weft-test-XXXXXX";
    if (::mkdtemp(path_.data()) == nullptr) throw std::runtime_error("mkdtemp failed");
  }
  TemporaryDirectory(const TemporaryDirectory&) = delete;
  TemporaryDirectory& operator=(const TemporaryDirectory&) = delete;
  ~TemporaryDirectory() { std::filesystem::remove_all(path_); }

  std::string file(const std::string& name) const { return path_ + "/" + name; }
  const std::string& path() const { return path_; }

 private:
  std::string path_;
};

// The message of the BadInput that `action` throws; empty if it throws none.
template <typename Action>
std::string refusal(Action action) {
  try {
    action();
  } catch (const BadInput& error) {
    return error.what();
  }
  return {};
}

}  // namespace weft

#endif  // WEFT_TESTS_SUPPORT_FABRIC_TEXT_H_
