internal import CKernels

/// The properties of one scalar in Unicode 15.0.
package struct ScalarProperties: Hashable, Sendable {
  /// The class of a scalar for splitting words.
  package enum Kind: UInt8, Sendable {
    case other
    case upper
    case lower
    /// A letter without case.
    case letter
    case digit
    case mark

    /// Whether the kind is a letter, with or without case.
    package var isLetter: Bool { self == .upper || self == .lower || self == .letter }
  }

  private let bits: UInt16

  package init(of scalar: UInt32) { bits = ck_properties(scalar) }

  /// The canonical combining class; 0 for a starter.
  package var combiningClass: UInt8 { UInt8(truncatingIfNeeded: bits) }

  package var kind: Kind { Kind(rawValue: UInt8(bits >> 8 & 7)) ?? .other }

  /// The width of the scalar in terminal cells: 0, 1 or 2.
  package var width: Int { Int(bits >> 11 & 3) }

  /// Whether a variation selector can turn the scalar into an emoji.
  package var isEmoji: Bool { bits & 1 << 13 != 0 }

  /// Whether the scalar is a mark, which may combine with the preceding character.
  package var mayCombine: Bool {
    let mark = UInt16(Kind.mark.rawValue) << 8
    return bits & 0xFF != 0 || bits & 0x700 == mark || isDroppedMark
  }

  /// Whether the scalar is a mark that folding drops if diacritics are ignored.
  package var isDroppedMark: Bool { bits & 1 << 15 != 0 }
}

/// Mappings of single scalars, from the tables of Unicode 15.0.
enum ScalarMapping {
  /// Calls `body` with each scalar of the full canonical decomposition, in order.
  static func decompose(_ scalar: UInt32, _ body: (UInt32) -> Void) {
    each(ck_decompose(scalar), body)
  }

  /// Calls `body` with each scalar of the full case folding, in order.
  static func foldCase(_ scalar: UInt32, _ body: (UInt32) -> Void) {
    each(ck_case_fold(scalar), body)
  }

  private static func each(_ scalars: ck_scalars, _ body: (UInt32) -> Void) {
    body(scalars.values.0)
    if scalars.count > 1 { body(scalars.values.1) }
    if scalars.count > 2 { body(scalars.values.2) }
    if scalars.count > 3 { body(scalars.values.3) }
  }

  /// The primary composite of two scalars; nil if there is none.
  static func composite(_ first: UInt32, _ second: UInt32) -> UInt32? {
    let whole = ck_compose(first, second)
    return whole == 0 ? nil : whole
  }
}
