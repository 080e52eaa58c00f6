package import System

/// A folder of a walk: its path and the ignore rules that apply in it.
package final class WalkedFolder: Sendable {
  /// The path, beginning with the path given to the walk.
  package let path: FilePath
  fileprivate let root: WalkRoot
  fileprivate let rules: [FolderRules]

  fileprivate init(_ path: FilePath, _ root: WalkRoot, _ rules: [FolderRules]) {
    self.path = path
    self.root = root
    self.rules = rules
  }

  /// The absolute path without symbolic links, with a slash at its end.
  ///
  /// The root's absolute path is `/` if the walk reads no ignore files, or if the root's path
  /// cannot be resolved.
  package var absolutePath: [UInt8] {
    var bytes = root.absolutePath
    if path.bytes.count > root.pathCount {
      bytes += path.bytes[root.pathCount...]
      bytes.append(UInt8(ascii: "/"))
    }
    return bytes
  }
}

/// A folder of a walk, after its own ignore rules have been read.
package struct EnteredFolder: Sendable {
  package let folder: WalkedFolder

  /// The files in the folder that determine which files are read.
  package let ruleFiles: RuleFiles

  /// A digest of the rules that the folder adds; 0 if it adds no rules.
  package let digest: UInt64
  fileprivate let rules: [FolderRules]

  /// The path of the folder with a slash at its end.
  fileprivate var prefix: [UInt8] {
    var path = folder.path.bytes
    if let last = path.last, last != UInt8(ascii: "/") { path.append(UInt8(ascii: "/")) }
    return path
  }

  /// The path of the entry `name` in this folder.
  package func path(of name: Span<UInt8>) -> FilePath {
    var bytes = prefix
    bytes.reserveCapacity(bytes.count + name.count)
    for index in 0..<name.count { bytes.append(name[index]) }
    return FilePath(bytes: bytes)
  }

  /// The subfolder at `path`, with the rules of this folder.
  package func subfolder(at path: FilePath) -> WalkedFolder {
    WalkedFolder(path, folder.root, rules)
  }
}

/// A file that a walk found.
package struct WalkedFile: Sendable {
  /// The path, beginning with the path given to the walk.
  package let path: FilePath
}

package enum WalkEntry: Sendable {
  case file(WalkedFile)
  case folder(WalkedFolder)
}

/// Lists the files and folders to read, one folder at a time.
///
/// By default, hidden entries and entries that an ignore file excludes are skipped and counted. The
/// ignore rules are those of ripgrep 15. The walk does not follow symbolic links, so it cannot
/// loop. A file that matches a `--glob` pattern is always read.
package struct FolderWalk: Sendable {
  private let includesHidden: Bool
  private let readsRules: Bool
  private let globs: IgnoreRules
  private let globTexts: [String]
  private let globsUseCurrentFolder: Bool

  /// - Throws: `badGlob`.
  package init(_ options: LoadOptions) throws(CorpusError) {
    includesHidden = options.includesHidden
    globTexts = options.globs
    globsUseCurrentFolder = options.globsUseCurrentFolder
    readsRules = !options.ignoresGitignore
    var patterns: [PathPattern] = []
    for glob in options.globs {
      guard let pattern = PathPattern(glob: glob) else { throw CorpusError(.badGlob(glob)) }
      patterns.append(pattern)
    }
    globs = IgnoreRules(patterns)
  }

  /// The folder where the walk starts, with the rules of the folders above it.
  package func root(_ path: FilePath) -> WalkedFolder {
    let slash = UInt8(ascii: "/")
    let pathCount = path.bytes.count + (path.bytes.isEmpty || path.bytes.last == slash ? 0 : 1)
    guard readsRules, let absolute = Platform.resolved(path) else {
      let root = WalkRoot(
        absolutePath: [slash], pathCount: pathCount, globPrefix: globPrefix(of: path),
        globalRules: nil, globalRulesStart: 0)
      return WalkedFolder(path, root, [])
    }
    let absolutePath = absolute.bytes.count > 1 ? absolute.bytes + [slash] : absolute.bytes
    let current = (Platform.currentFolder()?.bytes ?? []) + [slash]
    let root = WalkRoot(
      absolutePath: absolutePath, pathCount: pathCount, globPrefix: globPrefix(of: path),
      globalRules: GitSettings.globalRules(),
      globalRulesStart: absolutePath.starts(with: current) ? current.count : 0)
    var rules: [FolderRules] = []
    for (index, byte) in absolutePath.dropLast().enumerated() where byte == slash {
      let outer = FilePath(bytes: Array(absolutePath[..<max(index, 1)]))
      let files = FolderRules.files(in: outer)
      if files.isEmpty { continue }
      let isInRepository = rules.contains(where: \.isRepository)
      let read = FolderRules(of: outer, files, offset: index + 1, isInRepository: isInRepository)
      if let read { rules.append(read) }
    }
    return WalkedFolder(path, root, rules)
  }

  /// The prefix that ripgrep puts before the relative path of an entry to match the path against a
  /// glob.
  ///
  /// The prefix is the folder's path as the caller gave it, without a leading `./`. If an absolute
  /// path begins with the path of the current folder, that path is removed.
  private func globPrefix(of path: FilePath) -> [UInt8] {
    if globTexts.isEmpty || !globsUseCurrentFolder { return [] }
    let slash = UInt8(ascii: "/")
    var prefix = path.bytes
    if prefix.last != slash { prefix.append(slash) }
    if prefix.starts(with: "./".utf8) { prefix.removeFirst(2) }
    let current = (Platform.currentFolder()?.bytes ?? []) + [slash]
    if prefix.starts(with: current) { prefix.removeFirst(current.count) }
    return prefix
  }

  /// The entries to read in one folder, in the byte order of their names.
  ///
  /// Skipped entries are added to `skipped`. Several threads may call this method at the same time.
  ///
  /// - Throws: `unreadable` if the folder cannot be listed.
  package func list(
    _ folder: WalkedFolder, skipped: inout SkippedFiles
  ) throws(CorpusError) -> [WalkEntry] {
    try listing(folder, skipped: &skipped).entries
  }

  /// The entries to read in one folder, in the byte order of their names, and the folder with its
  /// rules.
  ///
  /// - Throws: `unreadable` if the folder cannot be listed.
  package func listing(
    _ folder: WalkedFolder, skipped: inout SkippedFiles
  ) throws(CorpusError) -> (entries: [WalkEntry], entered: EnteredFolder) {
    let names: FolderNames
    do throws(SystemError) {
      names = try FolderNames(of: folder.path)
    } catch {
      throw CorpusError(.unreadable(reason: error.readingReason), path: folder.path.text)
    }
    let entered = enter(folder, names.ruleFiles)
    let rules = entered.rules
    var filter = EntryFilter(
      path: rules.isEmpty && globs.isEmpty ? [] : folder.absolutePath, root: folder.root,
      rules: rules, globs: globs, includesHidden: includesHidden)
    let path = entered.prefix
    var kept: [(entry: FolderNames.Entry, isFolder: Bool)] = []
    kept.reserveCapacity(names.entries.count)
    for entry in names.entries {
      let kind = entry.kind == .unknown ? Self.kind(names.name(entry), path) : entry.kind
      switch kind {
      case .unknown: skipped.unreadable += 1
      case .other: skipped.special += 1
      case .file, .folder:
        let isFolder = kind == .folder
        if filter.isWanted(entry, names, isFolder: isFolder, &skipped) {
          kept.append((entry, isFolder))
        }
      }
    }
    kept.sort { names.precedes($0.entry, $1.entry) }
    let entries: [WalkEntry] = kept.map { kept in
      var bytes: [UInt8] = []
      bytes.reserveCapacity(path.count + kept.entry.count)
      bytes += path
      bytes += names.name(kept.entry)
      let path = FilePath(bytes: bytes)
      if !kept.isFolder { return .file(WalkedFile(path: path)) }
      return .folder(WalkedFolder(path, folder.root, rules))
    }
    return (entries, entered)
  }

  /// Reads the ignore rules of a folder from its files, such as `.gitignore`.
  package func enter(_ folder: WalkedFolder, _ files: RuleFiles) -> EnteredFolder {
    if !readsRules || files.isEmpty {
      return EnteredFolder(folder: folder, ruleFiles: files, digest: 0, rules: folder.rules)
    }
    let own = FolderRules(
      of: folder.path, files, offset: folder.absolutePath.count,
      isInRepository: folder.rules.contains(where: \.isRepository))
    return EnteredFolder(
      folder: folder, ruleFiles: files, digest: own?.digest ?? 0,
      rules: own.map { folder.rules + [$0] } ?? folder.rules)
  }

  /// A digest of the options and of the rules outside of `root` that determine which files a walk
  /// from `root` reads.
  ///
  /// The digest covers the options, the root's path, the rules of the folders above the root, and
  /// the user's rules. It does not cover the rules in `root` and its subfolders.
  package func digest(of root: WalkedFolder) -> UInt64 {
    digest(root.root.absolutePath, root.root, root.rules)
  }

  private func digest(
    _ absolutePath: [UInt8], _ root: WalkRoot, _ rules: some Sequence<FolderRules>
  ) -> UInt64 {
    var numbers: [UInt64] = [
      includesHidden ? 1 : 0, readsRules ? 1 : 0, UInt64(globTexts.count),
      SHA256.shortDigest(of: absolutePath), root.globalRules?.digest ?? 0,
      root.globalRules?.dependsOnFolders == true ? UInt64(root.globalRulesStart) : 0,
    ]
    if !root.globPrefix.isEmpty { numbers.append(SHA256.shortDigest(of: root.globPrefix)) }
    numbers += globTexts.map { SHA256.shortDigest(of: Array($0.utf8)) }
    for rules in rules { numbers += [UInt64(rules.offset), rules.digest] }
    return SHA256.shortDigest(ofNumbers: numbers)
  }

  /// The digests of a walk that begins in an outer folder, above the root of this walk.
  package struct OuterDigests: Sendable {
    /// The result of `digest(of:)` for the outer folder.
    package let root: UInt64

    /// For each folder from the outer folder down to the parent of this walk's root, the digest of
    /// its rules.
    package let folders: [UInt64]
  }

  /// The digests of a walk that begins in `outer`, a folder above the root of this walk.
  ///
  /// If an index of `outer` has these digests, the index and this walk cover the same files below
  /// `root`.
  ///
  /// - Parameters:
  ///   - root: the root of this walk.
  ///   - outer: the absolute path of a folder above that root, without symbolic links.
  ///   - names: the names of the folders from `outer` to the root of this walk.
  /// - Returns: the digests; `nil` if a walk from another root could read other files below `root`.
  package func digests(
    of root: WalkedFolder, from outer: FilePath, _ names: [ArraySlice<UInt8>]
  ) -> OuterDigests? {
    guard globTexts.isEmpty, root.root.globalRules?.dependsOnFolders != true else { return nil }
    let slash = UInt8(ascii: "/")
    if !readsRules {
      return OuterDigests(
        root: digest(of: root), folders: [UInt64](repeating: 0, count: names.count))
    }
    let path = outer.bytes.count > 1 ? outer.bytes + [slash] : outer.bytes
    var offset = path.count
    var folders: [UInt64] = []
    for name in names {
      folders.append(root.rules.first { $0.offset == offset }?.digest ?? 0)
      offset += name.count + 1
    }
    guard offset == root.root.absolutePath.count else { return nil }
    let above = root.rules.prefix { $0.offset < path.count }
    return OuterDigests(root: digest(path, root.root, above), folders: folders)
  }

  /// Asks the system for the type of an entry; the type is unknown if the call fails.
  private static func kind(_ name: ArraySlice<UInt8>, _ folder: [UInt8]) -> FolderNames.Kind {
    let path = FilePath(bytes: folder + name)
    switch try? Platform.kind(of: path, followsLinks: false) {
    case .file: return .file
    case .folder: return .folder
    case .link, .other: return .other
    case nil: return .unknown
    }
  }
}
