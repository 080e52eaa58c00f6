/// The protocol between searchbench and searchbench-contenders, over two pipes.
///
/// Both programs first send a greeting, which consists of eight letters and the version as 32 bits.
/// Frames follow. A frame consists of a byte for the kind, the length of the content as 32 bits,
/// and the content. Numbers are little-endian. A string is encoded as its length in bytes (32
/// bits), then its UTF-8 bytes. A list is encoded as its count (32 bits), then its elements. Every
/// change of the protocol needs a new version.
package enum Wire {
  package static let greeting = Array("sbcontnd".utf8)
  package static let version: UInt32 = 1

  /// The greeting with the version, which each program sends first.
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
    /// Stores records. The content is a sequence of records; each record is encoded as its length
    /// (32 bits), then its bytes.
    case records
    /// Ends the corpus. The content is empty; the reply is `stored`.
    case end
    /// Runs a search. The replies are `ready` and then `found`, or only `refused`.
    ///
    /// The content starts with five strings: the contender, strategy, query, grammar and
    /// separators. Four bytes follow: the case mode (0 ignore, 1 smart, 2 sensitive), whether
    /// diacritics are ignored, whether whitespace is trimmed, and whether camel case is split. The
    /// next byte says whether a list of columns follows, with 32 bits per column.
    case search
    /// Repeats the last search. The content is the number of iterations as 64 bits; the reply is
    /// `timed` or `refused`.
    case iterate
  }

  /// The replies to searchbench.
  package enum Reply: UInt8 {
    /// Follows the greeting. The content is a list of contenders; each contender has a name, a
    /// summary, a dialect (empty if no difference is known) and a list of strategies.
    case catalog = 101
    /// Confirms `end`. The content is the number of stored records as 64 bits.
    case stored
    /// Reports that the untimed preparation is complete, and that the search begins.
    case ready
    /// Returns the matches of a search.
    ///
    /// The content starts with the duration in nanoseconds and the number of matches, 64 bits each.
    /// For each match, the distance of its record from the previous match's record follows, or from
    /// -1 for the first match. Each distance is a variable-length number: groups of seven bits, the
    /// lowest first. The high bit is set in all bytes except the last.
    case found
    /// Refuses a search. The content is the reason, as a sentence that begins with `it`.
    case refused
    /// Answers `iterate`. The content is the duration of all iterations in nanoseconds, as 64 bits.
    case timed
  }
}
