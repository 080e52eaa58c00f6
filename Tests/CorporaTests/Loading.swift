import Basics
import Synchronization
import Testing
import UnicodeText

@testable import Corpora

extension Corpus {
  /// The cells of all records.
  var rows: [[String]] {
    (0..<count).map { record in
      fields.indices.map { text(of: RecordID(UInt64(record)), field: $0) }
    }
  }

  /// The line number of each record.
  var lines: [Int] { (0..<count).map { location(of: RecordID(UInt64($0))).line } }

  /// Whether the segments, boundaries and separators satisfy the invariants that `Corpus`
  /// documents.
  func isWellFormed(limit: Int = Segment.limit) -> Bool {
    var next = 0
    for segment in segments {
      guard segment.firstRecord == next, segment.count > 0, segment.starts[0] == 0,
        segment.text.count <= limit, Int(segment.starts[segment.count]) == segment.text.count
      else { return false }
      for record in 0..<segment.count {
        let bounds = segment.bounds(of: record)
        if bounds.isEmpty || segment.text[bounds.upperBound - 1] != 0xFF { return false }
        let cells = bounds.count { segment.text[$0] == 0xFF }
        if cells > fields.count { return false }
      }
      let isASCII = (0..<segment.text.count).allSatisfy {
        segment.text[$0] < 0x80 || segment.text[$0] >= 0xFE
      }
      if segment.isASCII && !isASCII { return false }
      next += segment.count
    }
    return next == count
  }
}

/// Loads a file with the contents `bytes`.
func load(
  _ bytes: [UInt8], named name: String = "file.txt", _ options: LoadOptions = LoadOptions(),
  limit: Int = Segment.limit, step: Int = 1 << 18
) throws -> LoadResult {
  let folder = try TemporaryFolder()
  let path = try folder.write(bytes, to: name)
  return try CorpusLoader.load([path], options: options, limit: limit, step: step)
}

func load(
  _ text: String, named name: String = "file.txt", _ options: LoadOptions = LoadOptions(),
  limit: Int = Segment.limit, step: Int = 1 << 18
) throws -> LoadResult {
  try load(Array(text.utf8), named: name, options, limit: limit, step: step)
}

/// Loads one file and returns the error without the path of the file; nil if the load succeeds.
func errorOfLoading(
  _ text: String, named name: String = "file.txt", _ options: LoadOptions = LoadOptions(),
  limit: Int = Segment.limit, step: Int = 1 << 18
) -> CorpusError? {
  do {
    _ = try load(text, named: name, options, limit: limit, step: step)
    return nil
  } catch {
    var error = error as? CorpusError
    error?.path = nil
    return error
  }
}

extension LoadOptions {
  /// A copy of these options, modified by `change`.
  func with(_ change: (inout LoadOptions) -> Void) -> LoadOptions {
    var options = self
    change(&options)
    return options
  }
}

/// Random bytes from an alphabet that makes edge cases likely.
func randomBytes(_ alphabet: [UInt8], upTo length: Int, _ numbers: inout SplitMix64)
  -> [UInt8]
{
  (0..<numbers.next(below: length + 1)).map { _ in alphabet[numbers.next(below: alphabet.count)] }
}

/// A cancellation check whose `isOver()` returns false `count` times and then true.
final class Countdown: Sendable {
  private let left: Mutex<Int>

  init(_ count: Int) { left = Mutex(count) }

  func isOver() -> Bool {
    left.withLock { left in
      left -= 1
      return left < 0
    }
  }
}
