import TestSupport
import Testing

/// Tests that only the owner can read the files that the program creates for itself, for every
/// umask.
@Suite struct PrivateFileTests {
  @Test func `files and folders that the program creates are private`() throws {
    let folder = try ScratchFolder()
    try folder.write("id,title\n1,alpha\n", to: "items.csv")
    let program = try BinaryUnderTest().path
    let home = Prompt.environment(of: folder, ["XDG_CACHE_HOME": folder.path + "/cache"])
      .filter { $0.key.hasPrefix("XDG") || $0.key == "HOME" }
      .map { "export \($0)='\($1)'" }.joined(separator: "; ")
    try folder.run(
      """
      umask 0; unset SEARCHBENCH_HISTORY; \(home)
      '\(program)' index build items.csv > /dev/null &&
      '\(program)' catalog create things && '\(program)' catalog add things items.csv &&
      '\(program)' items.csv -c alpha -c ':save kept' -c ':session save mine' > /dev/null
      find config state data cache -type f -perm /077 > open; find config state data cache -type d -perm /077 >> open
      find config state data cache -type f > made
      """)
    #expect(folder.text(of: "open") == "")
    let made = folder.text(of: "made") ?? ""
    for part in ["indexes/", "catalogs/", "sessions/"] { #expect(made.contains(part)) }
  }
}
