import UnicodeText

/// Finds the files of a folder that are to be read, in the order of their names.
///
/// Hidden files and what a .gitignore excludes are left out and counted, unless the options say
/// otherwise; symbolic links are not followed, so there are no loops. What a pattern of `--glob`
/// names is taken in any case. It does not recurse: the folders still open are kept in a list.
struct FolderWalk: ~Copyable {
  struct File {
    let path: FilePath
    let size: Int
  }

  private(set) var skipped = SkippedFiles()
  private let options: LoadOptions
  private let globs: IgnoreRules
  private let isCancelled: @Sendable () -> Bool

  /// The parts of the path to the entry at hand, from the top of the repository or the folder on.
  private var parts: [PathPattern.Name] = []

  /// How many of the parts lead to the folder itself.
  private var rootDepth = 0
  private var rules: [IgnoreRules] = []
  private var open: [OpenFolder] = []
  private var files: [File] = []

  /// A folder whose entries are being passed.
  struct OpenFolder {
    let path: FilePath
    let names: [FilePath]
    var next = 0

    /// How many sets of rules hold outside it.
    let outerRules: Int
  }

  /// - Throws: `badGlob`.
  init(
    _ options: LoadOptions, isCancelled: @escaping @Sendable () -> Bool
  ) throws(CorpusError) {
    self.options = options
    self.isCancelled = isCancelled
    var patterns: [PathPattern] = []
    for glob in options.globs {
      guard let pattern = PathPattern(glob) else { throw CorpusError(.badGlob(glob)) }
      patterns.append(pattern)
    }
    globs = IgnoreRules(depth: 0, patterns: patterns)
  }

  /// The files in `folder` and the folders in it.
  ///
  /// - Throws: `unreadable` for the folder itself, `cancelled`.
  mutating func files(in folder: FilePath) throws(CorpusError) -> [File] {
    files = []
    parts = []
    rules = []
    if !options.ignoresGitignore { readRulesAbove(folder) }
    rootDepth = parts.count
    do throws(Platform.Failure) {
      try enter(folder)
    } catch {
      throw CorpusError(.unreadable(reason: error.reason), path: folder.text)
    }
    while !open.isEmpty {
      let last = open.count - 1
      if open[last].next == open[last].names.count {
        leave()
        continue
      }
      let name = open[last].names[open[last].next]
      open[last].next += 1
      try visit(name, in: open[last].path)
    }
    return files
  }

  private mutating func enter(_ folder: FilePath) throws(Platform.Failure) {
    let names = try Platform.names(in: folder)
    open.append(OpenFolder(path: folder, names: names, outerRules: rules.count))
    if !options.ignoresGitignore { readRules(of: folder) }
  }

  private mutating func leave() {
    guard let folder = open.popLast() else { return }
    rules.removeSubrange(folder.outerRules...)
    // The folder's own part was added as it was visited; the first one had none.
    if !open.isEmpty { parts.removeLast() }
  }

  private mutating func visit(_ name: FilePath, in folder: FilePath) throws(CorpusError) {
    if isCancelled() { throw CorpusError(.cancelled) }
    let path = folder.appending(name)
    guard let kind = try? Platform.kind(of: path, followsLinks: false) else {
      skipped.unreadable += 1
      return
    }
    parts.append(Array(name.text.unicodeScalars))
    switch kind {
    case .folder:
      guard isWanted(isFolder: true) else { break }
      do throws(Platform.Failure) {
        try enter(path)
        return
      } catch {
        skipped.unreadable += 1
      }
    case .file(let size):
      if isWanted(isFolder: false) { files.append(File(path: path, size: size)) }
    case .link, .other: skipped.special += 1
    }
    parts.removeLast()
  }

  /// Whether the entry at hand is to be read; it is counted if not.
  private mutating func isWanted(isFolder: Bool) -> Bool {
    let name = parts[parts.count - 1]
    let chosen = globs.verdict(on: Array(parts[rootDepth...]), isFolder: isFolder)
    if chosen == false { return false }
    if chosen == true && !isFolder { return true }
    let isRepository = isFolder && name == Array(".git".unicodeScalars)
    if name.first == "." && (!options.includesHidden || isRepository && !options.ignoresGitignore) {
      skipped.hidden += 1
      return false
    }
    for rules in rules.reversed() {
      guard let isExcluded = rules.verdict(on: parts, isFolder: isFolder) else { continue }
      if isExcluded { skipped.ignored += 1 }
      if isExcluded { return false }
      break
    }
    return isFolder || !globs.hasPositive
  }
}

extension FolderWalk {
  private static let rulesName = FilePath(".gitignore")

  private mutating func readRules(of folder: FilePath) {
    guard let text = Self.text(of: folder.appending(Self.rulesName)) else { return }
    let read = IgnoreRules(depth: parts.count, text: text)
    if !read.isEmpty { rules.append(read) }
  }

  /// Takes the rules of the folders between the top of the repository and `folder`.
  private mutating func readRulesAbove(_ folder: FilePath) {
    guard let above = Self.foldersAbove(folder) else { return }
    for (index, outer) in above.enumerated() {
      if index > 0 { parts.append(Array(outer.nameText.unicodeScalars)) }
      readRules(of: outer)
    }
    if let path = Self.absolute(folder) { parts.append(Array(path.nameText.unicodeScalars)) }
  }

  /// The folders that `folder` is in, the top of its repository first; nil if it is in none.
  private static func foldersAbove(_ folder: FilePath) -> [FilePath]? {
    guard var at = absolute(folder) else { return nil }
    var above: [FilePath] = []
    while true {
      let repository = at.appending(FilePath(".git"))
      if (try? Platform.kind(of: repository, followsLinks: true)) != nil {
        return above.isEmpty ? nil : above.reversed()
      }
      let outer = at.folder
      if outer == at || at.bytes.count <= 1 { return nil }
      above.append(outer)
      at = outer
    }
  }

  /// The path from the root of the file system on, without `.` and `..`.
  private static func absolute(_ folder: FilePath) -> FilePath? {
    var path = folder
    if path.bytes.first != UInt8(ascii: "/") {
      guard let current = Platform.currentFolder() else { return nil }
      path = current.appending(path)
    }
    var parts: [ArraySlice<UInt8>] = []
    for part in path.bytes.split(separator: UInt8(ascii: "/")) {
      if part.elementsEqual("..".utf8) {
        _ = parts.popLast()
      } else if !part.elementsEqual(".".utf8) {
        parts.append(part)
      }
    }
    return FilePath(bytes: [UInt8(ascii: "/")] + parts.joined(separator: [UInt8(ascii: "/")]))
  }

  /// The text of a small file, nil if it cannot be read.
  private static func text(of path: FilePath) -> String? {
    guard var source = try? ByteSource(path, isCancelled: { false }) else { return nil }
    var bytes = GrowableBuffer<UInt8>()
    do throws(CorpusError) {
      unsafe try bytes.append(upTo: 1 << 20) { room throws(CorpusError) in
        unsafe try source.read(into: room)
      }
    } catch {
      return nil
    }
    let text = bytes.withSpan { String(copying: $0) }
    return text.hasPrefix("\u{FEFF}") ? String(text.dropFirst()) : text
  }
}
