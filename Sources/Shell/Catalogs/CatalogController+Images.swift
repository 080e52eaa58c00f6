internal import Cataloguing
internal import Corpora
internal import Reporting
internal import Searching
internal import Synchronization
internal import System
internal import Terminal

/// Writes a new image of an open catalog, on this thread or on another thread.
///
/// An image is a file that stores the items of a catalog, so that the catalog opens faster.
final class ImageWriting {
  fileprivate let open: OpenCatalog
  fileprivate let image: NewCatalogImage
  private let memory: Searcher
  private let threads: Int

  /// The work of the other thread; nil if no other thread was started.
  private var work: BackgroundWork<Result<Bool, CatalogError>>?
  private let cancellation = CancellationFlag()

  fileprivate init(_ open: OpenCatalog, _ image: NewCatalogImage, _ memory: Searcher, threads: Int)
  {
    self.open = open
    self.image = image
    self.memory = memory
    self.threads = threads
  }

  /// Starts to write the image on another thread.
  fileprivate func start() {
    let (image, memory, threads, cancellation) = (image, memory, threads, cancellation)
    work = BackgroundWork {
      Self.write(image, memory, threads) { cancellation.isSet }
    }
  }

  /// Writes the image on this thread.
  ///
  /// If another thread was started, returns the result of that thread instead, or nil while that
  /// thread is writing.
  fileprivate func writeNow() -> Result<Bool, CatalogError>? {
    if work != nil { return result }
    return Self.write(image, memory, threads) { Signals.isCancelled }
  }

  /// The result of the other thread; nil while the thread is writing, or if it was not started.
  fileprivate var result: Result<Bool, CatalogError>? { work?.result }

  /// Cancels the work of the other thread, and waits at most 50 ms for the thread.
  fileprivate func cancel() {
    cancellation.set()
    if let work, work.result == nil { work.wait(milliseconds: 50) }
  }

  private static func write(
    _ image: NewCatalogImage, _ memory: Searcher, _ threads: Int,
    _ isCancelled: @escaping () -> Bool
  ) -> Result<Bool, CatalogError> {
    do throws(CatalogError) {
      return .success(
        try image.write(
          fold: { memory.foldedText($1, threads: threads, isCancelled: isCancelled) },
          isCancelled: isCancelled))
    } catch {
      return .failure(error)
    }
  }
}

/// A flag that tells another thread to stop.
private final class CancellationFlag: Sendable {
  private let value = Atomic(false)

  var isSet: Bool { value.load(ordering: .relaxed) }

  func set() { value.store(true, ordering: .relaxed) }
}

extension CatalogController {
  /// Writes a new image of a catalog if the catalog needs one.
  ///
  /// At a prompt, the image is written in the background. Otherwise, it is written when the session
  /// ends.
  func writeImage(of loaded: LoadedCorpus) {
    guard let catalog = loaded.catalog, let memory = loaded.memory, images[catalog.name] == nil,
      let image = catalog.open.neededImage()
    else { return }
    let threads = console.isInteractive ? max(1, Platform.coreCount - 1) : Platform.coreCount
    let writing = ImageWriting(catalog.open, image, memory, threads: threads)
    images[catalog.name] = writing
    if console.isInteractive { writing.start() }
  }

  /// Makes each catalog use the new image that another thread has finished for it.
  func adoptImages() {
    for (name, writing) in images {
      guard let result = writing.result else { continue }
      images[name] = nil
      finish(writing, result)
    }
  }

  /// Writes the remaining images at the end of a session; at a prompt, cancels the writing instead.
  func finishImages() {
    for (name, writing) in images {
      images[name] = nil
      if console.isInteractive, writing.result == nil { writing.cancel() }
      if let result = console.isInteractive ? writing.result : writing.writeNow() {
        finish(writing, result)
      }
    }
  }

  private func finish(_ writing: ImageWriting, _ result: Result<Bool, CatalogError>) {
    switch result {
    case .success(true): writing.open.adopt(writing.image)
    case .success(false): break
    case .failure(let error):
      console.warn(
        "\(writing.open.name) will open more slowly, because its image was not stored: "
          + error.message)
    }
  }
}
