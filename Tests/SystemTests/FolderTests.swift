import TestSupport
import Testing

@testable import System

@Suite struct FolderTests {
  @Test(
    arguments: [
      (.config, ["XDG_CONFIG_HOME": "/c", "HOME": "/h"], "/c/searchbench/x"),
      (.config, ["XDG_DATA_HOME": "/d", "HOME": "/h"], "/h/.config/searchbench/x"),
      (.data, ["XDG_DATA_HOME": "/d", "HOME": "/h"], "/d/searchbench/x"),
      (.data, ["XDG_DATA_HOME": "/d/", "HOME": "/h"], "/d/searchbench/x"),
      (.data, ["XDG_DATA_HOME": "/", "HOME": "/h"], "/searchbench/x"),
      (.data, ["XDG_DATA_HOME": "d", "HOME": "/h"], "/h/.local/share/searchbench/x"),
      (.data, ["XDG_DATA_HOME": "", "HOME": "/h"], "/h/.local/share/searchbench/x"),
      (.state, ["HOME": "/h"], "/h/.local/state/searchbench/x"),
      (.state, ["HOME": "/"], "/.local/state/searchbench/x"),
      (.state, ["HOME": "h"], "h/.local/state/searchbench/x"),
    ] as [(BaseDirectory, EnvironmentVariables, String)])
  func `the environment variables determine the base directories`(
    folder: BaseDirectory, environment: EnvironmentVariables, path: String
  ) {
    #expect(folder.path(of: "x", environment: environment) == path)
  }

  @Test func `without a home folder, a base directory needs its environment variable`() {
    #expect(BaseDirectory.data.path(of: "x", environment: [:], home: nil) == nil)
    #expect(
      BaseDirectory.data.path(of: "x", environment: ["XDG_DATA_HOME": "/d"], home: nil)
        == "/d/searchbench/x")
  }

  @Test func `the home folder comes from HOME or the user database`() {
    #expect(HomeFolder.path(environment: ["HOME": "/h"]) == "/h")
    #expect(HomeFolder.path(environment: [:])?.hasPrefix("/") == true)
    #expect(HomeFolder.path(environment: ["HOME": ""]) == HomeFolder.path(environment: [:]))
    #expect(HomeFolder.absolute(environment: ["HOME": "/h"]) == "/h")
    for environment: EnvironmentVariables in [[:], ["HOME": ""], ["HOME": "h"]] {
      #expect(HomeFolder.absolute(environment: environment) == nil)
    }
  }

  @Test(arguments: ["a", "a/b/c", "a//b///c/", "é \u{301}\u{1F600}/x"])
  func `missing folders are created for their owner only`(name: String) throws {
    let folder = try ScratchFolder()
    try PrivateFolder.make(folder.path + "/" + name)
    try PrivateFolder.make(folder.path + "/" + name)
    let modes = try folder.run("find . -mindepth 1 -exec stat -c %a {} + | sort -u").output
    #expect(modes == "700\n")
    #expect(try folder.run("test -d \"$1\"", name).exitStatus == 0)
  }

  @Test
  func `existing folders keep their permissions, and a link to a folder is a folder`() throws {
    let folder = try ScratchFolder()
    try folder.run("mkdir -m 755 open && ln -s open link")
    try PrivateFolder.make(folder.path + "/link/new")
    #expect(try folder.run("stat -c %a open open/new").output == "755\n700\n")
  }

  @Test func `a file where a folder is expected is an error`() throws {
    let folder = try ScratchFolder()
    let file = try folder.write("x", to: "file")
    for path in [file, file + "/", file + "/a", file + "/a/b"] {
      #expect(throws: SystemError.notAFolder) { try PrivateFolder.make(path) }
    }
    #expect(SystemError.notAFolder.reason == "Not a directory")
    #expect(SystemError.notAFolder.message == "not a directory")
  }

  @Test(arguments: ["", "/proc/none", "/proc/none/x"])
  func `a folder that cannot be created is an error`(path: String) {
    #expect(throws: SystemError.self) { try PrivateFolder.make(path) }
  }

  @Test func `creating the same folders concurrently succeeds`() async throws {
    let path = try ScratchFolder()
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 0..<16 {
        group.addTask { try PrivateFolder.make(path.path + "/a/b/c/d/\(number % 2)") }
      }
      try await group.waitForAll()
    }
    #expect(try path.run("ls a/b/c/d").output == "0\n1\n")
  }
}
