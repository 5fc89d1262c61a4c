#include "common/state/state_file.h"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "common/base/file.h"
#include "plugins/shortest/minhop.h"
#include "tests/support/fabric_text.h"
#include "tests/support/random_fabric.h"
#include "tests/support/routed_session.h"

namespace weft {
namespace {

const Workers kWorkers(1);

SessionState some_state() {
  test::RoutedSession session(minhop_engine());
  EXPECT_EQ(session.route(random_fabric(1)), "");
  return session.state();
}

struct Folder {
  TemporaryDirectory directory;
  SessionState state = some_state();

  void write(std::uint64_t generation) { write_in(directory.path(), generation); }
  void write_in(const std::string& folder, std::uint64_t generation) {
    write_state(folder, state, generation, kWorkers, [](std::uint64_t) {});
  }
  std::string path(std::string_view name) const { return directory.file(std::string(name)); }
  void damage(std::string_view name, const std::string& content) const {
    std::ofstream(path(name), std::ios::binary) << content;
  }
  // The generation that is read; 0: none is.
  std::uint64_t read() {
    warnings.clear();
    const auto found = read_state(directory.path(), kWorkers, warnings);
    return found ? found->generation : 0;
  }
  std::vector<std::string> warnings;
};

TEST(StateFile, KeepsTwoGenerations) {
  Folder folder;
  EXPECT_EQ(folder.read(), 0u);
  EXPECT_EQ(generation_in(folder.directory.path()), 0u);
  EXPECT_EQ(folder.warnings, std::vector<std::string>());
  folder.write(1);
  folder.write(2);
  folder.write(3);
  EXPECT_EQ(folder.read(), 3u);
  EXPECT_EQ(generation_in(folder.directory.path()), 3u);
  std::filesystem::remove(folder.path(kStateFile));  // as between two renames
  EXPECT_EQ(folder.read(), 2u);
  EXPECT_EQ(generation_in(folder.directory.path()), 2u);
  EXPECT_EQ(folder.warnings, std::vector<std::string>());
}

TEST(StateFile, GoesBackToTheOneBeforeWithASentence) {
  Folder folder;
  folder.write(1);
  folder.write(2);
  const std::string good = read_file(folder.path(kStateFile));
  folder.damage(kStateFile, good.substr(0, good.size() / 2));
  EXPECT_EQ(folder.read(), 1u);
  ASSERT_EQ(folder.warnings.size(), 1u);
  EXPECT_EQ(folder.warnings[0], folder.path(kStateFile) + " cannot be used: it is cut off");
  folder.damage(kStateFileBefore, "#");
  EXPECT_EQ(folder.read(), 0u);
  EXPECT_EQ(folder.warnings.size(), 2u);
  folder.write(3);
  EXPECT_EQ(folder.read(), 3u);
}

TEST(StateFile, ItsContentIsAnnouncedBeforeItCanBeRead) {
  Folder folder;
  folder.write(1);
  std::uint64_t announced = 0;
  write_state(folder.directory.path(), folder.state, 2, kWorkers, [&](std::uint64_t content) {
    EXPECT_EQ(folder.read(), 1u);
    announced = content;
  });
  const auto found = read_state(folder.directory.path(), kWorkers, folder.warnings);
  ASSERT_TRUE(found.has_value());
  EXPECT_EQ(found->generation, 2u);
  EXPECT_EQ(found->content, announced);
}

TEST(StateFile, WaitsForNoPipe) {
  Folder folder;
  ASSERT_EQ(::mkfifo(folder.path(kStateFile).c_str(), 0600), 0);
  std::filesystem::create_directory(folder.path(kStateFileBefore));
  EXPECT_EQ(folder.read(), 0u);
  EXPECT_EQ(folder.warnings.size(), 2u);
  EXPECT_EQ(generation_in(folder.directory.path()), 0u);
}

TEST(StateFile, WhereNothingCanBeWrittenTheOldOnesStay) {
  Folder folder;
  folder.write(1);
  EXPECT_NE(refusal([&] { folder.write_in("/dev/full", 2); }), "");
  EXPECT_NE(refusal([&] { folder.write_in("/proc/none", 2); }), "");
  // What is called as the generation before, and cannot be replaced.
  std::filesystem::create_directories(folder.path(kStateFileBefore) + "/taken");
  EXPECT_NE(refusal([&] { folder.write(2); }), "");
  EXPECT_EQ(generation_in(folder.directory.path()), 1u);
  for (const auto& entry : std::filesystem::directory_iterator(folder.directory.path())) {
    EXPECT_FALSE(entry.path().string().ends_with(".tmp")) << entry.path();
  }
}

}  // namespace
}  // namespace weft
