internal import System

/// The user's git settings, which apply to all repositories.
enum GitSettings {
  /// The ignore rules in the file that `core.excludesFile` names, or else in git's default file;
  /// nil if there are no rules.
  static func globalRules(
    environment: (String) -> FilePath? = Platform.environmentPath
  ) -> IgnoreRules? {
    globalFile(environment).flatMap(FolderRules.rules)
  }

  private static func globalFile(_ environment: (String) -> FilePath?) -> FilePath? {
    let home = environment("HOME")
    let settings = environment("XDG_CONFIG_HOME") ?? home?.appending(FilePath(".config"))
    let files = [
      environment("GIT_CONFIG_GLOBAL"), home?.appending(FilePath(".gitconfig")),
      settings?.appending(FilePath("git/config")),
      environment("GIT_CONFIG_SYSTEM") ?? FilePath("/etc/gitconfig"),
    ]
    for case let file? in files {
      if let text = Platform.contents(ofRegularFile: file),
        let path = excludesFile(text, home: home)
      {
        return path
      }
    }
    return settings?.appending(FilePath("git/ignore"))
  }

  /// The value of `excludesFile` in a git configuration file; `~` is replaced by the home folder.
  static func excludesFile(_ text: [UInt8], home: FilePath?) -> FilePath? {
    for line in text.split(separator: UInt8(ascii: "\n")) {
      guard let equals = line.firstIndex(of: UInt8(ascii: "=")) else { continue }
      let key = trimmed(line[..<equals]).map { $0 | 0x20 }
      guard key.elementsEqual("excludesfile".utf8) else { continue }
      var value = trimmed(line[(equals + 1)...])
      if value.first == UInt8(ascii: "\"") { value = trimmed(value.dropFirst()) }
      if value.last == UInt8(ascii: "\"") { value = trimmed(value.dropLast()) }
      if value.isEmpty || value.contains(where: isSpace) { continue }
      let parts = value.split(separator: UInt8(ascii: "~"), omittingEmptySubsequences: false)
      return FilePath(bytes: Array(parts.joined(separator: home?.bytes ?? [UInt8(ascii: "~")])))
    }
    return nil
  }

  private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (9...13).contains(byte) }

  private static func trimmed(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    var rest = bytes.drop(while: isSpace)
    while let last = rest.last, isSpace(last) { rest.removeLast() }
    return rest
  }
}
