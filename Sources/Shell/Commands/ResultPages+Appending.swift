internal import Reporting
internal import System

/// Checks that a file has the format of the rows that `:export --append` would add.
extension ResultPages {
  /// Rejects a file that has a different format or different columns than the last result.
  ///
  /// A CSV or TSV file must begin with the header that a new file would have. With
  /// `--no-output-header`, the file can have any columns. A missing or empty file is accepted.
  ///
  /// - Throws: a failure if the file's first line does not match; the errors that `:export` throws.
  func checkAppending(to file: String, format: String?, _ options: EncodingOptions) throws {
    let rows = try cursor.last().rows
    let encoder = try EncoderCatalog.named(format ?? EncoderCatalog.format(forFile: file))
    if file == "-" { return }
    if encoder is DelimitedEncoder, options.hasHeader {
      var options = options
      options.hasByteOrderMark = false
      options.usesCRLF = false
      let opening = BufferOutput()
      try BatchEncoder(encoder, rows.schema, options).opening().write(to: opening)
      guard let text = Self.start(of: file, upTo: opening.bytes.count + 8) else { return }
      if text.isEmpty || Self.text(text, hasFirstLines: opening.bytes.dropLast()) { return }
      throw ShellError.failure(
        "\(file) does not begin with the header of this result: choose the columns of the "
          + "file with --columns, or name another file", at: .word(file))
    }
    if encoder is JSONLinesEncoder {
      guard let text = Self.start(of: file, upTo: 64) else { return }
      let first = text.first { $0 > UInt8(ascii: " ") }
      if first == nil || first == UInt8(ascii: "{") { return }
      throw ShellError.failure(
        "\(file) does not begin with a JSON object: choose the format of the file with "
          + "--format, or name another file", at: .word(file))
    }
  }

  /// The first bytes of a regular file; nil if there is no such file, or the file cannot be read.
  private static func start(of file: String, upTo limit: Int) -> [UInt8]? {
    guard Platform.status(of: file)?.isRegular == true,
      let descriptor = try? Platform.open(file, for: .readingWithoutWaiting)
    else { return nil }
    defer { Platform.close(descriptor) }
    return try? Platform.read(descriptor, upTo: limit)
  }

  /// Whether `text` begins with `lines`, followed by a newline or the end of `text`.
  ///
  /// A byte order mark at the start of `text` is ignored.
  private static func text(_ text: [UInt8], hasFirstLines lines: ArraySlice<UInt8>) -> Bool {
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    let body = text.dropFirst(text.starts(with: mark) ? mark.count : 0)
    guard body.starts(with: lines) else { return false }
    let rest = body.dropFirst(lines.count)
    return rest.isEmpty || rest.starts(with: "\n".utf8) || rest.starts(with: "\r\n".utf8)
  }
}
