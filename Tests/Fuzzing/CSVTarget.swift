internal import TestSupport

@testable internal import Corpora

extension FuzzTarget {
  /// An input consists of option bytes and a file of delimited cells.
  static let csv = FuzzTarget(
    name: "csv", oracle: "a naive parser; quoted again, the cells are the same"
  ) { input in
    var input = input
    let choice = input.byte()
    var options = LoadOptions(type: "csv")
    options.hasHeader = false
    options.isLenient = choice & 1 == 0
    options.delimiter = input.pick([UInt8(ascii: ","), 0x09, UInt8(ascii: ";"), UInt8(ascii: "x")])
    let step = 4 + input.number(below: 100)
    let bytes = input.remainder()
    if isGzip(bytes) { return }
    let note = "step \(step), \(options), \(bytes)"
    var start = asUTF8(bytes)[...]
    if start.starts(with: [0xEF, 0xBB, 0xBF]) { start = start.dropFirst(3) }
    let delimiter = options.delimiter ?? UInt8(ascii: ",")
    let wanted = NaiveRows.parse(Array(start), delimiter: delimiter)
    let corpus: Corpus
    do throws(CorpusError) {
      corpus = try load(bytes, options, step: step)
    } catch {
      expect(
        error.code == .unclosedQuote && wanted == nil
          || !options.isLenient && isStrictness(error), "\(error): \(note)")
      return
    }
    guard let wanted else { fail("a quote is open: \(note)") }
    expectEqual(corpus.cells, wanted, note)
    options.isLenient = false
    let again = quoted(wanted, delimiter)
    do throws(CorpusError) {
      expectEqual(try load(again, options, step: step).cells, wanted, "again: \(note)")
    } catch {
      fail("again: \(error): \(note)")
    }
  }
}

private func isStrictness(_ error: CorpusError) -> Bool {
  switch error.code {
  case .textAfterQuote, .extraCells: true
  default: false
  }
}

private func load(
  _ bytes: [UInt8], _ options: LoadOptions, step: Int
) throws(CorpusError) -> Corpus {
  let path = FuzzFile.write(bytes, to: "cells")
  return try CorpusLoader.load([path], options: options, limit: Segment.limit, step: step).corpus
}

/// The rows as a file in which each cell is quoted.
private func quoted(_ rows: [[String]], _ delimiter: UInt8) -> [UInt8] {
  var bytes: [UInt8] = []
  for row in rows {
    for (index, cell) in row.enumerated() {
      if index > 0 { bytes.append(delimiter) }
      bytes.append(UInt8(ascii: "\""))
      for byte in cell.utf8 {
        if byte == UInt8(ascii: "\"") { bytes.append(byte) }
        bytes.append(byte)
      }
      bytes.append(UInt8(ascii: "\""))
    }
    bytes.append(0x0A)
  }
  return bytes
}

/// Whether the loader reads the bytes as gzip data.
func isGzip(_ bytes: [UInt8]) -> Bool { bytes.starts(with: [0x1F, 0x8B]) }

/// The bytes, converted to UTF-8 if they begin with the byte order mark of UTF-16.
func asUTF8(_ bytes: [UInt8]) -> [UInt8] {
  let isBigEndian = bytes.starts(with: [0xFE, 0xFF])
  guard isBigEndian || bytes.starts(with: [0xFF, 0xFE]) else { return bytes }
  let units = stride(from: 0, to: bytes.count - 1, by: 2).map { index in
    let (first, second) = (UInt16(bytes[index]), UInt16(bytes[index + 1]))
    return isBigEndian ? first << 8 | second : second << 8 | first
  }
  let text = String(decoding: units, as: UTF16.self)
  return Array((bytes.count.isMultiple(of: 2) ? text : text + "\u{FFFD}").utf8)
}

extension Corpus {
  /// The cells of all records.
  var cells: [[String]] {
    (0..<count).map { record in
      fields.indices.map { text(of: RecordID(UInt64(record)), field: $0) }
    }
  }
}
