import TestSupport

/// A headless browser.
enum Chromium {
  /// The path of the browser; nil if no browser is installed.
  static let path: String? = {
    let script = "command -v chromium || command -v chromium-browser"
    let found = try? BinaryUnderTest(path: "/bin/sh").run(["-c", script])
    return found?.output.split(separator: "\n").first.map(String.init)
  }()

  struct Shown {
    /// The HTML of the document after its scripts ran.
    let document: String
    /// The lines that scripts wrote to the console.
    let console: [Substring]
  }

  /// Opens a page from a file.
  ///
  /// - Throws: `BinaryUnderTest.Failure` if the browser does not exit.
  static func show(_ page: String) throws -> Shown {
    let folder = try ScratchFolder()
    let file = try folder.write(page, to: "page.html")
    let result = try BinaryUnderTest(path: path ?? "chromium").run(
      [
        "--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage",
        "--no-first-run", "--user-data-dir=\(folder.path)/profile", "--enable-logging=stderr",
        "--v=0", "--dump-dom", "file://\(file)",
      ], environment: ["HOME": folder.path])
    return Shown(
      document: result.output,
      console: result.error.split(separator: "\n").filter { $0.contains("CONSOLE") })
  }
}
