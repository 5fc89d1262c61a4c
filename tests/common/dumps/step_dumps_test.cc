#include "common/dumps/step_dumps.h"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <filesystem>
#include <memory>
#include <set>
#include <string>

#include "common/base/file.h"
#include "common/fabric/port_selection.h"
#include "tests/support/fabric_text.h"
#include "tests/support/sketch.h"

namespace weft {
namespace {

using test::contains;

// s0, s1 and s2 in a row, a CA at each.
Fabric row() {
  test::Sketch sketch(3, 3);
  sketch.link(0, 1, 1, 2);
  sketch.link(1, 1, 2, 2);
  for (SwitchIndex s = 0; s < 3; ++s) sketch.ca(s, 3);
  return sketch.build();
}

// s1 and s2 of it, and the CA at s2.
std::shared_ptr<const FabricPart> right(const Fabric& whole) {
  PortSelection switches(whole);
  for (SwitchIndex s = 1; s < 3; ++s) {
    for (PortNum p = 0; p < 4; ++p) switches.add_switch_port(whole, s, p);
  }
  PortSelection hcas(whole);
  hcas.add_end_port(2);
  return std::make_shared<const FabricPart>(take_part(whole, switches, hcas, std::nullopt));
}

class StepDumps : public testing::Test {
 protected:
  StepDumps() : whole_(row()), tables_(whole_.switch_count(), whole_.max_lid()) {
    for (SwitchIndex s = 0; s < 3; ++s) {
      PortNum* const entries = tables_.tables().row(s);
      for (SwitchIndex d = 0; d < 3; ++d) {
        const PortNum along = d > s ? PortNum{1} : PortNum{2};
        entries[test::lid_of_switch(d)] = d == s ? PortNum{0} : along;
        entries[test::lid_of_ca(d)] = d == s ? PortNum{3} : along;
      }
    }
  }
  void write(const RoutedStep& step) {
    write_step_dumps(whole_, tables_.tables(), step, directory_.path(), Workers(1));
  }
  std::set<std::string> names(const std::string& folder) const {
    std::set<std::string> found;
    for (const auto& entry : std::filesystem::directory_iterator(directory_.file(folder))) {
      found.insert(entry.path().filename());
    }
    return found;
  }

  TemporaryDirectory directory_;
  Fabric whole_;
  TableBlock tables_;
};

TEST_F(StepDumps, HaveThePartAndNothingElse) {
  write({.id = 7, .engine = "minhop", .part = right(whole_)});
  EXPECT_EQ(names("step-7"), (std::set<std::string>{"opensm-lfts.dump", "opensm-lid-matrix.dump",
                                                    "opensm-subnet.lst", "opensm.fdbs"}));
  EXPECT_EQ(read_file(directory_.file("step-7/opensm-lfts.dump")),
            "Unicast lids [0-102] of switch Lid 2 guid 0x0000000000000002 ('s1'):\n"
            "0x0002 000 # Switch portguid 0x0000000000000002: 's1'\n"
            "0x0003 001 # Switch portguid 0x0000000000000003: 's2'\n"
            "0x0066 001 # Channel Adapter portguid 0x0000000000001021: 'a2'\n"
            "102 lids dumped\n"
            "Unicast lids [0-102] of switch Lid 3 guid 0x0000000000000003 ('s2'):\n"
            "0x0002 002 # Switch portguid 0x0000000000000002: 's1'\n"
            "0x0003 000 # Switch portguid 0x0000000000000003: 's2'\n"
            "0x0066 003 # Channel Adapter portguid 0x0000000000001021: 'a2'\n"
            "102 lids dumped\n");
  EXPECT_EQ(read_file(directory_.file("step-7/opensm-lid-matrix.dump")),
            "Switch: guid 0x0000000000000002\n"
            "0x0002: 00 02 ff ff # portguid 0x0000000000000002\n"
            "0x0003: 01 01 ff ff # portguid 0x0000000000000003\n"
            "Switch: guid 0x0000000000000003\n"
            "0x0002: 01 ff 01 ff # portguid 0x0000000000000002\n"
            "0x0003: 00 ff 02 ff # portguid 0x0000000000000003\n");
  const std::string fdbs = read_file(directory_.file("step-7/opensm.fdbs"));
  EXPECT_TRUE(contains(fdbs, "Switch 0x0000000000000002\n"));
  EXPECT_TRUE(contains(fdbs, "0x0066 : 001  : 02   : yes\n"));
  EXPECT_FALSE(contains(fdbs, "Switch 0x0000000000000001\n"));
  const std::string links = read_file(directory_.file("step-7/opensm-subnet.lst"));
  EXPECT_TRUE(contains(links, "{s1}"));
  EXPECT_TRUE(contains(links, "{a2}"));
  EXPECT_FALSE(contains(links, "{s0}"));
  EXPECT_FALSE(contains(links, "{a1}"));
}

TEST_F(StepDumps, HaveRootsAndTheOrderOfCasByTheIndicesOfThePart) {
  const auto part = right(whole_);
  write({.id = 1, .engine = "ftree", .part = part, .notes = {.roots = {1}, .ca_order = {0}}});
  EXPECT_EQ(read_file(directory_.file("step-1/opensm-updn-roots.dump")), "0x3\n");
  EXPECT_EQ(read_file(directory_.file("step-1/opensm-ftree-ca-order.dump")), "0x0066\ta2\n");
}

TEST_F(StepDumps, OfTheWholeFabricReplaceThoseThatAreThere) {
  write({.id = 1, .engine = "minhop", .part = right(whole_)});
  write({.id = 1, .engine = "minhop", .part = nullptr});
  EXPECT_TRUE(contains(read_file(directory_.file("step-1/opensm-lfts.dump")), "('s0')"));
}

TEST_F(StepDumps, DoNotGoWhereALinkLeads) {
  std::filesystem::create_directory(directory_.file("elsewhere"));
  std::filesystem::create_symlink("elsewhere", directory_.file("step-1"));
  const RoutedStep step = {.id = 1, .engine = "minhop", .part = nullptr};
  EXPECT_EQ(refusal([&] { write(step); }),
            directory_.file("step-1") + ": is to be a directory, but is something else");
  EXPECT_TRUE(names("elsewhere").empty());
}

TEST_F(StepDumps, SayWhatCannotBeWritten) {
  const RoutedStep step = {.id = 1, .engine = "minhop", .part = nullptr};
  EXPECT_TRUE(contains(refusal([&] {
                         write_step_dumps(whole_, tables_.tables(), step,
                                          directory_.file("missing"), Workers(1));
                       }),
                       "missing/step-1: cannot be made: No such file or directory"));
  std::filesystem::create_directories(directory_.file("step-1/opensm-subnet.lst"));
  EXPECT_TRUE(
      contains(refusal([&] { write(step); }), "step-1/opensm-subnet.lst: cannot be written"));
}

// Nobody reads from the pipe.
TEST_F(StepDumps, ReplaceAPipeInsteadOfWaiting) {
  std::filesystem::create_directory(directory_.file("step-1"));
  for (const char* name :
       {"opensm-lfts.dump", "opensm-lid-matrix.dump", "opensm-subnet.lst", "opensm.fdbs"}) {
    ASSERT_EQ(mkfifo(directory_.file(std::string("step-1/") + name).c_str(), 0600), 0);
  }
  write({.id = 1, .engine = "minhop", .part = nullptr});
  for (const std::string& name : names("step-1")) {
    EXPECT_TRUE(std::filesystem::is_regular_file(directory_.file("step-1/" + name))) << name;
  }
}

}  // namespace
}  // namespace weft
