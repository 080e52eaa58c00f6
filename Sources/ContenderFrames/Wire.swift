/// The protocol between searchbench and searchbench-contenders, over two pipes.
///
/// Both sides begin with a greeting: eight letters, and the version as 32 bits. Frames follow: a byte for the kind, the
/// length of the content as 32 bits, and the content. Numbers are little-endian; a text is its length in UTF-8 as 32
/// bits and its bytes; a list is its count as 32 bits and its elements. Every change needs a new version.
package enum Wire {
  package static let greeting = Array("sbcontnd".utf8)
  package static let version: UInt32 = 1

  /// The greeting with the version, which each side sends first.
  package static var opening: [UInt8] {
    var writer = FrameWriter()
    writer.write(version)
    return greeting + writer.bytes
  }

  /// The requests that searchbench sends.
  package enum Request: UInt8 {
    /// Begins a corpus: a list of columns, each one byte, 1 for an alias field.
    case corpus = 1
    /// Stored records, each a length as 32 bits and its bytes, to the end of the frame.
    case records
    /// The corpus is complete. Answered by `stored`.
    case end
    /// Contender, strategy, query, grammar and separators as texts; four bytes: case mode (0 ignore, 1 smart, 2 sensitive),
    /// whether diacritics are ignored, whether whitespace is trimmed, whether camel case is split; whether there is a list
    /// of columns, one byte, and the list, each 32 bits. Answered by `ready` and `found`, or by `refused`.
    case search
    /// Repeats the last search; the content is the number of iterations, 64 bits. Answered by `timed` or `refused`.
    case iterate
  }

  /// The replies to searchbench.
  package enum Reply: UInt8 {
    /// Follows the greeting: a list of contenders, each name, summary, dialect (empty if none) and a list of strategies.
    case catalog = 101
    /// The number of records, 64 bits.
    case stored
    /// The untimed preparation is complete; the search begins.
    case ready
    /// Nanoseconds and number of matches, 64 bits each, and for each match the distance of its record from the one before
    /// (the first: from -1) in groups of seven bits, the lowest first, all but the last with the high bit set.
    case found
    /// A sentence that begins with `it`.
    case refused
    /// Nanoseconds of all iterations, 64 bits.
    case timed
  }
}
