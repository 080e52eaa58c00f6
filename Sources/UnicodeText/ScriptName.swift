internal import CKernels

/// The scripts of Unicode 15.0: the alphabets that characters belong to.
public enum ScriptName {
  /// The number of the script of a scalar; less than 256.
  public static func number(of scalar: UInt32) -> Int { Int(ck_script(scalar)) }

  /// The English name of a script, such as "Latin"; "Common" and "Inherited" are shared by several.
  public static func name(_ number: Int) -> String {
    // SAFETY: the kernel returns a constant string that ends in a zero byte, for every number.
    unsafe String(cString: ck_script_name(UInt32(clamping: number)))
  }
}
