/// The system calls of the program, in one file for each kind: `Files.swift`, `Folders.swift`, `Clock.swift` and so on.
///
/// A failed call throws `SystemError`. A call crosses a module boundary, so make one for each file or buffer, never one
/// for each record.
package enum Platform {}
