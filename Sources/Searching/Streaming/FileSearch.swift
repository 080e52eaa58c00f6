public import Corpora
internal import Synchronization
internal import Threading
internal import UnicodeText

/// Searches files of lines while they are read, without loading them.
///
/// Strips of the files are read and filtered by several threads as they stand; what is certain to match is counted,
/// and the lines that may match become small corpora, which are searched like any other. So answers are those of
/// loading and searching, and memory holds a few strips and what was picked of them.
public struct FileSearch: Sendable {
  /// How files are parted; small in tests.
  struct Sizes: Hashable, Sendable {
    /// The bytes that are looked through at a time.
    var block = 1 << 18
    /// The bytes that one thread searches before the next look at who waits for it: as many as one entry of a page
    /// table of the second level has, so that no two threads need the same one.
    var strip = 1 << 21
    /// Less text is searched by one thread, and all of it looked at.
    var leastForThreads = 1 << 20
    var leastForFilter = 1 << 14
    /// Larger files are mapped.
    var leastMapped = 1 << 20
  }

  private let query: Query
  private let matcher: any Matcher
  private let files: [LineFile]
  private let sizes: Sizes
  private let filter: LineFilter?
  private let needle: Needle?
  private let regex: RegexLines?
  private let threads: Int

  /// Prepares a search; nil if the files have to be loaded for it.
  ///
  /// That is so where a path is no regular file of plain lines, or cannot be read, where there are many files, and where
  /// options ask for more than the lines as they stand, or the query for some fields.
  ///
  /// - Throws: what is wrong with the query, with its place.
  public init?(_ query: Query, paths: [String], options: LoadOptions) throws(QueryError) {
    try self.init(query, paths: paths, options: options, sizes: Sizes())
  }

  init?(
    _ query: Query, paths: [String], options: LoadOptions, sizes: Sizes
  ) throws(QueryError) {
    guard LineFile.suits(options), query.options.fields == nil, !paths.isEmpty,
      let files = Self.open(paths, options, sizes)
    else { return nil }
    let matcher = try Searcher(Corpus(name: "", fields: [Field("text")], rows: [])).compile(query)
    let size = files.reduce(0) { $0 + $1.size }
    self.query = query
    self.matcher = matcher
    self.files = files
    self.sizes = sizes
    let isSmall = size < sizes.leastForFilter
    regex = isSmall ? nil : RegexLines(matcher, expecting: size)
    filter =
      isSmall || regex != nil
      ? nil
      : LineFilter(
        matcher.requirement, matcher.folding ?? IndexedText.folding,
        sample: Self.sample(of: files))
    needle = Self.needle(of: matcher)
    threads = size < sizes.leastForThreads ? 1 : query.options.threads ?? Workers.processorCount
  }

  private static func open(
    _ paths: [String], _ options: LoadOptions, _ sizes: Sizes
  ) -> [LineFile]? {
    var files: [LineFile] = []
    for path in paths {
      guard LineFile.isOfLines(path, options), files.count < 64,
        let file = try? LineFile(path, leastMapped: sizes.leastMapped), !file.isCompressed
      else { return nil }
      files.append(file)
    }
    return files
  }

  /// Pieces of the largest file.
  private static func sample(of files: [LineFile]) -> GrowableBuffer<UInt8> {
    guard let largest = files.max(by: { $0.size < $1.size }) else { return GrowableBuffer() }
    return largest.sample(4, of: 1 << 13)
  }

  /// The text that is enough to match, if there is such.
  private static func needle(of matcher: any Matcher) -> Needle? {
    guard let matcher = matcher as? SubstringMatcher, case .needle(let needle) = matcher.need else {
      return nil
    }
    return needle
  }

  /// How a search of files ended.
  public enum Ending: Hashable, Sendable {
    case complete
    /// As many lines as were asked for were found.
    case stoppedEarly
    case cancelled
    /// A file could not be read to its end as lines: it has to be loaded, which tells why.
    case unreadable
  }
}

// MARK: Searching

extension FileSearch {
  /// Counts the lines that match, or those that do not; `limit` are enough.
  ///
  /// - Complexity: O(*n*) in bytes; memory is that of some strips.
  public func count(
    stoppingAfter limit: Int? = nil, inverted: Bool = false, isCancelled: () -> Bool = { false }
  ) -> (count: Int, ending: Ending) {
    var count = 0
    let ending = run(
      .count, inverted, isCancelled, render: { found, _ in found.count },
      { found in
        count += found
        return limit.map { count < $0 } ?? true
      })
    return (limit.map { min(count, $0) } ?? count, ending)
  }

  /// Calls `body` with the path of each file in which a line matches, in order, until it returns `false`.
  ///
  /// - Complexity: see `count`.
  public func forEachFile<E: Error>(
    inverted: Bool = false, isCancelled: () -> Bool = { false },
    _ body: (_ path: String) throws(E) -> Bool
  ) throws(E) -> Ending {
    var last: Int?
    return try run(
      .count, inverted, isCancelled, render: { found, _ in found.files },
      { (found) throws(E) in
        for file in found where file != last {
          last = file
          if try !body(files[file].path) { return false }
        }
        return true
      })
  }

  /// Calls `body` with what `render` made of the matching lines, some at a time, in order, until it returns `false`.
  ///
  /// `render` is called on several threads, with the lines as a corpus and the report of a search of it.
  ///
  /// - Complexity: O(*n*) in bytes; memory is that of some strips and of the lines that may match in them.
  public func forEachBatch<Product: Sendable, E: Error>(
    inverted: Bool = false, isCancelled: () -> Bool = { false },
    render: @escaping @Sendable (Corpus, SearchReport) -> Product,
    _ body: (Product) throws(E) -> Bool
  ) throws(E) -> Ending {
    try run(
      .records, inverted, isCancelled,
      render: { [self] found, linesBefore in
        guard let (corpus, results) = found.records else { return nil }
        let placed = corpus.movedDown(by: linesBefore)
        return render(placed, search(.records, inverted).report(placed, results))
      }, body)
  }

  private func search(_ wanted: StripSearch.Wanted, _ isInverted: Bool) -> StripSearch {
    StripSearch(
      wanted: wanted, isInverted: isInverted, query: query, matcher: matcher, filter: filter,
      needle: needle, regex: regex, blockSize: sizes.block)
  }

  private func run<Product: Sendable, E: Error>(
    _ wanted: StripSearch.Wanted, _ isInverted: Bool, _ isCancelled: () -> Bool,
    render: @escaping @Sendable (StripSearch.Result, _ linesBefore: Int) -> Product?,
    _ body: (Product) throws(E) -> Bool
  ) throws(E) -> Ending {
    let strips = strips()
    let delivery = StripDelivery(strips, threads: threads, render: render)
    let search = search(wanted, isInverted)
    var goesOn = true
    var failure: E?
    func handOn() {
      guard goesOn, failure == nil else { return }
      do throws(E) {
        goesOn = try delivery.handOn(body)
      } catch {
        failure = error
      }
    }
    let progress = StripProgress()
    let isDone = Workers.run(
      strips.count, threads: min(threads, strips.count),
      isCancelled: {
        handOn()
        return !goesOn || failure != nil || progress.hasFailed || isCancelled()
      },
      { [files] index, isCancelled in
        guard delivery.waitForTurn(index, isCancelled: isCancelled) else { return }
        if let found = search.search(strips[index], of: files, isCancelled: isCancelled) {
          delivery.deposit(index, found)
        } else if !isCancelled() {
          progress.fail()
        }
      })
    // What comes before a fault is handed on.
    handOn()
    if let failure { throw failure }
    if !goesOn { return .stoppedEarly }
    if progress.hasFailed { return .unreadable }
    return isDone ? .complete : .cancelled
  }

  /// Large files in parts, small ones some at a time.
  private func strips() -> [Strip] {
    var strips: [Strip] = []
    var first = 0
    var size = 0
    func endGroup(at file: Int) {
      if first < file { strips.append(Strip(files: first..<file, part: nil)) }
      first = file
      size = 0
    }
    for (index, file) in files.enumerated() {
      if file.size > sizes.strip {
        endGroup(at: index)
        var start = 0
        while start < file.size {
          let end = min(start + sizes.strip, file.size)
          strips.append(Strip(files: index..<index + 1, part: start..<end))
          start = end
        }
        first = index + 1
        continue
      }
      size += file.size
      if size > sizes.strip { endGroup(at: index + 1) }
    }
    endGroup(at: files.count)
    return strips
  }
}

/// Whether some strip could not be read.
private final class StripProgress: Sendable {
  private let failed = Atomic<Bool>(false)

  var hasFailed: Bool { failed.load(ordering: .relaxed) }

  func fail() { failed.store(true, ordering: .relaxed) }
}
