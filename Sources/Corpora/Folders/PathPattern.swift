/// A path pattern: a line of an ignore file, or a `--glob` argument.
///
/// Paths are bytes, relative to the folder of the pattern. If a pattern has a slash before its last
/// character, it is matched against the whole path; otherwise, it is matched against the last
/// component of the path. Common patterns are compiled to a case of `Form` that matches faster than
/// a general glob.
struct PathPattern: Sendable {
  let isNegated: Bool
  let matchesFoldersOnly: Bool
  let form: Form

  enum Form: Sendable {
    case everything
    /// Matches a path whose last component is exactly the given bytes.
    case name([UInt8])
    /// Matches a path whose last component ends with the given bytes, like a star followed by a
    /// literal text.
    case nameEnding([UInt8])
    case nameGlob(NameGlob)
    /// Matches exactly this path.
    case path([UInt8])
    /// Any other glob; each matching path begins with the bytes `start` and ends with the bytes
    /// `end`.
    case glob(GlobMachine, start: [UInt8], end: [UInt8])
  }

  /// Parses a line of an ignore file; nil for a comment and for an empty or malformed line.
  init?(ignoreLine line: [Unicode.Scalar]) {
    if line.first == "#" { return nil }
    var rest = line[...]
    if !(rest.last == " " && rest.dropLast().last == "\\") {
      while rest.last?.properties.isWhitespace == true { rest.removeLast() }
    }
    if rest.isEmpty { return nil }
    if rest.first == "\\", let second = rest.dropFirst().first, second == "!" || second == "#" {
      self.init(rest.dropFirst(), isNegated: false, isAnchored: false, allowsUnclosedSet: true)
    } else {
      self.init(rest, allowsUnclosedSet: true)
    }
  }

  /// Parses a `--glob` argument; nil if the argument is malformed or empty.
  init?(glob: String) {
    let text = Array(glob.unicodeScalars)
    if [[], ["!"], ["/"], ["!", "/"]].contains(text) { return nil }
    self.init(text[...], allowsUnclosedSet: false)
  }

  private init?(_ text: ArraySlice<Unicode.Scalar>, allowsUnclosedSet: Bool) {
    let isNegated = text.first == "!"
    var rest = isNegated ? text.dropFirst() : text
    let isAnchored = rest.first == "/"
    if isAnchored { rest = rest.dropFirst() }
    self.init(
      rest, isNegated: isNegated, isAnchored: isAnchored, allowsUnclosedSet: allowsUnclosedSet)
  }

  private init?(
    _ text: ArraySlice<Unicode.Scalar>, isNegated: Bool, isAnchored: Bool, allowsUnclosedSet: Bool
  ) {
    var glob = Array(text)
    matchesFoldersOnly = glob.last == "/"
    if matchesFoldersOnly {
      glob.removeLast()
      if glob.last == "\\" { glob.removeLast() }
    }
    if !isAnchored && !glob.contains("/") && glob != ["*", "*"] { glob = ["*", "*", "/"] + glob }
    // A pattern that ends in `/**` matches the entries of the folder, but not the folder itself.
    if glob.suffix(3) == ["/", "*", "*"] { glob += ["/", "*"] }
    guard
      let tokens = GlobParser.tokens(glob, allowsUnclosedSet: allowsUnclosedSet),
      let form = Form(tokens)
    else { return nil }
    self.isNegated = isNegated
    self.form = form
  }

  /// Creates a pattern from a given `Form`, for tests.
  init(form: Form) {
    isNegated = false
    matchesFoldersOnly = false
    self.form = form
  }

  /// Whether the pattern matches `path`; `name` is the last component of `path`.
  func matches(_ path: Span<UInt8>, name: Span<UInt8>, isFolder: Bool) -> Bool {
    if matchesFoldersOnly && !isFolder { return false }
    switch form {
    case .everything: return true
    case .name(let wanted): return Self.areEqual(name, wanted.span)
    case .nameEnding(let end): return Self.ends(name, with: end.span)
    case .nameGlob(let glob): return glob.matches(name)
    case .path(let wanted): return Self.areEqual(path, wanted.span)
    case .glob(let machine, let start, let end):
      return Self.starts(path, with: start.span) && Self.ends(path, with: end.span)
        && machine.matches(path)
    }
  }

  private static func areEqual(_ a: Span<UInt8>, _ b: Span<UInt8>) -> Bool {
    a.count == b.count && starts(a, with: b)
  }

  private static func starts(_ bytes: Span<UInt8>, with start: Span<UInt8>) -> Bool {
    if bytes.count < start.count { return false }
    for index in 0..<start.count where bytes[index] != start[index] { return false }
    return true
  }

  private static func ends(_ bytes: Span<UInt8>, with end: Span<UInt8>) -> Bool {
    if bytes.count < end.count { return false }
    return starts(bytes.extracting((bytes.count - end.count)...), with: end)
  }
}

extension PathPattern.Form {
  /// Chooses the fastest case for the tokens of a glob; nil if the glob is too long.
  init?(_ tokens: [GlobToken]) {
    let isOfName = tokens.first == .anyFolders
    let rest = isOfName ? tokens.dropFirst() : tokens[...]
    let slash = UInt8(ascii: "/")
    if isOfName && rest.isEmpty {
      self = .everything
    } else if let bytes = Self.literal(rest), !isOfName || !bytes.contains(slash) {
      self = isOfName ? .name(bytes) : .path(bytes)
    } else if isOfName, rest.first == .anyRun, let end = Self.literal(rest.dropFirst()),
      !end.contains(slash)
    {
      self = .nameEnding(end)
    } else if isOfName, let glob = NameGlob(rest) {
      self = .nameGlob(glob)
    } else {
      guard let machine = GlobMachine(tokens) else { return nil }
      let start = tokens.prefix { Self.literal($0) != nil }
      let end = tokens.reversed().prefix { Self.literal($0) != nil }.reversed()
      self = .glob(
        machine, start: start.compactMap(Self.literal), end: end.compactMap(Self.literal))
    }
  }

  private static func literal(_ token: GlobToken) -> UInt8? {
    if case .byte(let byte) = token { byte } else { nil }
  }

  /// The bytes of the tokens; nil if any token is not a literal byte.
  private static func literal(_ tokens: ArraySlice<GlobToken>) -> [UInt8]? {
    let bytes = tokens.compactMap(literal)
    return bytes.count == tokens.count ? bytes : nil
  }
}
