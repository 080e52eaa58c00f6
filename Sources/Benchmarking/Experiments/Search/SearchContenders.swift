public import Corpora
public import Searching

/// Other programs' ways to search, run outside of this process.
public protocol SearchContenders: AnyObject {
  var contenders: [ContenderInfo] { get }

  /// Makes a corpus, or the records of it that are in the sample, what is searched from now on.
  func load(_ corpus: Corpus, records: ResultSet?) throws(ContenderError)

  /// Lets a contender search once.
  func answer(
    _ contender: String, to query: Query, cutoff: UInt64, isCancelled: () -> Bool
  ) throws(ContenderError) -> ContenderAnswer

  /// Repeats the search last answered, and tells its nanoseconds.
  func sample(
    _ iterations: Int, cutoff: UInt64, isCancelled: () -> Bool
  ) throws(ContenderError) -> UInt64
}

/// Which contenders take part.
public enum ContenderChoice: Hashable, Sendable {
  /// Each that answers the strategy; none, with a note, where there is no process to run them.
  case all
  case none
  case named([String])
}
