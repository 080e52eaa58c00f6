/// The patterns of one ignore file, or of `--glob`.
struct IgnoreRules: Sendable {
  private let patterns: [PathPattern]

  /// The indices of the patterns that are not literal names.
  private var others: [Int] = []

  /// The first eight bytes of the SHA-256 of the file's text; 0 if the rules do not come from a
  /// file.
  let digest: UInt64

  /// Whether any pattern is matched against the folders of a path, and not only against its last
  /// component.
  var dependsOnFolders: Bool {
    patterns.contains { pattern in
      switch pattern.form {
      case .everything, .name, .nameEnding, .nameGlob: false
      case .path, .glob: true
      }
    }
  }

  /// The literal names, sorted by ascending hash, then by descending pattern index.
  private var names: [(hash: UInt32, pattern: Int)] = []

  init(_ patterns: [PathPattern], digest: UInt64 = 0) {
    self.patterns = patterns
    self.digest = digest
    for (index, pattern) in patterns.enumerated() {
      if case .name(let name) = pattern.form {
        names.append((Self.hash(name.span), index))
      } else {
        others.append(index)
      }
    }
    names.sort { ($0.hash, $1.pattern) < ($1.hash, $0.pattern) }
  }

  /// Parses the rules of an ignore file, up to the first line that is not valid UTF-8.
  init(text: [UInt8]) {
    var patterns: [PathPattern] = []
    let lines = text.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    for (index, line) in lines.enumerated() {
      guard var scalars = Self.scalars(line) else { break }
      if index == 0 { scalars.removeFirst(scalars.prefix { $0 == "\u{FEFF}" }.count) }
      if scalars.last == "\r" { scalars.removeLast() }
      if let pattern = PathPattern(ignoreLine: scalars) { patterns.append(pattern) }
    }
    self.init(patterns, digest: SHA256.shortDigest(of: text))
  }

  private static func scalars(_ line: ArraySlice<UInt8>) -> [Unicode.Scalar]? {
    var scalars: [Unicode.Scalar] = []
    scalars.reserveCapacity(line.count)
    var bytes = line.makeIterator()
    var decoder = UTF8()
    while true {
      switch decoder.decode(&bytes) {
      case .scalarValue(let scalar): scalars.append(scalar)
      case .emptyInput: return scalars
      case .error: return nil
      }
    }
  }

  var isEmpty: Bool { patterns.isEmpty }

  /// Whether at least one pattern is not negated.
  var hasPositive: Bool { patterns.contains { !$0.isNegated } }

  /// The FNV-1a hash of the last component of a path.
  static func hash(_ name: Span<UInt8>) -> UInt32 {
    var hash: UInt32 = 0x811C_9DC5
    for index in 0..<name.count { hash = (hash ^ UInt32(name[index])) &* 0x0100_0193 }
    return hash
  }

  /// Whether the last matching pattern excludes the path; nil if no pattern matches.
  ///
  /// A negated pattern does not exclude the path.
  ///
  /// `name` is the last component of `path`, and `hash` is the hash of `name`.
  func verdict(
    on path: Span<UInt8>, name: Span<UInt8>, hash: UInt32, isFolder: Bool
  ) -> Bool? {
    var last = lastName(path, name, hash, isFolder)
    for index in others.reversed() {
      if let last, index < last { break }
      if patterns[index].matches(path, name: name, isFolder: isFolder) {
        last = index
        break
      }
    }
    return last.map { !patterns[$0].isNegated }
  }

  /// The index of the last pattern that is a literal name and matches; nil if there is none.
  private func lastName(
    _ path: Span<UInt8>, _ name: Span<UInt8>, _ hash: UInt32, _ isFolder: Bool
  ) -> Int? {
    var (low, high) = (0, names.count)
    while low < high {
      let middle = (low + high) / 2
      if names[middle].hash < hash { low = middle + 1 } else { high = middle }
    }
    while low < names.count && names[low].hash == hash {
      let index = names[low].pattern
      if patterns[index].matches(path, name: name, isFolder: isFolder) { return index }
      low += 1
    }
    return nil
  }
}
