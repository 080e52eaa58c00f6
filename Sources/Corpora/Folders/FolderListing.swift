internal import System

/// The files that loading a folder would read.
package struct FolderListing: Hashable, Sendable {
  /// The paths of the files; each begins with the folder's path as the caller gave it.
  package let files: [String]

  /// The number of skipped entries for each reason.
  ///
  /// Binary files are not counted here, because detecting them requires reading.
  package let skipped: SkippedFiles
}

extension CorpusLoader {
  /// The files that loading `path` would read, in order.
  ///
  /// This method does not open the files, so the list can contain binary files, which a load skips.
  ///
  /// If `path` is not a folder, the list contains only `path`. If the path of a file is not valid
  /// UTF-8, it cannot be returned as a string. Such a file is counted as unreadable.
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
    var nonUTF8Names = 0
    for file in tree.files {
      let text = file.text
      if text.utf8.elementsEqual(file.bytes) { files.append(text) } else { nonUTF8Names += 1 }
    }
    var skipped = tree.skipped
    skipped.unreadable += nonUTF8Names
    return FolderListing(files: files, skipped: skipped)
  }
}
