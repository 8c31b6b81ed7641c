// The main of this folder's tests: enters the folder of the models, so that tests name them by
// bare file names as an app with bundled assets would.
//
//   test_lightweight_dispatch [--gtest_...] FOLDER
#include <gtest/gtest.h>

#include <filesystem>
#include <iostream>
#include <system_error>

int main(int argc, char* argv[]) {
  ::testing::InitGoogleTest(&argc, argv);
  if (argc == 2) {
    std::error_code error;
    std::filesystem::current_path(argv[1], error);
    if (error) {
      std::cerr << argv[0] << ": cannot enter " << argv[1] << ": " << error.message() << "\n";
      return 2;
    }
  }
  return RUN_ALL_TESTS();
}
