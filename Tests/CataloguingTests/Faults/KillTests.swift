import TestSupport
import Testing

@testable import Cataloguing

@Suite(.serialized) struct KillTests {
  private static let add = "\"$0\" catalog add t items.csv --id-field id --domain d"

  /// Kills an addition with a signal at the moment that is a part of its usual duration; how it ended.
  private func interrupt(
    _ place: Workplace, _ signal: String, after milliseconds: Double
  ) throws -> BinaryUnderTest.Result {
    let seconds = String(Int(milliseconds * 1_000))
    let padded = String(repeating: "0", count: max(0, 7 - seconds.count)) + seconds
    return try place.shell(
      "timeout --preserve-status -s \(signal) \(padded.dropLast(6)).\(padded.suffix(6)) "
        + Self.add)
  }

  /// The milliseconds that an addition takes that nobody disturbs.
  private func usual(_ place: Workplace) throws -> Double {
    let timed = try place.shell(
      "a=$(date +%s%N); \(Self.add) 2>/dev/null; b=$(date +%s%N); echo $(( (b - a) / 1000 ))")
    #expect(try place.items() == Workplace.whole(5_000))
    let microseconds = try #require(Int(timed.output.filter { $0 != "\n" }))
    try place.shell("rm -r data")
    #expect(try place.run("catalog", "create", "t").exitStatus == 0)
    return Double(microseconds) / 1_000
  }

  @Test func `an addition killed at any moment leaves whole batches, and goes on`() throws {
    let place = try Workplace()
    try place.prepare(items: 5_000)
    let usual = try usual(place)
    var random = SeededGenerator(seed: 20)
    for moment in 0..<12 {
      let part = (Double(moment) + Double(random.below(1_000)) / 1_000) / 12
      _ = try interrupt(place, "KILL", after: max(1, part * usual))
      let count = try place.checkSound(of: 5_000)
      // What is there is the begin of the file, and nothing else.
      #expect(try place.items() == (count == 0 ? [] : Workplace.whole(count)))
      let goingOn = try place.shell(Self.add)
      #expect(goingOn.exitStatus == 0, "\(goingOn.error)")
      #expect(try place.checkSound(of: 5_000) == 5_000)
      #expect(try place.items() == Workplace.whole(5_000))
      try place.shell("rm -r data")
      #expect(try place.run("catalog", "create", "t").exitStatus == 0)
    }
  }

  @Test func `an addition killed again and again comes to its end`() throws {
    let place = try Workplace()
    try place.prepare(items: 5_000)
    let usual = try usual(place)
    var random = SeededGenerator(seed: 21)
    for _ in 0..<10 {
      _ = try interrupt(
        place, "KILL", after: max(1, usual * Double(300 + random.below(600)) / 1_000))
      try place.checkSound(of: 5_000)
    }
    #expect(try place.shell(Self.add).exitStatus == 0)
    #expect(try place.items() == Workplace.whole(5_000))
  }

  @Test(arguments: [("INT", 130), ("TERM", 143)] as [(String, Int32)])
  func `a signal stops between batches, and the same command goes on`(
    signal: String, status: Int32
  ) throws {
    let place = try Workplace()
    try place.prepare(items: 5_000)
    let usual = try usual(place)
    var interrupted = 0
    for part in [0.3, 0.5, 0.7, 0.8, 0.9, 0.95] {
      let result = try interrupt(place, signal, after: part * usual)
      // Too late, or before the program listens, are moments as well.
      #expect([0, status, -1].contains(result.exitStatus), "\(result.error)")
      if result.exitStatus == status { interrupted += 1 }
      try place.checkSound(of: 5_000)
      #expect(try place.shell(Self.add).exitStatus == 0)
      #expect(try place.items() == Workplace.whole(5_000))
      try place.shell("rm -r data")
      #expect(try place.run("catalog", "create", "t").exitStatus == 0)
    }
    #expect(interrupted > 0 || signal == "TERM")
  }

  @Test func `two that add and one that deletes leave a sound catalogue`() throws {
    let place = try Workplace()
    try place.prepare(items: 5_000)
    try place.shell("sed 's/^k/o/' items.csv > others.csv")
    let result = try place.shell(
      """
      for round in 1 2 3 4; do
        "$0" catalog add t items.csv --id-field id --domain d.one 2>>one.log & one=$!
        "$0" catalog add t others.csv --id-field id --domain d.two 2>>two.log & two=$!
        for i in 1 2 3 4 5 6; do "$0" catalog delete t --domain d.one 2>>deleted.log || exit 9; done
        wait $one; a=$?
        wait $two; b=$?
        echo "$a $b"
      done
      """)
    #expect(result.exitStatus == 0, "\(result.error)")
    // One indexes at a time, and what is forgotten meanwhile is said; nothing else goes wrong.
    let words = Set(result.output.split { $0 == " " || $0 == "\n" })
    #expect(words.isSubset(of: ["0", "1", "2"]))
    let errors = (place.folder.text(of: "one.log") ?? "") + (place.folder.text(of: "two.log") ?? "")
    for line in errors.split(separator: "\n") {
      #expect(
        line.contains("already running") || line.contains("deleted from the catalogue")
          || line.contains("not everything was indexed") || line.contains("added"), "\(line)")
    }
    #expect(place.folder.text(of: "deleted.log")?.contains("is locked") != true)
    let database = try Database(path: place.file.path, mode: .readWrite)
    #expect(try database.text("PRAGMA integrity_check") == "ok")
    #expect(try database.text("PRAGMA foreign_key_check").isEmpty)
    #expect(
      try database.integer("SELECT total(ready) FROM origins")
        == database.integer("SELECT count(*) FROM items"))
    for (name, domain) in [("items", "d.one"), ("others", "d.two")] {
      let added = try place.run(
        "catalog", "add", "t", "\(name).csv", "--id-field", "id", "--domain", domain)
      #expect(added.exitStatus == 0, "\(added.error)")
    }
    #expect(try database.integer("SELECT count(*) FROM items") == 10_000)
    #expect(try database.integer("SELECT count(DISTINCT id) FROM items") == 10_000)
  }
}
