internal import Corpora
internal import UnicodeText

extension StripSearch {
  /// One thread's work on a strip.
  struct Worker: ~Copyable {
    private let search: StripSearch

    /// The lines seen, if they are counted.
    private(set) var lines = 0

    /// The lines before the file at hand.
    private var linesBefore = 0

    /// The lines of the file at hand that match for sure and were not picked.
    private var certain = 0
    private var picked = CandidateCorpus()
    private var failed = false

    private var room = GrowableBuffer<UInt8>()
    private var line = GrowableBuffer<UInt8>()
    private var folded = GrowableBuffer<UInt8>()

    init(search: StripSearch) { self.search = search }

    /// Looks through a part of a file.
    ///
    /// What was seen of the strip is void if the file changed.
    mutating func read(
      _ part: Range<Int>, of file: LineFile, copies: Bool, _ isCancelled: () -> Bool
    ) -> LineFile.Reading {
      linesBefore = lines
      picked.begin(file.path)
      var room = GrowableBuffer<UInt8>(capacity: 0)
      swap(&room, &self.room)
      let reading = file.read(
        part, inBlocksOf: search.blockSize, copies: copies, &room, isCancelled: isCancelled
      ) { text in
        look(at: text)
        return !failed
      }
      swap(&room, &self.room)
      return reading
    }

    private mutating func look(at text: Span<UInt8>) {
      if search.regex != nil {
        lookByRegex(at: text)
      } else if let filter = search.filter {
        if search.wanted == .count, let needle = search.needle {
          certain += filter.count(in: text) { holds(needle, text, $0) }
        } else if !search.isInverted || search.wanted == .count {
          pickByFilter(filter, text)
          return
        } else {
          pickAll(text)
          return
        }
        if search.countsLines { lines += Self.lines(in: text) }
      } else {
        pickAll(text)
      }
    }
  }
}

// MARK: Picking

extension StripSearch.Worker {
  private static func lines(in text: Span<UInt8>) -> Int {
    let newline = UInt8(ascii: "\n")
    return Kernels.count(of: newline, in: text) + (text[text.count - 1] == newline ? 0 : 1)
  }

  private mutating func pick(_ line: Span<UInt8>, number: Int) {
    do throws(CorpusError) {
      try picked.append(line, number: number)
    } catch {
      failed = true
    }
  }

  private mutating func pickAll(_ text: Span<UInt8>) {
    let before = picked.count
    do throws(CorpusError) {
      try picked.append(all: text, from: lines - linesBefore + 1)
    } catch {
      failed = true
    }
    lines += picked.count - before
  }

  private mutating func pickByFilter(_ filter: LineFilter, _ text: Span<UInt8>) {
    let countsLines = search.countsLines
    let newline = UInt8(ascii: "\n")
    var counted = 0
    var number = lines - linesBefore + 1
    filter.pick(in: text) { line in
      if countsLines {
        number += Kernels.count(of: newline, in: text.extracting(counted..<line.lowerBound))
        counted = line.lowerBound
      }
      pick(text.extracting(line), number: number)
    }
    if countsLines, counted < text.count {
      lines = linesBefore + number - 1 + Self.lines(in: text.extracting(counted..<text.count))
    }
  }

  /// Whether the folding of a line holds the needle.
  private mutating func holds(
    _ needle: Needle, _ text: Span<UInt8>, _ range: Range<Int>
  ) -> Bool {
    guard let folding = search.matcher.folding else { return false }
    // Copied before it is looked at: the file may change while it is read.
    line.truncate(to: 0)
    line.append(copying: text.extracting(range))
    var repaired = GrowableBuffer<UInt8>(capacity: 0)
    let isValid = line.withSpan { line in
      if Kernels.validPrefix(of: line) == line.count { return true }
      _ = UTF8Text.appendRepaired(line, to: &repaired)
      return false
    }
    folded.truncate(to: 0)
    if isValid {
      line.withSpan { folding.fold($0, into: &folded) }
    } else {
      repaired.withSpan { folding.fold($0, into: &folded) }
    }
    return folded.withSpan { needle.first(in: $0, from: 0) != nil }
  }
}

// MARK: Regular expressions

extension StripSearch.Worker {
  private mutating func lookByRegex(at text: Span<UInt8>) {
    guard let regex = search.regex, !search.isInverted || search.wanted == .count else {
      return pickAll(text)
    }
    var matches = RegexLines.Matches()
    _ = regex.appendMatches(in: text, to: &matches)
    if search.wanted == .count {
      certain += matches.starts.count
      for index in 0..<matches.unsure.count {
        let start = matches.unsure[index]
        pick(text.extracting(start..<LineBounds.end(behind: start, in: text)), number: 0)
      }
      if search.countsLines { lines += Self.lines(in: text) }
      return
    }
    var number = lines - linesBefore + 1
    var counted = 0
    for start in matches.allStarts {
      number += Kernels.count(of: UInt8(ascii: "\n"), in: text.extracting(counted..<start))
      counted = start
      pick(text.extracting(start..<LineBounds.end(behind: start, in: text)), number: number)
    }
    lines = linesBefore + number - 1 + Self.lines(in: text.extracting(counted..<text.count))
  }
}

// MARK: Results

extension StripSearch.Worker {
  /// Counts what was found in a file; `false` if cancelled.
  mutating func finishFile(
    _ file: Int, _ result: inout StripSearch.Result, _ isCancelled: () -> Bool
  ) -> Bool {
    var count = certain
    certain = 0
    if picked.count > 0 {
      var lines = CandidateCorpus()
      swap(&lines, &picked)
      let corpus = lines.finish(name: "")
      guard let results = search.matches(in: corpus, isCancelled) else { return false }
      // What was not picked does not match.
      count += search.isInverted ? corpus.count - results.count : results.count
    }
    if search.isInverted { count = lines - linesBefore - count }
    result.count += count
    if count > 0 { result.files.append(file) }
    return true
  }

  /// Finds what is to be shown; `false` if cancelled.
  mutating func finish(
    _ result: inout StripSearch.Result, _ isCancelled: () -> Bool
  ) -> Bool {
    if picked.count == 0 { return true }
    var lines = CandidateCorpus()
    swap(&lines, &picked)
    let corpus = lines.finish(name: "")
    guard let results = search.matches(in: corpus, isCancelled) else { return false }
    result.count = results.count
    if !results.isEmpty { result.records = (corpus, results) }
    return true
  }
}
