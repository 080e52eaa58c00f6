internal import CKernels

/// The properties of one scalar in Unicode 15.0.
package struct ScalarProperties: Hashable, Sendable {
  /// The kind of a scalar, for splitting words.
  package enum Kind: UInt8, Sendable {
    case other
    case upper
    case lower
    /// A letter without case.
    case letter
    case digit
    case mark

    /// Whether it is a letter, with or without case.
    package var isLetter: Bool { self == .upper || self == .lower || self == .letter }
  }

  private let bits: UInt16

  package init(of scalar: UInt32) { bits = ck_properties(scalar) }

  /// The canonical combining class; 0 for a starter.
  package var combiningClass: UInt8 { UInt8(truncatingIfNeeded: bits) }

  package var kind: Kind { Kind(rawValue: UInt8(bits >> 8 & 7)) ?? .other }

  /// The number of terminal cells it takes: 0, 1 or 2.
  package var width: Int { Int(bits >> 11 & 3) }

  /// Whether a variation selector can turn it into an emoji.
  package var isEmoji: Bool { bits & 1 << 13 != 0 }

  /// Whether it is a mark that is dropped if diacritics are ignored.
  package var isDroppedMark: Bool { bits & 1 << 15 != 0 }
}

/// Mappings of single scalars, from the tables of Unicode 15.0.
enum ScalarMapping {
  /// Calls `body` with each scalar of the full canonical decomposition, in order.
  static func decompose(_ scalar: UInt32, _ body: (UInt32) -> Void) {
    var room = (UInt32(0), UInt32(0), UInt32(0), UInt32(0))
    // SAFETY: the kernel writes at most the four scalars that a canonical decomposition can have.
    let count = unsafe withUnsafeMutablePointer(to: &room) { place in
      unsafe place.withMemoryRebound(to: UInt32.self, capacity: 4) {
        unsafe ck_decompose(scalar, $0)
      }
    }
    body(room.0)
    if count > 1 { body(room.1) }
    if count > 2 { body(room.2) }
    if count > 3 { body(room.3) }
  }

  /// Calls `body` with each scalar of the full case folding, in order.
  static func foldCase(_ scalar: UInt32, _ body: (UInt32) -> Void) {
    var room = (UInt32(0), UInt32(0), UInt32(0))
    // SAFETY: the kernel writes at most the three scalars that a case folding can have.
    let count = unsafe withUnsafeMutablePointer(to: &room) { place in
      unsafe place.withMemoryRebound(to: UInt32.self, capacity: 3) {
        unsafe ck_case_fold(scalar, $0)
      }
    }
    body(room.0)
    if count > 1 { body(room.1) }
    if count > 2 { body(room.2) }
  }

  /// The primary composite of two scalars; nil if there is none.
  static func composite(_ first: UInt32, _ second: UInt32) -> UInt32? {
    let whole = ck_compose(first, second)
    return whole == 0 ? nil : whole
  }
}
