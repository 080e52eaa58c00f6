package import Corpora
package import Searching

/// Third-party search implementations, which run outside of this process.
package protocol SearchContenders: AnyObject {
  var contenders: [ContenderInfo] { get }

  /// Loads the records to search: only `records`, or the whole corpus if `records` is nil.
  func load(_ corpus: Corpus, records: ResultSet?) throws(ContenderError)

  /// Runs one search of a contender.
  func answer(
    _ contender: String, to query: Query, cutoff: UInt64, isCancelled: () -> Bool
  ) throws(ContenderError) -> ContenderAnswer

  /// Repeats the last successful search `iterations` times, and returns the total nanoseconds.
  func sample(
    _ iterations: Int, cutoff: UInt64, isCancelled: () -> Bool
  ) throws(ContenderError) -> UInt64
}

/// Which contenders to run.
package enum ContenderChoice: Hashable, Sendable {
  /// All contenders that support the strategy.
  ///
  /// If the contender program is not installed, no contenders run, and the run gets a note.
  case all
  case none
  case named([String])
}
