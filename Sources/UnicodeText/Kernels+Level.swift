internal import CKernels

extension Kernels {
  /// An instruction set that the kernels are written for.
  package enum Level: Int32, CaseIterable, Sendable {
    case scalar, sse2, neon, avx2, avx512
  }

  /// The level in use: the one that `SEARCHBENCH_KERNELS` names, else the widest that the processor
  /// has, unless a test chose another.
  package static var level: Level { Level(rawValue: ck_level()) ?? .scalar }

  /// What a name in `SEARCHBENCH_KERNELS` asks for: its level if the processor has it, else the
  /// widest.
  static func level(asked name: String?) -> Level {
    // SAFETY: the callee reads the string during the call only; null is allowed.
    guard let name else { return Level(rawValue: ck_level_asked(nil)) ?? .scalar }
    return unsafe name.withCString { unsafe Level(rawValue: ck_level_asked($0)) ?? .scalar }
  }

  /// For tests: makes the kernels use `level`; false, and nothing changes, if the processor lacks
  /// it.
  package static func use(_ level: Level) -> Bool { ck_use_level(level.rawValue) != 0 }
}
