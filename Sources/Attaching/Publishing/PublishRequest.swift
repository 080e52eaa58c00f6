/// The address, the corpus and the options of a `publish` command.
package struct PublishRequest: Sendable {
  /// What to do if the corpus already has records on the server.
  package enum Mode: Sendable {
    /// If all of the corpus's records on the server come from an interrupted command, finish that
    /// command. Otherwise, fail.
    case create
    /// Store all records again; searches find the old records until all new records are stored.
    case replace
    /// Add the new records to the records on the server.
    case append
  }

  package var address: RemoteAddress
  package var account: RemoteAccount
  package var corpus: String
  package var mode = Mode.create
  package var cluster: String?

  /// The HTTP addresses of the cluster's nodes; empty if all nodes use the port of `address`.
  package var nodes: [String] = []
  package var idleSeconds = 60

  package init(_ address: RemoteAddress, _ account: RemoteAccount, corpus: String) {
    self.address = address
    self.account = account
    self.corpus = corpus
  }
}

/// The counts that a finished `publish` command reports.
package struct PublishReport: Sendable {
  package var records = 0
  package var textBytes = 0
  package var batches = 0

  /// The number of records that an interrupted command had already stored.
  package var resumed = 0
  package var nodes = 0
  package var invalidSequences = 0
}
