/// The system calls of the program, in one file for each kind, such as `Files.swift`.
///
/// A failed call throws `SystemError`. Each call crosses a module boundary, so these functions
/// should be called once per file or buffer, never once per record.
package enum Platform {}
