internal import Corpora
internal import UnicodeText

/// For each token that begins with a word, counts the records that contain the token.
///
/// Tokens with the same folded form are counted together. A record is counted only once for a
/// token, even if the token occurs several times.
struct TokenTally {
  /// All spellings of one token, such as `Cafe` and `café`, which fold to `key`.
  struct Group {
    let key: [UInt8]
    var records = 0
    fileprivate var lastRecord = -1

    /// The most frequent spelling, and the number of records that have it.
    fileprivate(set) var spelling: [UInt8] = []
    fileprivate var spellingRecords = 0
  }

  private struct Spelling {
    /// The index of the spelling's group; `nil` if the folded token does not begin with the word.
    var group: Int?
    var records = 0
    var lastRecord = -1
  }

  /// The number of bytes of text to read between two calls of `isLate`.
  private static let piece = 1 << 16

  private(set) var groups: [Group] = []

  private let word: [UInt8]
  private let folding: Folding
  private let tokenizer: Tokenizer
  private let scope: FieldScope
  private var spellings: [[UInt8]: Spelling] = [:]
  private var keys: [[UInt8]: Int] = [:]

  /// Creates a tally; `word` must be folded.
  init(_ word: [UInt8], folding: Folding, tokenizer: Tokenizer, scope: FieldScope) {
    self.word = word
    self.folding = folding
    self.tokenizer = tokenizer
    self.scope = scope
  }

  /// Counts the tokens of all records; returns `false` if `isLate` stopped the count.
  ///
  /// - Complexity: O(*n*), where *n* is the number of bytes of the corpus.
  mutating func add(_ corpus: Corpus, isLate: () -> Bool) -> Bool {
    for segment in corpus.segments {
      var first = 0
      while first < segment.count {
        if first > 0, isLate() { return false }
        let end = segment.starts.withSpan { starts in
          let limit = UInt32(clamping: Int(starts[first]) + Self.piece)
          return max(
            first + 1, RecordFinder.record(at: limit, in: starts, from: first, end: segment.count))
        }
        add(first..<end, of: segment)
        first = end
      }
    }
    return true
  }

  private mutating func add(_ records: Range<Int>, of segment: Segment) {
    let base = Int(segment.starts[records.lowerBound])
    segment.text.withSpan(of: base..<Int(segment.starts[records.upperBound])) { text in
      segment.starts.withSpan { starts in
        var record = records.lowerBound
        tokenizer.forEachToken(in: text) { range in
          let token = text.extracting(range)
          guard mayBegin(token) else { return }
          record = RecordFinder.record(
            at: UInt32(base + range.lowerBound), in: starts, from: record, end: records.upperBound)
          let start = Int(starts[record]) - base
          guard scope.includes(byteAt: range.lowerBound, ofRecordAt: start, in: text) else {
            return
          }
          count(token, of: segment.firstRecord + record)
        }
      }
    }
  }

  /// Counts the tokens of one record.
  mutating func add(_ record: RecordID, of corpus: Corpus) {
    corpus.withRecord(record) { text in
      tokenizer.forEachToken(in: text) { range in
        let token = text.extracting(range)
        guard mayBegin(token), scope.includes(byteAt: range.lowerBound, ofRecordAt: 0, in: text)
        else { return }
        count(token, of: Int(record.rawValue))
      }
    }
  }

  /// Whether the folded token may begin with the word; `false` means that it certainly does not.
  @inline(__always) private func mayBegin(_ token: Span<UInt8>) -> Bool {
    for index in 0..<word.count {
      guard index < token.count else { return false }
      var byte = token[index]
      if byte >= 0x80 { return true }
      if folding.ignoresCase, byte >= 0x41, byte <= 0x5A { byte |= 0x20 }
      // A combining mark after a letter may change the folding of the letter.
      if byte != word[index] { return index + 1 < token.count && token[index + 1] >= 0x80 }
    }
    return true
  }

  private mutating func count(_ token: Span<UInt8>, of record: Int) {
    if token.count >= TokenDictionary.tokenLimit { return }
    let bytes = [UInt8](copying: token)
    var spelling = spellings[bytes] ?? Spelling(group: group(of: bytes))
    guard let index = spelling.group else {
      spellings[bytes] = spelling
      return
    }
    if groups[index].lastRecord != record {
      groups[index].lastRecord = record
      groups[index].records += 1
    }
    guard spelling.lastRecord != record else { return }
    spelling.lastRecord = record
    spelling.records += 1
    spellings[bytes] = spelling
    if spelling.records > groups[index].spellingRecords {
      groups[index].spellingRecords = spelling.records
      groups[index].spelling = bytes
    }
  }

  private mutating func group(of token: [UInt8]) -> Int? {
    let key = folding.fold(String(decoding: token, as: UTF8.self))
    guard key.starts(with: word) else { return nil }
    if let known = keys[key] { return known }
    keys[key] = groups.count
    groups.append(Group(key: key))
    return groups.count - 1
  }
}
