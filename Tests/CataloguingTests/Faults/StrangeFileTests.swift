import Corpora
import TestSupport
import Testing

@testable import Cataloguing

@Suite struct StrangeFileTests {
  /// The commands that open a catalog.
  private static let commands = [
    ["status", "t"], ["add", "t", "items.csv"], ["delete", "t", "--all"], ["refresh", "t"],
    ["item", "t", "k1"], ["off", "t"], ["drop", "t"],
  ]

  /// A damaged or foreign file at the catalog's path: the script that creates it at `$1`, and the
  /// words that the error message must contain.
  struct Stranger: Sendable, CustomTestStringConvertible {
    let script: String
    let words: String
    var testDescription: String { script }
  }

  @Test(arguments: [
    Stranger(script: ": > \"$1\"", words: "it is empty"),
    Stranger(script: "echo hello > \"$1\"", words: "it is not a database"),
    Stranger(script: "head -c 40 good > \"$1\"", words: "it is not a database"),
    Stranger(script: "head -c 100 /dev/zero > \"$1\"", words: "it is not a database"),
    Stranger(
      script: "(head -c 68 good; printf 'abcd'; tail -c +73 good) > \"$1\"",
      words: "it is a database of another program"),
    Stranger(
      script: "(head -c 60 good; printf '\\0\\0\\0\\143'; tail -c +65 good) > \"$1\"",
      words: "has schema 99"),
    Stranger(script: "mkdir \"$1\"", words: "it is not a regular file"),
    Stranger(script: "mkfifo \"$1\"", words: "it is not a regular file"),
    Stranger(script: "ln -s nowhere \"$1\"", words: "a dangling link"),
    Stranger(script: "ln -s \"$1\" \"$1\"", words: "a dangling link"),
  ])
  func `a file that is not a catalog is refused with a one-line message and not changed`(
    stranger: Stranger
  ) throws {
    let place = try Workplace()
    try place.prepare(items: 3)
    try place.shell("mv \"$1\" good; rm -f \"$1\"-*; " + stranger.script, place.file.path)
    let look =
      "cd data/searchbench/catalogs; ls -ln --time-style=+; cat t.sqlite 2>/dev/null | cksum"
    let look2 = "test -p \"$1\" || (\(look))"
    let before = try place.shell(look2, place.file.path).output
    for command in Self.commands {
      // A catalog of a later version can still be dropped.
      if command[0] == "drop", stranger.words.contains("99") { continue }
      let result = try place.shell(
        "timeout -s KILL 20 \"$0\" catalog \"$@\"", command[0], command[1],
        command.count > 2 ? command[2] : "--verbose", command.count > 3 ? command[3] : "--verbose")
      #expect(place.isRefusal(result), "\(command): \(result.ending) \(result.error)")
      #expect(result.error.contains(stranger.words), "\(command): \(result.error)")
      #expect(try place.shell(look2, place.file.path).output == before, "\(command)")
    }
  }

  @Test func `corrupted bytes are detected or do not matter, and never cause a crash`() throws {
    let place = try Workplace()
    try place.prepare(items: 400)
    #expect(
      try place.run("catalog", "add", "t", "items.csv", "--domain", "a.b").exitStatus == 0)
    let good = try #require(TestFile.bytes(place.file.path))
    for seed in 0..<Effort.size(15, thorough: 60) {
      var random = SeededGenerator(seed: UInt64(seed))
      var bytes = good
      let page = random.below(good.count / 4_096) * 4_096
      for _ in 0..<(1 + random.below(24)) {
        // Half of the changes are in the first 100 bytes of a page, which contain its header.
        let place = page + (random.oneIn(2) ? random.below(100) : random.below(4_096))
        bytes[place] = UInt8(random.below(256))
      }
      if random.oneIn(8) { bytes.removeLast(random.below(bytes.count)) }
      try place.folder.write(bytes, to: "data/searchbench/catalogs/t.sqlite")
      try place.shell("rm -f \"$1\"-*", place.file.path)
      for command in [
        ["status", "t"], ["item", "t", "item-7"], ["delete", "t", "--id", "item-9"],
      ] {
        let result = try place.binary.run(
          ["catalog"] + command, environment: ["XDG_DATA_HOME": place.folder.path + "/data"])
        #expect([0, 1, 2].contains(result.exitStatus), "\(seed) \(command): \(result.ending)")
        #expect(result.exitStatus != 2 || place.isRefusal(result), "\(seed): \(result.error)")
      }
      let opened = try place.binary.run(
        ["--no-rc"], input: ":catalog open t\ntitle\n",
        environment: ["XDG_DATA_HOME": place.folder.path + "/data"])
      #expect([0, 1, 2].contains(opened.exitStatus), "\(seed): \(opened.ending) \(opened.error)")
    }
  }
}
