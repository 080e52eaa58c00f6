/// The system calls that the program uses; extensions in several files group them, such as
/// `Files.swift`.
///
/// If a system call fails, the function throws `SystemError`. Each call crosses a module boundary,
/// so call these functions once per file or buffer, but not once per record.
package enum Platform {}
