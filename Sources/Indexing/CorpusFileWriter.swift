package import Corpora
package import System
internal import UnicodeText

/// Writes a corpus file (`CorpusFile`).
package struct CorpusFileWriter: ~Copyable {
  private let writer: SectionFileWriter
  private let isCancelled: () -> Bool
  private var directory = GrowableBuffer<UInt8>()

  /// The range of each section in the file, in the order of `CorpusFile.Section`.
  private var sections: [Range<Int>]

  /// Writes `corpus` to a temporary file, and renames this file to `path`.
  ///
  /// - Parameters:
  ///   - corpus: the records.
  ///   - folded: the folded text of the corpus.
  ///   - notes: bytes of the caller's choice, which `CorpusFile` returns.
  ///   - path: the path of the file; an existing file is replaced.
  ///   - temporaryPath: the path of the temporary file, in the same folder as `path`; an existing
  ///     file is replaced.
  ///   - isCancelled: called before each megabyte is written.
  /// - Returns: whether the file was written; false if the call was canceled.
  /// - Throws: the error of a system call, after removing the temporary file.
  package static func write(
    _ corpus: Corpus, folded: FoldedCorpus, notes: [UInt8], to path: String,
    temporaryPath: String, isCancelled: @escaping () -> Bool
  ) throws(SystemError) -> Bool {
    let writer = try SectionFileWriter(path, temporaryPath: temporaryPath)
    let registration = Platform.note(temporary: temporaryPath)
    defer { Platform.forget(registration) }
    do throws(SystemError) {
      let file = CorpusFileWriter(writer, isCancelled)
      if try file.write(corpus, folded, notes) { return true }
      writer.discard()
      return false
    } catch {
      writer.discard()
      throw error
    }
  }

  private init(_ writer: SectionFileWriter, _ isCancelled: @escaping () -> Bool) {
    self.writer = writer
    self.isCancelled = isCancelled
    let start = SectionLayout.pageSize
    sections = Array(repeating: start..<start, count: CorpusFile.Section.notes.rawValue + 1)
  }

  private consuming func write(
    _ corpus: Corpus, _ folded: FoldedCorpus, _ notes: [UInt8]
  ) throws(SystemError) -> Bool {
    let isChanged = zip(corpus.segments, folded.segments).map { $0.text !== $1.text }
    var places: [Range<Int>] = []
    for segment in corpus.segments { places.append(try add(segment.text, to: .text)) }
    var foldedPlaces: [Range<Int>] = []
    for (segment, isChanged) in zip(folded.segments, isChanged) {
      foldedPlaces.append(isChanged ? try add(segment.text, to: .foldedText) : 0..<0)
    }
    var starts: [Range<Int>] = []
    var foldedStarts: [Range<Int>] = []
    for (segment, folded) in zip(corpus.segments, folded.segments) {
      starts.append(try add(segment.starts, to: .starts))
      foldedStarts.append(
        folded.starts === segment.starts
          ? starts[starts.count - 1] : try add(folded.starts, to: .starts))
    }
    var runs: [Range<Int>] = []
    for source in corpus.sources.sources {
      runs.append(
        try source.runs.map { runs throws(SystemError) in try add(runs, to: .runs) } ?? 0..<0)
    }
    if isCancelled() { return false }
    appendHead(corpus, folded.folding)
    append(corpus.sources.sources, runs)
    directory.append(number: UInt32(corpus.segments.count))
    for index in corpus.segments.indices {
      append(corpus.segments[index], places[index], starts[index])
      directory.append(number: UInt32(isChanged[index] ? 1 : 0))
      if isChanged[index] {
        append(folded.segments[index], foldedPlaces[index], foldedStarts[index])
      }
    }
    var noted = GrowableBuffer<UInt8>(capacity: notes.count)
    noted.append(copying: notes.span)
    try add(noted, as: .notes)
    var directory = GrowableBuffer<UInt8>()
    swap(&directory, &self.directory)
    try add(directory, as: .directory)
    if isCancelled() { return false }
    try writer.finish(.corpus, sections: sections)
    return true
  }

  // MARK: Sections

  private mutating func add(
    _ bytes: consuming GrowableBuffer<UInt8>, as section: CorpusFile.Section
  ) throws(SystemError) {
    let count = bytes.count
    let offset = try writer.append(bytes)
    sections[section.rawValue] = offset..<offset + count
  }

  /// Appends the bytes of `buffer` to a section; all calls for one section must be consecutive.
  ///
  /// - Returns: the byte range in the section; meaningless after cancellation.
  private mutating func add<Element>(
    _ buffer: FrozenBuffer<Element>, to section: CorpusFile.Section
  ) throws(SystemError) -> Range<Int> {
    let writer = writer
    let isCancelled = isCancelled
    let first: Int? = try buffer.withBytes { bytes throws(SystemError) in
      var first: Int?
      for start in stride(from: 0, to: bytes.count, by: Self.bytesOfWrite) {
        if isCancelled() { break }
        let end = min(start + Self.bytesOfWrite, bytes.count)
        var part = GrowableBuffer<UInt8>(capacity: end - start + SectionLayout.pageSize)
        part.append(copying: bytes.extracting(start..<end))
        let offset = try writer.append(part)
        first = first ?? offset
      }
      return first
    }
    let length = buffer.count * MemoryLayout<Element>.stride
    guard let first else { return 0..<0 }
    let range = sections[section.rawValue]
    let start = range.isEmpty ? first : range.lowerBound
    sections[section.rawValue] = start..<first + length
    return first - start..<first - start + length
  }

  /// The number of bytes written at a time; it is a multiple of the page size.
  private static let bytesOfWrite = 256 * SectionLayout.pageSize

  // MARK: Directory

  private mutating func appendHead(_ corpus: Corpus, _ folding: Folding) {
    directory.append(number: CorpusFile.version)
    directory.append(number: Folding.version)
    directory.append(
      number: UInt32((folding.ignoresCase ? 1 : 0) + (folding.ignoresDiacritics ? 2 : 0)))
    directory.append(text: corpus.name)
    directory.append(number: UInt32(corpus.fields.count))
    for field in corpus.fields {
      directory.append(number: UInt32(field.isAlias ? 1 : 0))
      directory.append(text: field.name)
    }
  }

  private mutating func append(_ sources: [SourceMap.Source], _ runs: [Range<Int>]) {
    directory.append(number: UInt32(sources.count))
    for (source, runs) in zip(sources, runs) {
      directory.append(text: source.path)
      directory.append(number: UInt64(source.firstRecord))
      directory.append(number: UInt64(source.firstLine))
      append(runs)
      directory.append(number: UInt32((source.columns?.count ?? -1) + 1))
      for column in source.columns ?? [] { directory.append(number: UInt32(column)) }
    }
  }

  private mutating func append(_ segment: Segment, _ place: Range<Int>, _ starts: Range<Int>) {
    append(place)
    append(starts)
    directory.append(
      number: (segment.isASCII ? CorpusFile.TextFlags.isASCII : 0)
        | (segment.mayJoinForward ? 0 : CorpusFile.TextFlags.doesNotJoin))
  }

  private mutating func append(_ place: Range<Int>) {
    directory.append(number: UInt64(place.lowerBound))
    directory.append(number: UInt64(place.count))
  }
}
