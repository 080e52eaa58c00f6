package import Corpora
internal import Indexing
internal import SQLite
internal import System
package import UnicodeText

/// The items of a catalog in a corpus file next to the database.
///
/// Opening the image is much faster than reading all rows. The image is a cache: the database
/// contains all items, and the image can be deleted at any time. The table `meta` contains the id
/// of the image, and the inode number and change time of its file. If the id, inode number or
/// change time differs, the image is not used: the database was restored from a backup, or the file
/// was copied or changed. Therefore, an image from another person or machine is never used, and the
/// text of an image is used without validating its UTF-8. The changes since the image was written
/// are read from the table `changes`.
struct CatalogImage {
  let snapshot: CatalogSnapshot
  let text: StoredText

  /// Opens the image of a catalog; nil if there is no image that can be used.
  ///
  /// - Complexity: O(*n*), where *n* is the number of bytes of text; about 10 GB/s with one thread.
  init?(_ store: CatalogStore, threads: Int) {
    guard let id = try? store.meta(Key.id), let inode = try? store.meta(Key.inode),
      let changed = try? store.meta(Key.changed)
    else { return nil }
    do throws(IndexFault) {
      let file = try CorpusFile(store.file.imagePath, threads: threads) { stamp in
        Int(truncatingIfNeeded: stamp.identity.inode) == inode && Int(stamp.changed) == changed
      }
      var notes = ByteReader(file.notes)
      guard Int(try notes.number() as Int64) == id, file.corpus.name == store.name else {
        return nil
      }
      snapshot = try CatalogSnapshot(file.corpus, &notes)
      text = StoredText(file)
    } catch {
      return nil
    }
  }

  /// The keys of the table `meta` that identify the image.
  enum Key {
    static let id = "image"
    static let inode = "image_inode"

    /// The change time of the file, in nanoseconds since 1970.
    static let changed = "image_changed"
  }
}

extension CatalogStore {
  /// Stores that the existing file at the image's path is the catalog's current image.
  ///
  /// `id` must be the id that the file contains.
  ///
  /// - Throws: `database`; `system` if there is no file.
  func adoptImage(_ id: Int) throws(CatalogError) {
    guard let stamp = Platform.status(of: file.imagePath)?.stamp else {
      throw .system(path: file.imagePath, reason: SystemError.last.message)
    }
    try database.transaction(mapping: failure) { () throws(CatalogError) in
      try setMeta(CatalogImage.Key.id, id)
      try setMeta(CatalogImage.Key.inode, Int(truncatingIfNeeded: stamp.identity.inode))
      try setMeta(CatalogImage.Key.changed, Int(stamp.changed))
    }
  }
}

/// The text and the folded text of a catalog's image.
package struct StoredText: Sendable {
  private let file: CorpusFile

  init(_ file: CorpusFile) { self.file = file }

  package var corpus: Corpus { file.corpus }
  package var folded: FoldedCorpus { file.folded }

  /// Whether text was lost because another process made the file shorter, or because its device
  /// failed.
  var isLost: Bool { file.hasLostText }
}

extension CatalogSnapshot {
  /// Creates a snapshot from a corpus and the data that `notes(_:)` encoded.
  fileprivate init(_ corpus: Corpus, _ notes: inout ByteReader) throws(IndexFault) {
    let generation = try notes.offset()
    let lastItem = try notes.offset()
    let latestExcludedExpiry = Int(try notes.number() as Int64)
    var items: [Int] = []
    items.reserveCapacity(corpus.count)
    for _ in 0..<(try notes.offset()) {
      let range = try notes.place()
      guard range.count <= corpus.count - items.count, range.lowerBound > items.last ?? -1 else {
        throw .damaged
      }
      items.append(contentsOf: range)
    }
    if items.count != corpus.count { throw .damaged }
    var expiries: [Expiry] = []
    for _ in 0..<(try notes.offset()) {
      let time = Int(try notes.number() as Int64)
      if let last = expiries.last, last.time > time { throw .damaged }
      expiries.append(Expiry(time: time, item: try notes.offset()))
    }
    self.init(
      corpus: corpus, items: items, expiries: expiries, latestExcludedExpiry: latestExcludedExpiry,
      generation: generation, lastItem: lastItem)
  }

  /// The id of the image, and the properties of the snapshot that its corpus does not contain.
  ///
  /// In order, with sizes in bytes: the id (8), the generation (8), the highest item number (8),
  /// the latest excluded expiry (8), the number of ranges of item numbers (8), the start (8) and
  /// length (8) of each range, the number of expiries (8), and the time (8) and item number (8) of
  /// each expiry.
  fileprivate func notes(_ id: Int) -> [UInt8] {
    var notes = GrowableBuffer<UInt8>()
    notes.append(number: Int64(id))
    notes.append(number: UInt64(generation))
    notes.append(number: UInt64(lastItem))
    notes.append(number: Int64(latestExcludedExpiry))
    var ranges: [Range<Int>] = []
    for item in items {
      if let last = ranges.last, last.upperBound == item {
        ranges[ranges.count - 1] = last.lowerBound..<item + 1
      } else {
        ranges.append(item..<item + 1)
      }
    }
    notes.append(number: UInt64(ranges.count))
    for range in ranges {
      notes.append(number: UInt64(range.lowerBound))
      notes.append(number: UInt64(range.count))
    }
    notes.append(number: UInt64(expiries.count))
    for expiry in expiries {
      notes.append(number: Int64(expiry.time))
      notes.append(number: UInt64(expiry.item))
    }
    return notes.array()
  }
}

/// A new image that must still be written, which any thread can do.
package struct NewCatalogImage: Sendable {
  let id: Int
  private let file: CatalogFile
  private let snapshot: CatalogSnapshot

  init(_ store: CatalogStore, _ snapshot: CatalogSnapshot) {
    id = Int.random(in: 1...Int.max)
    file = store.file
    self.snapshot = snapshot
  }

  /// Writes the file of the image; the image is used once `OpenCatalog.adopt` has stored its id.
  ///
  /// - Parameters:
  ///   - fold: returns the folded text of the corpus; nil if the caller canceled.
  ///   - isCancelled: called for each megabyte.
  /// - Returns: whether the image was written; false if the call was canceled.
  /// - Throws: `system`.
  package func write(
    fold: (Corpus, Folding) -> FoldedCorpus?, isCancelled: @escaping () -> Bool
  ) throws(CatalogError) -> Bool {
    file.removeUnfinishedImages()
    let folding = Folding(ignoresCase: true, ignoresDiacritics: true)
    guard let folded = fold(snapshot.corpus, folding) else { return false }
    do throws(SystemError) {
      return try CorpusFileWriter.write(
        snapshot.corpus, folded: folded, notes: snapshot.notes(id), to: file.imagePath,
        temporaryPath: file.unfinishedImagePath(id), isCancelled: isCancelled)
    } catch {
      throw .system(path: file.imagePath, reason: error.message)
    }
  }
}

extension CatalogFile {
  /// The path of the catalog's image.
  package var imagePath: String { "\(folder)/\(name)\(Self.imageSuffix)" }

  private static let imageSuffix = ".image"
  private static let unfinishedSuffix = ".new"

  /// The path of an image that is being written.
  fileprivate func unfinishedImagePath(_ id: Int) -> String {
    "\(imagePath)-\(id)\(Self.unfinishedSuffix)"
  }

  /// Removes the files of images that a killed process did not finish.
  ///
  /// If another process is writing an image now, that process fails to rename its file, and the
  /// catalog's previous image is kept.
  fileprivate func removeUnfinishedImages() {
    let start = name + Self.imageSuffix + "-"
    for file in (try? Platform.names(in: folder)) ?? []
    where file.text.hasPrefix(start) && file.text.hasSuffix(Self.unfinishedSuffix) {
      Platform.remove("\(folder)/\(file.text)")
    }
  }

  /// Removes the image and its unfinished files.
  ///
  /// - Throws: `system`.
  func removeImage() throws(CatalogError) {
    removeUnfinishedImages()
    do throws(SystemError) {
      try Platform.removeIfThere(imagePath)
    } catch {
      throw .system(path: imagePath, reason: error.message)
    }
  }
}
