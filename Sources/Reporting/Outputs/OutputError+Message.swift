internal import Searching

extension OutputError {
  /// A lower-case sentence that names the problem and the remedy.
  package var message: String {
    switch self {
    case .closed:
      "the reader closed the output"
    case .cancelled:
      "interrupted"
    case .failed(nil, let reason):
      "cannot write the output: \(Self.phrase(reason))"
    case .failed(let path?, let reason):
      "cannot write \(path): \(Self.phrase(reason))"
    case .exists(let path):
      "\(path) exists: replace it with --force, or name another file"
    case .isDirectory(let path):
      "\(path) is a folder: name a file inside the folder"
    case .unknownFormat(let name, let nearest?):
      "there is no format \(name): did you mean \(nearest)?"
    case .unknownFormat(let name, nil):
      "there is no format \(name): the formats are \(EncoderCatalog.names.joined(separator: " "))"
    case .unwrittenSuffix(let path, let suffix):
      "cannot write \(path): no format has the suffix .\(suffix); use "
        + "\(EncoderCatalog.suffixes), or choose the format with --format"
    case .unknownField(let name, let nearest?, _):
      "there is no field \(name): did you mean \(nearest)?"
    case .unknownField(let name, nil, let fields):
      "there is no field \(name): the fields are \(fields.joined(separator: ", "))"
    case .search(let error):
      error.message
    case .cannotAppend(let format):
      "the format \(format) does not support --append: use jsonl, or --force to replace the file"
    }
  }

  /// The system's error message for use within a sentence: with a lower-case first letter, unless
  /// it starts with an abbreviation.
  static func phrase(_ reason: String) -> String {
    let isAbbreviation = reason.dropFirst().first?.isUppercase ?? false
    return isAbbreviation ? reason : reason.prefix(1).lowercased() + reason.dropFirst()
  }
}

extension OutputError: CustomStringConvertible {
  package var description: String { message }
}
