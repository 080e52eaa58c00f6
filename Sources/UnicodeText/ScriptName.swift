internal import CKernels

/// The scripts of Unicode 15.0, such as Latin, Greek and Han.
package enum ScriptName {
  /// The number of a scalar's script; less than 256.
  package static func number(of scalar: UInt32) -> Int { Int(ck_script(scalar)) }

  /// The English name of a script, such as "Latin"; "Common" and "Inherited" are for characters
  /// that several scripts share.
  package static func name(_ number: Int) -> String {
    Kernels.scriptName(number)
  }
}
