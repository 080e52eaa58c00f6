internal import JSON
internal import TestSupport

@testable internal import Corpora

extension FuzzTarget {
  /// An input consists of bytes that choose a reader, then a JSON value or JSON lines.
  static let json = FuzzTarget(
    name: "json", oracle: "a naive validator; what is written is read again unchanged"
  ) { input in
    var input = input
    let kind = input.number(below: 3)
    let step = 4 + input.number(below: 60)
    let bytes = input.remainder()
    switch kind {
    case 0: checkValue(bytes)
    case 1: checkArray(bytes, step)
    default: checkLines(bytes, step)
    }
  }
}

private func isValue(_ bytes: some Sequence<UInt8>) -> Bool {
  var validator = NaiveJSON(bytes: Array(bytes))
  return validator.isValue()
}

private func checkValue(_ bytes: [UInt8]) {
  do throws(JSONError) {
    let value = try JSON(parsing: bytes)
    expect(isValue(bytes), "accepted: \(bytes)")
    for isIndented in [false, true] {
      let text = value.encoded(isIndented: isIndented)
      guard let again = try? JSON(parsing: text) else { fail("\(text), written for \(bytes)") }
      expectEqual(again, value, "read again: \(bytes)")
      expectEqual(again.encoded(isIndented: isIndented), text, "written again: \(bytes)")
    }
  } catch {
    expect(
      error.offset >= 0 && error.offset <= bytes.count && error.line >= 1,
      "place of \(error): \(bytes)")
    switch error.problem {
    // The naive validator does not detect these errors.
    case .notUTF8, .hugeNumber, .loneSurrogate, .repeatedKey, .tooDeep: break
    case .syntax: expect(!isValue(bytes), "\(error): \(bytes)")
    }
  }
}

/// Loads the bytes as a file; nil if the JSON is malformed.
private func load(_ bytes: [UInt8], _ type: String, _ step: Int) -> Corpus? {
  let path = FuzzFile.write(bytes, to: "values")
  let options = LoadOptions(type: type)
  do throws(CorpusError) {
    return try CorpusLoader.load([path], options: options, limit: Segment.limit, step: step).corpus
  } catch {
    guard case .json = error.code else { fail("\(error): \(bytes)") }
    expect((error.line ?? 0) >= 1 && (error.column ?? 0) >= 1, "place of \(error): \(bytes)")
    return nil
  }
}

private func repaired(_ bytes: [UInt8]) -> [UInt8] {
  var bytes = asUTF8(bytes)[...]
  if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { bytes = bytes.dropFirst(3) }
  return Array(String(decoding: bytes, as: UTF8.self).utf8)
}

private func checkArray(_ bytes: [UInt8], _ step: Int) {
  if isGzip(bytes) { return }
  let corpus = load(bytes, "json", step)
  let text = repaired(bytes)
  let first = text.first { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }
  if first == UInt8(ascii: "{") {
    // The loader can refuse a valid JSON object, because it requires that an object contain an
    // array of objects.
    expect(corpus == nil || isValue(text), "accepted by steps of \(step): \(bytes)")
    return
  }
  var validator = NaiveJSON(bytes: text)
  expectEqual(corpus != nil, validator.isArray(), "accepted by steps of \(step): \(bytes)")
}

private func checkLines(_ bytes: [UInt8], _ step: Int) {
  if isGzip(bytes) { return }
  let corpus = load(bytes, "jsonl", step)
  let lines = repaired(bytes).split(separator: 0x0A).filter { line in
    line.contains { ![0x20, 0x09, 0x0D].contains($0) }
  }
  let isValid = lines.allSatisfy { isValue($0) }
  expectEqual(corpus != nil, isValid, "accepted by steps of \(step): \(bytes)")
  if let corpus { expectEqual(corpus.count, lines.count, "records by \(step): \(bytes)") }
}
