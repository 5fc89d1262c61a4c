#include "common/base/regular_file.h"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <filesystem>
#include <string>

#include "common/base/error.h"
#include "common/base/file.h"
#include "tests/support/fabric_text.h"

namespace weft {
namespace {

TEST(RegularFile, NoticesAChange) {
  const TemporaryDirectory directory;
  const auto write = [&](const std::string& text) {
    NewFile file(directory.file("f"));
    file.buffer() = text;
    file.commit();
  };
  write("one");
  const FileStamp before = stamp_of(directory.file("f"));
  EXPECT_EQ(before, stamp_of(directory.file("f")));
  const RegularFile file(directory.file("f"), 3);
  char text[8];
  EXPECT_EQ(file.read_at(1, text, 8), 2u);
  EXPECT_EQ(file.read_at(7, text, 8), 0u);
  EXPECT_NO_THROW(file.require_unchanged());
  std::filesystem::resize_file(directory.file("f"), 2);
  EXPECT_THROW(file.require_unchanged(), BadInput);
  write("two");
  EXPECT_NE(before, stamp_of(directory.file("f")));
  EXPECT_THROW(RegularFile(directory.file("f"), 2), BadInput);
}

TEST(RegularFile, NothingElseIsOpenedNorWaitedFor) {
  const TemporaryDirectory directory;
  const std::string pipe = directory.file("pipe");
  ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
  for (const std::string& path : {pipe, directory.path(), std::string("/dev/zero")}) {
    EXPECT_EQ(refusal([&] { RegularFile(path, 1); }),
              path + ": cannot be read: it is not a regular file");
  }
  EXPECT_EQ(refusal([&] { RegularFile(directory.file("missing"), 1); }),
            directory.file("missing") + ": cannot be read: No such file or directory");
}

TEST(RegularFile, WhatIsNotThereHasAStampOfItsOwn) {
  const TemporaryDirectory directory;
  EXPECT_EQ(stamp_of(directory.file("missing")), FileStamp{});
  EXPECT_NE(stamp_of(directory.path()), FileStamp{});
}

}  // namespace
}  // namespace weft
