internal import System

/// The folder where a walk begins.
final class WalkRoot: Sendable {
  /// The absolute path without symbolic links, with a slash at its end.
  let absolutePath: [UInt8]

  /// The length of the root's path in bytes, including a final slash; the path of each entry begins
  /// with the root's path.
  let pathCount: Int

  /// The first bytes of each path that is matched against the `--glob` patterns.
  ///
  /// The entry's path relative to the root follows these bytes.
  let globPrefix: [UInt8]

  /// The user's ignore rules for all repositories.
  let globalRules: IgnoreRules?

  /// The number of bytes at the start of an absolute path that are not matched against
  /// `globalRules`.
  let globalRulesStart: Int

  init(
    absolutePath: [UInt8], pathCount: Int, globPrefix: [UInt8], globalRules: IgnoreRules?,
    globalRulesStart: Int
  ) {
    self.absolutePath = absolutePath
    self.pathCount = pathCount
    self.globPrefix = globPrefix
    self.globalRules = globalRules
    self.globalRulesStart = globalRulesStart
  }
}

/// Decides which entries of one folder the walk reads.
struct EntryFilter {
  /// The absolute path of the current entry; empty if no rules apply.
  private var path: [UInt8]
  private let nameStart: Int

  /// The path of the current entry for matching against the `--glob` patterns.
  private var globPath: [UInt8]
  private let globNameStart: Int
  private let root: WalkRoot
  private let rules: [FolderRules]
  private let isInRepository: Bool
  private let globs: IgnoreRules
  private let hasPositiveGlob: Bool
  private let includesHidden: Bool

  init(
    path: [UInt8], root: WalkRoot, rules: [FolderRules], globs: IgnoreRules, includesHidden: Bool
  ) {
    self.path = path
    nameStart = path.count
    globPath = globs.isEmpty ? [] : root.globPrefix + path[root.absolutePath.count...]
    globNameStart = globPath.count
    self.root = root
    self.rules = rules
    isInRepository = rules.contains(where: \.isRepository)
    self.globs = globs
    hasPositiveGlob = globs.hasPositive
    self.includesHidden = includesHidden
  }

  /// Whether to read the entry; hidden and ignored entries are counted in `skipped`.
  mutating func isWanted(
    _ entry: FolderNames.Entry, _ names: FolderNames, isFolder: Bool,
    _ skipped: inout SkippedFiles
  ) -> Bool {
    let isHidden = names.isHidden(entry) && !includesHidden
    if nameStart == 0 {
      if isHidden { skipped.hidden += 1 }
      return !isHidden
    }
    path.removeSubrange(nameStart...)
    path += names.name(entry)
    let hash = IgnoreRules.hash(path.span.extracting(nameStart...))
    if !globs.isEmpty {
      globPath.removeSubrange(globNameStart...)
      globPath += names.name(entry)
      let chosen = globs.verdict(
        on: globPath.span, name: path.span.extracting(nameStart...), hash: hash,
        isFolder: isFolder)
      if let chosen { return chosen }
    }
    let isExcluded = rules.isEmpty ? nil : verdict(hash, isFolder)
    // Ignore rules can re-include a hidden entry.
    if isHidden && isExcluded != false {
      skipped.hidden += 1
      return false
    }
    if isExcluded == true {
      skipped.ignored += 1
      return false
    }
    return isFolder || !hasPositiveGlob
  }

  private func verdict(
    _ rules: IgnoreRules, _ offset: Int, _ hash: UInt32, _ isFolder: Bool
  ) -> Bool? {
    rules.verdict(
      on: path.span.extracting(offset...), name: path.span.extracting(nameStart...), hash: hash,
      isFolder: isFolder)
  }

  /// Whether the ignore rules exclude the entry; nil if no rule matches the entry.
  ///
  /// If several ignore files with the same name have a matching rule, the file in the innermost
  /// folder takes precedence. `.ignore` takes precedence over `.gitignore`, which takes precedence
  /// over the repository's exclusions. The user's ignore rules for all repositories have the lowest
  /// precedence.
  private func verdict(_ hash: UInt32, _ isFolder: Bool) -> Bool? {
    var (gitignored, excluded): (Bool?, Bool?) = (nil, nil)
    var isInside = isInRepository
    for folder in rules.reversed() {
      if let rules = folder.ignore, let verdict = verdict(rules, folder.offset, hash, isFolder) {
        return verdict
      }
      if isInside {
        if gitignored == nil, let rules = folder.gitignore {
          gitignored = verdict(rules, folder.offset, hash, isFolder)
        }
        if excluded == nil, let rules = folder.exclude {
          excluded = verdict(rules, folder.offset, hash, isFolder)
        }
        isInside = !folder.isRepository
      }
    }
    if let verdict = gitignored ?? excluded { return verdict }
    guard isInRepository, let rules = root.globalRules else { return nil }
    return verdict(rules, root.globalRulesStart, hash, isFolder)
  }
}
