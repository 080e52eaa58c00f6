internal import Corpora

/// Where to read inputs that are not opened by their paths: standard input, and pipes that were
/// copied to temporary files.
///
/// The inputs are stored in an array, because they are few, and because the first use of a generic
/// dictionary takes longer than a small search.
struct ReadOnceInputs: Sendable {
  private var places: [(path: String, place: RecordStream.Place)]

  /// Creates a list with only standard input, which is read from a descriptor.
  init(standardInput: Int32) { places = [("-", .descriptor(standardInput))] }

  /// Where to read `path`; nil if the file is opened by its path.
  ///
  /// - Complexity: O(*n*), where *n* is the number of inputs.
  subscript(path: String) -> RecordStream.Place? {
    get { places.first { $0.path == path }?.place }
    set {
      places.removeAll { $0.path == path }
      if let newValue { places.append((path, newValue)) }
    }
  }
}
