/// The protocol between searchbench and searchbench-contenders, over two pipes.
///
/// Both sides begin with a greeting: eight letters, and the version as 32 bits. Frames follow: a
/// byte for the kind, the length of the content as 32 bits, and the content. Numbers are
/// little-endian. A string is its length in UTF-8 bytes as 32 bits, then the bytes. A list is its
/// count as 32 bits, then the elements. Every change of the protocol needs a new version.
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
    /// Begins a corpus. The content is a list with one byte per column: 1 for an alias field,
    /// otherwise 0.
    case corpus = 1
    /// Stored records, to the end of the frame. Each record is its length as 32 bits, then its
    /// bytes.
    case records
    /// The corpus is complete. The reply is `stored`.
    case end
    /// Contender, strategy, query, grammar and separators as strings. Then four bytes: case mode (0
    /// ignore, 1 smart, 2 sensitive), whether diacritics are ignored, whether whitespace is
    /// trimmed, whether camel case is split. Then a byte that says whether a list of columns
    /// follows; then the list, if any, with 32 bits per column. The replies are `ready` and then
    /// `found`, or `refused`.
    case search
    /// Repeats the last search; the content is the number of iterations, 64 bits. The reply is
    /// `timed` or `refused`.
    case iterate
  }

  /// The replies to searchbench.
  package enum Reply: UInt8 {
    /// Follows the greeting: a list of contenders. Each has a name, a summary, a dialect (empty if
    /// none) and a list of strategies.
    case catalog = 101
    /// The number of records, 64 bits.
    case stored
    /// The untimed preparation is complete; the search begins.
    case ready
    /// The duration in nanoseconds and the number of matches, 64 bits each. Then, for each match,
    /// the distance of its record from the previous match's record, or from -1 for the first match.
    /// Each distance is a variable-length number: groups of seven bits, the lowest first, all but
    /// the last with the high bit set.
    case found
    /// The reason for the refusal, as a sentence that begins with `it`.
    case refused
    /// The duration of all iterations in nanoseconds, 64 bits.
    case timed
  }
}
