internal import System

/// The files of a folder that loading it would read.
package struct FolderListing: Hashable, Sendable {
  /// Their paths: the folder's as it was given, with what follows.
  package let files: [String]

  /// What was left out.
  ///
  /// Whether a file is binary shows only as it is read.
  package let skipped: SkippedFiles
}

extension CorpusLoader {
  /// The files that loading `path` would read, in its order, as far as that shows without opening them.
  ///
  /// A path that names no folder is the only one of its list. A file whose path is no UTF-8 has no
  /// name that could be given back, and counts as unreadable.
  ///
  /// - Throws: `notFound`, `unreadable`, `badGlob`, `cancelled`.
  package static func files(
    in path: String, options: LoadOptions = LoadOptions(),
    isCancelled: @escaping @Sendable () -> Bool = { false }
  ) throws(CorpusError) -> FolderListing {
    if try !FileFacts.of(path).isFolder {
      return FolderListing(files: [path], skipped: SkippedFiles())
    }
    let tree = try FolderTree(FilePath(path), options: options, isCancelled: isCancelled)
    var files: [String] = []
    var nameless = 0
    for file in tree.files {
      let text = file.text
      if text.utf8.elementsEqual(file.bytes) { files.append(text) } else { nameless += 1 }
    }
    var skipped = tree.skipped
    skipped.unreadable += nameless
    return FolderListing(files: files, skipped: skipped)
  }
}
