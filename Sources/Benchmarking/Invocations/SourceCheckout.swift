internal import Basics
internal import System

/// A git checkout of searchbench's sources.
package struct SourceCheckout: Sendable {
  /// The folder of the checkout.
  package let folder: String
  private let git: String

  /// The checkout that contains the current folder; nil if there is none.
  ///
  /// - Parameter git: The path of git.
  package init?(git: String) {
    guard let folder = Self.line(git, ["rev-parse", "--show-toplevel"]),
      PipedProcess.isProgram(folder + "/scripts/build"),
      Platform.isDirectory(folder + "/Sources/searchbench")
    else { return nil }
    self.folder = folder
    self.git = git
  }

  /// The id of the commit that `name` refers to; nil if there is no such commit.
  package func commit(_ name: String) -> String? {
    if name.isEmpty || name.hasPrefix("-") { return nil }
    return Self.line(git, ["-C", folder, "rev-parse", "--verify", "--quiet", name + "^{commit}"])
  }

  /// Checks out `commit` in the new folder `path`.
  ///
  /// - Returns: Whether git succeeded.
  package func addWorktree(_ path: String, at commit: String) -> Bool {
    Self.line(git, ["-C", folder, "worktree", "add", "--force", "--detach", path, commit]) != nil
  }

  /// Removes the checkout in `path`, including its build products.
  package func removeWorktree(_ path: String) {
    _ = Self.line(git, ["-C", folder, "worktree", "remove", "--force", path])
  }

  /// Runs git and returns the first line of its output; nil if git fails.
  private static func line(_ git: String, _ arguments: [String]) -> String? {
    guard let process = try? InvocationProcess(git, arguments) else { return nil }
    // Do not interrupt git, because an interrupted git would leave an incomplete worktree.
    let ending = process.finish(isCancelled: { false })
    guard ending.exitCode == 0 else { return nil }
    return String(decoding: ending.output, as: UTF8.self).pieces(separatedBy: "\n")[0]
  }
}
