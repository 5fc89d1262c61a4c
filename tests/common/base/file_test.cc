#include "common/base/file.h"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <unistd.h>

#include <cstdio>
#include <filesystem>
#include <fstream>

#include "common/base/error.h"
#include "tests/support/fabric_text.h"

namespace weft {
namespace {

void write(const std::string& path, const std::string& text) {
  NewFile file(path);
  file.buffer() = text;
  file.commit();
}

TEST(File, ReadsWhatWasWritten) {
  const TemporaryDirectory directory;
  const std::string text(3'000'000, 'x');
  write(directory.file("a"), text);
  EXPECT_EQ(read_file(directory.file("a")), text);
  write(directory.file("a"), "");
  EXPECT_EQ(read_file(directory.file("a")), "");
}

TEST(File, RefusesWhatIsTooLarge) {
  const TemporaryDirectory directory;
  write(directory.file("a"), std::string(101, 'x'));
  EXPECT_EQ(read_file(directory.file("a"), 101).size(), 101u);
  EXPECT_NE(refusal([&] { read_file(directory.file("a"), 100); }).find("has more than"),
            std::string::npos);
  EXPECT_NE(refusal([&] { read_file("/dev/zero", 100'000); }).find("has more than"),
            std::string::npos);
}

TEST(File, WrittenTextHasNoByteOrderMark) {
  const TemporaryDirectory directory;
  for (const char* text : {"\xEF\xBB\xBFtext", "text"}) {
    write(directory.file("a"), text);
    EXPECT_EQ(read_written_file(directory.file("a"), 7), "text");
    EXPECT_EQ(read_file(directory.file("a")), "text");
    EXPECT_EQ(read_regular_file(directory.file("a"), 7), text);
  }
}

TEST(File, RegularFilesAloneWhereNothingMayBeWaitedFor) {
  const TemporaryDirectory directory;
  write(directory.file("a"), "text");
  EXPECT_EQ(read_regular_file(directory.file("a"), 4), "text");
  EXPECT_NE(refusal([&] { read_regular_file(directory.file("a"), 3); }), "");
  const std::string pipe = directory.file("pipe");
  ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
  for (const std::string& path : {pipe, directory.path(), std::string("/dev/zero")}) {
    EXPECT_EQ(refusal([&] { read_regular_file(path, 4); }),
              path + ": cannot be read: it is not a regular file");
  }
}

TEST(File, CanReplaceAPipe) {
  const TemporaryDirectory directory;
  const std::string path = directory.file("a");
  ASSERT_EQ(::mkfifo(path.c_str(), 0600), 0);
  NewFile file(path, Existing::kReplaced);
  file.buffer() = "x";
  file.commit();
  EXPECT_EQ(read_regular_file(path, 1), "x");
}

TEST(File, ReplacesNoDevice) {
  const TemporaryDirectory directory;
  const std::string link = directory.file("null");
  std::filesystem::create_symlink("/dev/null", link);
  const std::string device = directory.file("device");
  const bool may_make_devices = ::mknod(device.c_str(), S_IFCHR | 0600, makedev(1, 3)) == 0;
  for (const std::string& path : {link, may_make_devices ? device : link}) {
    EXPECT_TRUE(refusal([&] {
                  NewFile(path, Existing::kReplaced);
                }).starts_with(path + ": cannot be written: it is a device"));
  }
  EXPECT_TRUE(std::filesystem::is_symlink(link));
}

TEST(File, NamesFileAndReason) {
  const TemporaryDirectory directory;
  const std::string missing = directory.file("missing");
  EXPECT_EQ(refusal([&] { read_file(missing); }),
            missing + ": cannot be read: No such file or directory");
  EXPECT_EQ(refusal([&] { read_file(directory.path()); }),
            directory.path() + ": cannot be read: Is a directory");
  const std::string nowhere = directory.file("none/file");
  EXPECT_EQ(refusal([&] { NewFile file(nowhere); }),
            nowhere + ": cannot be written: No such file or directory");
  EXPECT_EQ(refusal([&] { NewFile file(directory.path()); }),
            directory.path() + ": cannot be written: Is a directory");
  EXPECT_EQ(refusal([&] { write("/dev/full", "x"); }),
            "/dev/full: cannot be written: No space left on device");
}

// Others may write to the folder.
TEST(File, FollowsNoLinkOfOthers) {
  namespace fs = std::filesystem;
  const TemporaryDirectory folder;
  const std::string path = folder.file("status.json");
  const std::string temporary = fmt::format("{}.{}.tmp", path, ::getpid());
  const std::string theirs = folder.file("passwd");
  for (const bool is_hard : {false, true}) {
    std::ofstream(theirs) << "root";
    if (is_hard) {
      fs::create_hard_link(theirs, temporary);
    } else {
      fs::create_symlink(theirs, temporary);
      fs::create_symlink(theirs, path);
    }
    NewFile file(path, Existing::kReplaced);
    file.buffer() = "status";
    file.commit();
    EXPECT_EQ(read_file(theirs), "root") << is_hard;
    EXPECT_EQ(read_file(path), "status") << is_hard;
    EXPECT_FALSE(fs::is_symlink(path));
  }
}

// As /dev/stdout, where a shell has redirected it into a file.
TEST(File, ContinuesStandardOutputByItsName) {
  namespace fs = std::filesystem;
  const TemporaryDirectory folder;
  const std::string link = folder.file("stdout");
  fs::create_symlink("/proc/self/fd/1", link);
  std::fflush(stdout);
  const int terminal = ::dup(STDOUT_FILENO);
  std::FILE* const redirected = std::fopen(folder.file("out").c_str(), "w");
  ::dup2(::fileno(redirected), STDOUT_FILENO);
  std::fclose(redirected);
  for (const char* text : {"before, ", "after"}) {
    std::fputs(text, stdout);
    std::fflush(stdout);
    write(link, "by its name, ");
  }
  ::dup2(terminal, STDOUT_FILENO);
  ::close(terminal);
  EXPECT_EQ(read_file(folder.file("out")), "before, by its name, afterby its name, ");
  EXPECT_TRUE(fs::is_symlink(link));
}

TEST(File, NobodyElseMayWriteToIt) {
  const TemporaryDirectory folder;
  const mode_t before = ::umask(0);
  NewFile file(folder.file("status.json"));
  file.commit();
  ::umask(before);
  const auto mode = std::filesystem::status(folder.file("status.json")).permissions();
  EXPECT_EQ(static_cast<unsigned>(mode), 0644U);
}

TEST(File, HasTheModeOfAnother) {
  const TemporaryDirectory folder;
  write(folder.file("old"), "key");
  const auto mode_of = [&](const std::string& path) {
    struct stat status {};
    EXPECT_EQ(::stat(path.c_str(), &status), 0);
    return status.st_mode & 0777U;
  };
  for (const mode_t mode : {0600U, 0640U, 0664U, 0400U}) {
    ASSERT_EQ(::chmod(folder.file("old").c_str(), mode), 0);
    NewFile file(folder.file("new"), folder.file("old"));
    EXPECT_EQ(mode_of(fmt::format("{}.{}.tmp", folder.file("new"), ::getpid())), mode);
    file.buffer() = "key";
    file.commit();
    EXPECT_EQ(mode_of(folder.file("new")), mode);
  }
  EXPECT_NE(refusal([&] { NewFile file(folder.file("none"), folder.file("missing")); }), "");
  EXPECT_FALSE(std::filesystem::exists(fmt::format("{}.{}.tmp", folder.file("none"), ::getpid())));
}

TEST(File, OnlyCommitLeavesAFile) {
  const TemporaryDirectory directory;
  write(directory.file("a"), "old");
  {
    NewFile file(directory.file("a"));
    file.buffer() = std::string(2 << 20, 'x');
    file.flush_if_full();
    EXPECT_TRUE(file.buffer().empty());
  }
  EXPECT_EQ(read_file(directory.file("a")), "old");
  const std::filesystem::directory_iterator entries(directory.path());
  EXPECT_EQ(std::distance(begin(entries), end(entries)), 1) << "no temporary file remains";
}

}  // namespace
}  // namespace weft
