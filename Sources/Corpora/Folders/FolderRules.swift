internal import System

/// The ignore rules that one folder adds to the rules of the folders above it.
final class FolderRules: Sendable {
  /// The length of this folder's absolute path in bytes, including a final slash.
  let offset: Int

  /// The rules of the folder's `.ignore`, which take precedence over all git rules.
  let ignore: IgnoreRules?
  let gitignore: IgnoreRules?

  /// The rules in the `info/exclude` file of the folder's repository.
  let exclude: IgnoreRules?

  /// Whether the folder is the root of a repository.
  ///
  /// In a repository, the git rules of outer folders do not apply.
  let isRepository: Bool

  /// A digest of the texts of all rules; folders with equal rules have equal digests.
  var digest: UInt64 {
    let parts = [
      isRepository ? 1 : 0, ignore?.digest ?? 0, gitignore?.digest ?? 0, exclude?.digest ?? 0,
    ]
    return SHA256.shortDigest(ofNumbers: parts)
  }

  /// Reads the rules of `folder` from the files that `files` lists; nil if there are no rules.
  ///
  /// Git's rules apply only in a repository. The root of the repository can be a folder above this
  /// folder.
  init?(
    of folder: FilePath, _ files: RuleFiles, offset: Int, isInRepository: Bool
  ) {
    isRepository = files.contains(.repository) && Self.isRepository(folder)
    ignore = files.contains(.ignore) ? Self.rules(folder.appending(Self.ignoreName)) : nil
    let isGitRead = files.contains(.gitignore) && (isRepository || isInRepository)
    gitignore = isGitRead ? Self.rules(folder.appending(Self.gitignoreName)) : nil
    exclude = isRepository ? Self.gitFolder(of: folder).flatMap(Self.exclusions) : nil
    self.offset = offset
    if ignore == nil && gitignore == nil && !isRepository { return nil }
  }

  private static let ignoreName = FilePath(".ignore")
  private static let gitignoreName = FilePath(".gitignore")
  private static let gitName = FilePath(".git")

  /// The rule files of a folder, found by testing whether each possible name exists.
  static func files(in folder: FilePath) -> RuleFiles {
    var files: RuleFiles = []
    for (name, file) in RuleFiles.names
    where exists(folder.appending(FilePath(bytes: name))) {
      files.insert(file)
    }
    return files
  }

  /// The ignore rules in a file; nil if the file has no rules or cannot be read.
  static func rules(_ file: FilePath) -> IgnoreRules? {
    guard let text = Platform.contents(ofRegularFile: file) else { return nil }
    let rules = IgnoreRules(text: text)
    return rules.isEmpty ? nil : rules
  }

  private static func exists(_ path: FilePath) -> Bool {
    (try? Platform.kind(of: path, followsLinks: true)) != nil
  }

  private static func isRepository(_ folder: FilePath) -> Bool {
    exists(folder.appending(gitName)) || exists(folder.appending(FilePath(".jj")))
  }

  private static func exclusions(_ gitFolder: FilePath) -> IgnoreRules? {
    rules(gitFolder.appending(FilePath("info/exclude")))
  }

  /// The git folder of the repository with the root `folder`.
  ///
  /// This is usually the folder `.git`. In a linked working tree, `.git` is a file, and the result
  /// is the git folder of the main working tree.
  private static func gitFolder(of folder: FilePath) -> FilePath? {
    let git = folder.appending(gitName)
    guard case .file = try? Platform.kind(of: git, followsLinks: true) else { return git }
    let key = Array("gitdir: ".utf8)
    guard let line = firstLine(git), line.starts(with: key) else { return nil }
    let own = folder.joined(with: FilePath(bytes: Array(line.dropFirst(key.count))))
    return firstLine(own.appending(FilePath("commondir"))).map {
      own.joined(with: FilePath(bytes: $0))
    }
  }

  private static func firstLine(_ file: FilePath) -> [UInt8]? {
    guard let bytes = Platform.contents(ofRegularFile: file) else { return nil }
    let line = bytes.prefix { $0 != UInt8(ascii: "\n") }
    return Array(line.last == UInt8(ascii: "\r") ? line.dropLast() : line)
  }
}

extension FilePath {
  /// `other`, resolved relative to this folder.
  fileprivate func joined(with other: FilePath) -> FilePath {
    other.bytes.first == UInt8(ascii: "/") ? other : appending(other)
  }
}
