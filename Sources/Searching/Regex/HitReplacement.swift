internal import Corpora
package import UnicodeText

/// A text that takes the place of each hit in the output, as `-r` asks for.
///
/// `$0` is the hit, `$1` and `${name}` are groups of the regular expression, `$$` is a dollar sign. The longest name counts:
/// `$1a` is the group `1a`. A group that took no part, or that the pattern does not have, is empty.
package struct HitReplacement: Sendable {
  private enum Piece: Sendable {
    case text([UInt8])
    case group(Int)
  }

  private let pieces: [Piece]

  /// The pattern, if the replacement needs its groups.
  private let pattern: (any GroupPattern)?

  /// How many groups of the pattern are not the query's own: the whole match, where the hit is the first group.
  private let offset: Int

  /// Reads a replacement.
  ///
  /// - Complexity: O(*n*) in the length of the text.
  package init(_ template: String, for query: CompiledQuery) {
    let (pattern, offset) = query.groups
    var pieces: [Piece] = []
    var literal: [UInt8] = []
    var needsGroups = false
    let bytes = Array(template.utf8)
    var at = 0
    func isName(_ byte: UInt8) -> Bool {
      (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte)
        || (0x61...0x7A).contains(byte) || byte == 0x5F
    }
    while at < bytes.count {
      guard bytes[at] == UInt8(ascii: "$"), at + 1 < bytes.count else {
        literal.append(bytes[at])
        at += 1
        continue
      }
      if bytes[at + 1] == UInt8(ascii: "$") {
        literal.append(bytes[at])
        at += 2
        continue
      }
      let isBraced = bytes[at + 1] == UInt8(ascii: "{")
      let start = at + (isBraced ? 2 : 1)
      var end = start
      while end < bytes.count, isName(bytes[end]) { end += 1 }
      let isClosed = !isBraced || end < bytes.count && bytes[end] == UInt8(ascii: "}")
      guard end > start, isClosed else {
        literal.append(bytes[at])
        at += 1
        continue
      }
      let name = String(decoding: bytes[start..<end], as: UTF8.self)
      at = isBraced ? end + 1 : end
      let number = Int(name) ?? pattern?.group(named: name).map { $0 - offset }
      guard let number, number == 0 || pattern != nil, number >= 0 else { continue }
      pieces.append(.text(literal))
      literal = []
      pieces.append(.group(number))
      if number > 0 { needsGroups = true }
    }
    pieces.append(.text(literal))
    self.pieces = pieces
    self.pattern = needsGroups ? pattern : nil
    self.offset = offset
  }

  /// A field, prepared for the replacement of all its hits.
  package struct Field: ~Copyable {
    fileprivate let text: Pattern.Text

    /// Prepares a field; `replacement` is that of its hits, if there is one.
    ///
    /// - Complexity: O(*n*) in the length of the field.
    package init(_ field: Span<UInt8>, for replacement: HitReplacement?) {
      text = replacement?.pattern?.prepared(field) ?? Pattern.Text()
    }
  }

  /// Appends what takes the place of a hit in a field.
  package func append(
    for hit: Range<Int>, in field: Span<UInt8>, _ prepared: borrowing Field,
    to bytes: inout GrowableBuffer<UInt8>
  ) {
    var groups: [Range<Int>?] = []
    if let pattern {
      // The hit alone does not say what stood around it.
      let start = max(0, hit.lowerBound - (offset > 0 ? 4 : 0))
      var from = start
      while from <= hit.lowerBound {
        guard let found = pattern.groups(pattern.groupCount, in: field, prepared.text, from: from)
        else {
          break
        }
        if found[offset]?.lowerBound == hit.lowerBound {
          groups = Array(found.dropFirst(offset))
          break
        }
        from += 1
      }
    }
    for piece in pieces {
      switch piece {
      case .text(let text): bytes.append(copying: text.span)
      case .group(0): bytes.append(copying: field.extracting(hit))
      case .group(let number):
        guard number < groups.count, let place = groups[number] else { continue }
        bytes.append(copying: field.extracting(place))
      }
    }
  }
}

/// A pattern that tells where its groups are.
protocol GroupPattern: Sendable {
  /// The number of groups, the match itself included.
  var groupCount: Int { get }

  /// The number of the group of that name; `nil` if there is none.
  func group(named name: String) -> Int?

  /// Prepares a text for several searches.
  func prepared(_ text: Span<UInt8>) -> Pattern.Text

  /// The first `count` groups of the first match that begins at `start` or later, the match itself first; a group that
  /// took no part is `nil`.
  func groups(
    _ count: Int, in text: Span<UInt8>, _ prepared: borrowing Pattern.Text, from start: Int
  ) -> [Range<Int>?]?
}

extension GroupPattern {
  func prepared(_ text: Span<UInt8>) -> Pattern.Text { Pattern.Text() }
}

extension Pattern: GroupPattern {}

extension CompiledQuery {
  /// The pattern of a regular expression, and how many groups come before the hit.
  fileprivate var groups: (pattern: (any GroupPattern)?, offset: Int) {
    switch lines {
    case let matcher as PCREMatcher: (matcher.pattern, 0)
    case let matcher as RegexMatcher: (matcher.pattern, 0)
    case let matcher as WordPatternMatcher: (matcher.base.pattern, 1)
    default: (nil, 0)
    }
  }
}
