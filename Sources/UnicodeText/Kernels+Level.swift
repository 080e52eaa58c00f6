internal import CKernels

extension Kernels {
  /// An instruction set that the kernels are written for.
  package enum Level: Int32, CaseIterable, Sendable {
    case scalar, sse2, neon, avx2, avx512
  }

  /// The level in use: the widest that the processor has, unless a test chose another.
  package static var level: Level { Level(rawValue: ck_level()) ?? .scalar }

  /// For tests: makes the kernels use `level`; false, and nothing changes, if the processor lacks
  /// it.
  package static func use(_ level: Level) -> Bool { ck_use_level(level.rawValue) != 0 }

  /// Whether the searches written in Swift are used.
  static var isPortable: Bool { ck_level() == Int32(ck_scalar) }
}
