internal import CKernels

/// The scripts of Unicode 15.0, such as Latin, Greek and Han.
package enum ScriptName {
  /// The number of a scalar's script, from 0 to 255.
  package static func number(of scalar: UInt32) -> Int { Int(ck_script(scalar)) }

  /// The English name of the script with the given number, such as "Latin".
  ///
  /// The scripts "Common" and "Inherited" contain the characters that several scripts share.
  package static func name(_ number: Int) -> String {
    Kernels.scriptName(number)
  }
}
