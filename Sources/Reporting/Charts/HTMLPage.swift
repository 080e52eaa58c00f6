/// Makes self-contained HTML pages, which load nothing from the network.
enum HTMLPage {
  /// Makes the complete HTML of a page from its title, content and script.
  ///
  /// The content security policy allows only the page's own style and script.
  ///
  /// - Parameters:
  ///   - title: the title, as text.
  ///   - main: the markup of the content.
  ///   - script: the script; nil for a page without a script.
  /// - Returns: the complete HTML.
  static func text(title: String, main: String, script: String? = nil) -> String {
    """
    <!DOCTYPE html>
    <html lang="en">
    <head>
    <meta charset="utf-8">
    <meta http-equiv="Content-Security-Policy" content="\(policy)">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <title>\(Markup.escaped(title))</title>
    <style>\(HTMLStyle.text)</style>
    </head>
    <body>
    <main>
    \(main)
    </main>
    \(script.map { "<script>\($0)</script>\n" } ?? "")</body>
    </html>

    """
  }

  /// The content security policy, which allows inline styles and scripts, but no loading, form
  /// submission or change of the base URL.
  private static let policy =
    "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; "
    + "base-uri 'none'; form-action 'none'"
}
