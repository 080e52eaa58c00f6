internal import Corpora
package import UnicodeText

/// The text that replaces each hit in the output; the option `-r` sets it.
///
/// `$0` is the hit, `$1` and `${name}` are groups of the regular expression, and `$$` is a dollar
/// sign. A name extends as far as possible: `$1a` is the group `1a`. If a group did not participate
/// in the match, or if the pattern has no such group, its reference is removed.
package struct HitReplacement: Sendable {
  private enum Piece: Sendable {
    case text([UInt8])
    case group(Int)
  }

  private let pieces: [Piece]

  /// The pattern of the query; `nil` if the replacement uses no groups.
  private let pattern: (any GroupPattern)?

  /// The variant of `pattern` that finds only words directly after another character.
  ///
  /// The value is `nil` if hits need not be whole words.
  private let inside: (any GroupPattern)?

  /// The number of the group that is the hit: 1 for the first group, 0 for the whole match.
  private let offset: Int

  /// Parses a replacement.
  ///
  /// - Complexity: O(*n*) in the length of the text.
  package init(_ template: String, for query: CompiledQuery) {
    let (pattern, offset, inside) = query.groups
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
    self.inside = needsGroups ? inside : nil
    self.offset = offset
  }

  /// The literal texts before, between and after the references to the hit.
  ///
  /// The value is `nil` if the replacement uses groups of the pattern.
  package var textsAroundHit: [[UInt8]]? {
    if pattern != nil { return nil }
    var texts: [[UInt8]] = [[]]
    for piece in pieces {
      switch piece {
      case .text(let text): texts[texts.count - 1] += text
      case .group: texts.append([])
      }
    }
    return texts
  }

  /// The text of a field, prepared for the replacement of all hits in the field.
  package struct Field: ~Copyable {
    fileprivate let text: Pattern.Text

    /// Prepares a field for the replacement of its hits.
    ///
    /// `replacement` is `nil` if the hits are not replaced.
    ///
    /// - Complexity: O(*n*) in the length of the field.
    package init(_ field: Span<UInt8>, for replacement: HitReplacement?) {
      text = replacement?.pattern?.prepared(field) ?? Pattern.Text()
    }
  }

  /// Appends the replacement of a hit in a field.
  package func append(
    for hit: Range<Int>, in field: Span<UInt8>, _ prepared: borrowing Field,
    to bytes: inout GrowableBuffer<UInt8>
  ) {
    var groups: [Range<Int>?] = []
    if let pattern {
      // A whole-word pattern also matches the character before the hit, so begin the search up to
      // four bytes before the hit.
      let start = max(0, hit.lowerBound - (offset > 0 ? 4 : 0))
      var from = start
      while from <= hit.lowerBound {
        let found =
          if from == 0, hit.lowerBound > 0, let inside {
            inside.groups(inside.groupCount, in: field, inside.prepared(field), from: 0)
          } else {
            pattern.groups(pattern.groupCount, in: field, prepared.text, from: from)
          }
        guard let found else { break }
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

/// A pattern that can find the ranges of its groups in a text.
protocol GroupPattern: Sendable {
  /// The number of groups, including the match itself.
  var groupCount: Int { get }

  /// The number of the group with this name; `nil` if there is none.
  func group(named name: String) -> Int?

  /// Prepares a text for several searches.
  func prepared(_ text: Span<UInt8>) -> Pattern.Text

  /// The groups 0 to `count - 1` of the leftmost match that begins at or after `start`.
  ///
  /// Group 0 is the match itself. A group that did not participate in the match is `nil`.
  func groups(
    _ count: Int, in text: Span<UInt8>, _ prepared: borrowing Pattern.Text, from start: Int
  ) -> [Range<Int>?]?
}

extension GroupPattern {
  func prepared(_ text: Span<UInt8>) -> Pattern.Text { Pattern.Text() }
}

extension Pattern: GroupPattern {}

extension CompiledQuery {
  /// The pattern of the query, the number of the group that is the hit, and the variant `inside`.
  ///
  /// The pattern is `nil` if the query is not a regular expression. `inside` is `nil` if hits need
  /// not be whole words.
  fileprivate var groups: (pattern: (any GroupPattern)?, offset: Int, inside: (any GroupPattern)?) {
    switch lines {
    case let matcher as PCREMatcher: (matcher.pattern, 0, nil)
    case let matcher as RegexMatcher: (matcher.pattern, 0, nil)
    case let matcher as WordPatternMatcher: (matcher.base.pattern, 1, matcher.inside)
    default: (nil, 0, nil)
    }
  }
}
