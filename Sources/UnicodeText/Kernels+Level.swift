internal import CKernels

extension Kernels {
  /// An instruction set that has its own kernels.
  package enum Level: Int32, CaseIterable, Sendable {
    case scalar, sse2, neon, avx2, avx512
  }

  /// The level in use.
  ///
  /// It is the level named by `SEARCHBENCH_KERNELS`, or else the widest that the processor
  /// supports, unless a test chose another.
  package static var level: Level { Level(rawValue: ck_level()) ?? .scalar }

  /// The level for a value of `SEARCHBENCH_KERNELS`.
  ///
  /// It is the named level if the processor supports it, and the widest supported level otherwise.
  static func level(asked name: String?) -> Level {
    // SAFETY: the callee reads the string during the call only; null is allowed.
    guard let name else { return Level(rawValue: ck_level_asked(nil)) ?? .scalar }
    return unsafe name.withCString { unsafe Level(rawValue: ck_level_asked($0)) ?? .scalar }
  }

  /// Makes the kernels use `level`; for tests.
  ///
  /// Returns false and changes nothing if the processor does not support it.
  package static func use(_ level: Level) -> Bool { ck_use_level(level.rawValue) != 0 }
}
