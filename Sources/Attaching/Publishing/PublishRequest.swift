/// What to publish where.
package struct PublishRequest: Sendable {
  /// What to do with records that are there already.
  package enum Mode: Sendable {
    /// Refuse; only an interrupted command is finished.
    case create
    /// Store all records anew; searches find the old ones until that is done.
    case replace
    /// Add the records to them.
    case append
  }

  package var address: RemoteAddress
  package var account: RemoteAccount
  package var corpus: String
  package var mode = Mode.create
  package var cluster: String?

  /// The HTTP addresses of the nodes of the cluster; empty if they have the port of the address.
  package var nodes: [String] = []
  package var idleSeconds = 60

  package init(_ address: RemoteAddress, _ account: RemoteAccount, corpus: String) {
    self.address = address
    self.account = account
    self.corpus = corpus
  }
}

/// What was published.
package struct PublishReport: Sendable {
  package var records = 0
  package var textBytes = 0
  package var batches = 0

  /// The records that an interrupted command had stored.
  package var resumed = 0
  package var nodes = 0
  package var invalidSequences = 0
}
