package import System

/// The entered lines without duplicates, oldest first, in a file that several processes can share.
///
/// `add` returns only after the line was written to the file. A file that another program wrote is
/// never changed.
package final class History {
  /// The reason why new lines are not saved in the file.
  package enum Problem: Equatable, Sendable {
    /// Another program wrote the file at this path.
    case foreignFile(path: String)

    /// The history file at this path cannot be used; the second value is the system's error.
    case unusable(path: String, SystemError)
  }

  /// The path of the history file; nil if history is not saved.
  package let path: String?

  /// The entries, oldest first.
  package private(set) var entries: [String] = []

  package private(set) var problem: Problem?

  private let limit: Int
  private var linesInFile = 0

  /// Reads the history at `path`, and creates the file if it is missing; without a path, nothing is
  /// saved.
  ///
  /// - Complexity: O(*n*), where *n* is the size of the file.
  package init(path: String?, limit: Int = 10_000) {
    self.path = path
    self.limit = limit
    load()
  }

  /// Reads the history at the path that the environment variables determine.
  package convenience init(environment: EnvironmentVariables) {
    self.init(path: Self.path(environment: environment))
  }

  /// The path of the history file, which is the value of `SEARCHBENCH_HISTORY`; nil if the value is
  /// empty.
  ///
  /// If this variable is not set, the path is `$XDG_STATE_HOME/searchbench/history`. If
  /// `XDG_STATE_HOME` is not set either, its default is `~/.local/state`.
  package static func path(environment: EnvironmentVariables) -> String? {
    if let named = environment["SEARCHBENCH_HISTORY"] { return named.isEmpty ? nil : named }
    return BaseDirectory.state.path(of: "history", environment: environment)
  }

  /// Whether `line` is saved in the history.
  ///
  /// A saved line is not empty, does not start with whitespace, and contains no control characters
  /// except line ends and tabs.
  package static func isWorthKeeping(_ line: String) -> Bool {
    guard let first = line.unicodeScalars.first else { return false }
    return !first.properties.isWhitespace && HistoryFile.isStorable(line.utf8)
  }

  /// Adds `line` as the newest entry and removes an equal older entry; returns false if the line is
  /// not saved.
  ///
  /// - Complexity: O(*n*), where *n* is the number of entries.
  @discardableResult
  package func add(_ line: String) -> Bool {
    guard Self.isWorthKeeping(line) else { return false }
    // Compare bytes: canonically equivalent lines are different queries if diacritics matter.
    func isSame(_ entry: String) -> Bool { entry.utf8.elementsEqual(line.utf8) }
    if let newest = entries.last, isSame(newest) { return true }
    entries.removeAll(where: isSame)
    entries.append(line)
    if entries.count > limit { entries.removeFirst(entries.count - limit) }
    store { file throws(SystemError) in
      try file.append(line)
      linesInFile += 1
      if linesInFile > limit + limit / 10 { linesInFile = try file.compact(to: limit).count }
    }
    return true
  }

  /// Deletes all entries, in memory and in the file.
  package func clear() {
    entries = []
    store { file throws(SystemError) in
      try file.replace(with: [])
      linesInFile = 0
    }
  }

  private func load() {
    store { file throws(SystemError) in
      entries = try file.compact(to: limit)
      linesInFile = entries.count
    }
  }

  private func store(_ body: (borrowing HistoryFile) throws(SystemError) -> Void) {
    guard let path, problem == nil else { return }
    do throws(SystemError) {
      let file = try HistoryFile(path: path)
      if file.isForeign {
        problem = .foreignFile(path: path)
      } else {
        try body(file)
      }
    } catch {
      problem = .unusable(path: path, error)
    }
  }
}
