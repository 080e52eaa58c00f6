/// The system calls that the program uses, grouped by extensions in files such as `Files.swift`.
///
/// Functions that throw report a failed system call as a `SystemError`. Each call crosses a module
/// boundary, so call these functions once per file or buffer, but not once per record.
package enum Platform {}
