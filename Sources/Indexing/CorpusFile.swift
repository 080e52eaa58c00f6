package import Corpora
package import System
internal import UnicodeText

/// A file of records that can be opened without parsing the records.
///
/// The file contains a corpus, the folded text of the corpus, and notes of the program that wrote
/// the file.
///
/// The text is read directly from a mapping of the file. The file does not store where each field
/// of a record begins in the file from which the record was loaded.
///
/// | section | contents |
/// |---|---|
/// | 0 | the directory |
/// | 1 | the text of the segments |
/// | 2 | the folded text of the segments that folding changes |
/// | 3 | the starts of the records in each segment, and then the end of the last record, four bytes each |
/// | 4 | the line runs of the sources: record, line and stride, four bytes each |
/// | 5 | the notes |
///
/// The directory consists of these parts, in this order. A text is its length (4) and its UTF-8. A
/// number in parentheses is a size in bytes.
///
/// | part | contents |
/// |---|---|
/// | head | version of the directory (4), version of the folding (4), kind of folding (4): 1 ignores case, 2 ignores diacritics; name of the corpus (text) |
/// | columns | their number (4), and for each column: whether it is an alias field (4), name (text) |
/// | sources | their number (4), and for each source: path (text), first record (8), first line (8), place in section 4 (16), 0 if the columns can differ between records and otherwise the number of columns plus 1 (4), columns (4 each) |
/// | segments | their number (4), and for each segment: the text, whether folding changes it (4), and, if so, the folded text |
///
/// A place consists of an offset (8) and a length (8), both in bytes. If a source has no line runs,
/// the length of its place is 0. The text of a segment is stored as its place in section 1 (16),
/// the place of its record starts in section 3 (16), and flags (4). The flag 1 means ASCII, and the
/// flag 2 means that no scalar joins the next character. The folded text is stored in the same way,
/// with a place in section 2.
package struct CorpusFile: Sendable {
  /// The version of the directory.
  static let version: UInt32 = 1

  enum Section: Int {
    case directory, text, foldedText, starts, runs, notes
  }

  enum TextFlags {
    static let isASCII: UInt32 = 1
    static let doesNotJoin: UInt32 = 2
  }

  private let file: SectionFile

  /// The records.
  package let corpus: Corpus

  /// The folded text of the records.
  package let folded: FoldedCorpus

  /// The notes of the program that wrote the file.
  package let notes: [UInt8]

  /// Opens a file, and verifies its checksums on up to `threads` threads.
  ///
  /// - Parameters:
  ///   - path: the path of the file.
  ///   - threads: the maximum number of threads.
  ///   - isExpected: returns whether a file with the given stamp is the expected file.
  /// - Throws: `missing` if the file is missing or not the expected file; `damaged`,
  ///   `otherVersion`, `system`.
  /// - Complexity: O(*n*), where *n* is the size of the file; about 10 GB/s with one thread.
  package init(
    _ path: String, threads: Int, isExpected: (FileStamp) -> Bool
  ) throws(IndexFault) {
    file = try SectionFile(path, .corpus)
    if !isExpected(file.stamp) { throw .missing }
    try file.verifyAll(threads: threads, releasing: Section.text.rawValue)
    notes = try file.withBytes(ofSection: Section.notes.rawValue) { Array(copying: $0) }
    let directory = try file.withBytes(ofSection: Section.directory.rawValue) {
      Array(copying: $0)
    }
    var reader = CorpusDirectoryReader(file, directory)
    (corpus, folded) = try reader.read()
    if file.wasZeroFilled { throw .damaged }
  }

  /// The size of the file in bytes.
  package var size: Int { file.size }

  /// Whether text was lost because another process shortened the file, or because its device
  /// failed.
  ///
  /// The lost bytes are read as zeros.
  package var hasLostText: Bool { file.wasZeroFilled }
}

/// Reads the directory of a corpus file.
private struct CorpusDirectoryReader {
  private let file: SectionFile
  private var bytes: ByteReader

  init(_ file: SectionFile, _ bytes: [UInt8]) {
    self.file = file
    self.bytes = ByteReader(bytes)
  }

  mutating func read() throws(IndexFault) -> (Corpus, FoldedCorpus) {
    guard try bytes.number() as UInt32 == CorpusFile.version,
      try bytes.number() as UInt32 == Folding.version
    else { throw .otherVersion }
    let kind: UInt32 = try bytes.number()
    let folding = Folding(ignoresCase: kind & 1 != 0, ignoresDiacritics: kind & 2 != 0)
    let name = try bytes.text()
    var fields: [Field] = []
    for _ in 0..<(try bytes.count()) {
      let isAlias = try bytes.number() as UInt32 != 0
      fields.append(Field(try bytes.text(), isAlias: isAlias))
    }
    let sources = try self.sources(fieldCount: fields.count)
    let (segments, folded) = try self.segments()
    let corpus = Corpus(
      name: name, fields: fields, segments: segments, sources: SourceMap(sources: sources))
    if !corpus.sources.isValid(recordCount: corpus.count) { throw .damaged }
    return (corpus, FoldedCorpus(folding: folding, segments: folded))
  }

  private mutating func sources(fieldCount: Int) throws(IndexFault) -> [SourceMap.Source] {
    var sources: [SourceMap.Source] = []
    for _ in 0..<(try bytes.count()) {
      let path = try bytes.text()
      let firstRecord = try bytes.offset()
      let firstLine = try bytes.offset()
      let place = try bytes.place()
      let runs = place.isEmpty ? nil : try self.runs(place)
      let columnCount: UInt32 = try bytes.number()
      var columns: [Int]?
      if columnCount > 0 {
        var list: [Int] = []
        for _ in 1..<columnCount {
          let column = Int(try bytes.number() as UInt32)
          if column >= fieldCount { throw .damaged }
          list.append(column)
        }
        columns = list
      }
      sources.append(
        SourceMap.Source(
          path: path, firstRecord: firstRecord, firstLine: firstLine, runs: runs, columns: columns))
    }
    return sources
  }

  private func runs(_ place: Range<Int>) throws(IndexFault) -> FrozenBuffer<LineRun> {
    if place.count % MemoryLayout<LineRun>.stride != 0 { throw .damaged }
    return try file.withBytes(place, of: CorpusFile.Section.runs.rawValue) { .copying($0) }
  }

  private mutating func segments() throws(IndexFault) -> ([Segment], folded: [Segment]) {
    var segments: [Segment] = []
    var folded: [Segment] = []
    var firstRecord = 0
    for _ in 0..<(try bytes.count()) {
      let segment = try self.segment(.text, at: firstRecord)
      let isChanged = try bytes.number() as UInt32 != 0
      let next = isChanged ? try self.segment(.foldedText, at: firstRecord) : segment
      if next.count != segment.count { throw .damaged }
      segments.append(segment)
      folded.append(next)
      firstRecord += segment.count
    }
    return (segments, folded)
  }

  private mutating func segment(
    _ section: CorpusFile.Section, at firstRecord: Int
  ) throws(IndexFault) -> Segment {
    let text = try file.frozenBytes(try bytes.place(), of: section.rawValue)
    let place = try bytes.place()
    let flags: UInt32 = try bytes.number()
    let starts = try self.starts(place, of: text)
    let segment = Segment(
      text: text, starts: starts, firstRecord: firstRecord,
      isASCII: flags & CorpusFile.TextFlags.isASCII != 0)
    if flags & CorpusFile.TextFlags.doesNotJoin != 0 { segment.markAsNotJoining() }
    return segment
  }

  /// Reads the offsets at which the records in `text` start.
  ///
  /// The offsets are copied, so that they remain valid if another process shortens the file.
  private func starts(
    _ place: Range<Int>, of text: FrozenBuffer<UInt8>
  ) throws(IndexFault) -> FrozenBuffer<UInt32> {
    if place.count % 4 != 0 || place.count < 8 { throw .damaged }
    let starts: FrozenBuffer<UInt32> = try file.withBytes(
      place, of: CorpusFile.Section.starts.rawValue
    ) { .copying($0) }
    let isValid = starts.withSpan { starts in
      if starts[0] != 0 || starts[starts.count - 1] != text.count { return false }
      for index in 1..<starts.count where starts[index] <= starts[index - 1] { return false }
      return true
    }
    if !isValid { throw .damaged }
    return starts
  }
}
