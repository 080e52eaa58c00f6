/// The protocol that searchbench and searchbench-contenders use over two pipes.
///
/// Both programs first send a greeting, which consists of eight letters and the version as 32 bits.
/// Frames follow. A frame consists of one byte for the type of the frame, the length of the content
/// as 32 bits, and the content. Numbers are little-endian. A string is encoded as its length in
/// bytes (32 bits), then the UTF-8 bytes. A list is encoded as the number of elements (32 bits),
/// then the elements. Every change of the protocol needs a new version.
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
    /// Begins a corpus. A `corpus` frame contains a list with one byte per column: 1 for an alias
    /// field, otherwise 0.
    case corpus = 1
    /// Stores records. A `records` frame contains records; each record is encoded as its length (32
    /// bits), then its bytes.
    case records
    /// Ends the corpus. An `end` frame has no content; the reply is `stored`.
    case end
    /// Runs a search. The replies to a search are `ready` and then `found`, or only `refused`.
    ///
    /// A `search` frame starts with five strings: the contender, strategy, query, grammar and
    /// separators. Four bytes follow the strings: the case mode (0 ignore, 1 smart, 2 sensitive),
    /// whether diacritics are ignored, whether whitespace is trimmed, and whether camel case is
    /// split. The next byte says whether a list of columns follows; each column takes 32 bits.
    case search
    /// Repeats the last search. An `iterate` frame contains the number of iterations as 64 bits;
    /// the reply is `timed` or `refused`.
    case iterate
  }

  /// The replies to searchbench.
  package enum Reply: UInt8 {
    /// Follows the greeting. A `catalog` frame contains a list of contenders; each contender has a
    /// name, a summary, a dialect (empty if no difference is known) and a list of strategies.
    case catalog = 101
    /// Confirms an `end` request. A `stored` frame contains the number of stored records as 64
    /// bits.
    case stored
    /// Reports that the untimed preparation of a search is complete, and that the timed search
    /// begins.
    case ready
    /// Returns the matches of a search.
    ///
    /// A `found` frame starts with the duration in nanoseconds and the number of matches, 64 bits
    /// each. A distance for each match follows: the record index of the match minus the record
    /// index of the previous match. For the first match, the previous index is -1. Each distance is
    /// a variable-length number: groups of seven bits, the lowest group first. The high bit is set
    /// in all bytes of a distance except the last byte.
    case found
    /// Refuses a search. A `refused` frame contains the reason, as a sentence that begins with
    /// `it`.
    case refused
    /// Answers an `iterate` request. A `timed` frame contains the duration of all iterations in
    /// nanoseconds, as 64 bits.
    case timed
  }
}
