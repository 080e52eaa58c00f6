/// The system calls that the program uses, grouped by extensions in files such as `Files.swift`.
///
/// A function that can throw throws `SystemError` if its system call fails. Each call crosses a
/// module boundary, so call these functions once per file or buffer, but not once per record.
package enum Platform {}
