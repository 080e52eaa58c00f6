/// Groups of items, in parts with dots between them: `account.mailbox`.
public enum CatalogDomain {
  /// The most bytes that a domain has.
  public static let limit = 1_024

  /// Whether `inner` is `outer` or a part of it.
  ///
  /// `account.mailbox` is in `account`, `accounts` is not. The empty domain is that of the items without one, not the
  /// whole: nothing else is in it.
  ///
  /// - Complexity: O(*n*), where *n* is the length of `outer`.
  public static func contains(_ inner: String, in outer: String) -> Bool {
    guard inner.utf8.starts(with: outer.utf8) else { return false }
    let rest = inner.utf8.dropFirst(outer.utf8.count)
    return rest.isEmpty || !outer.isEmpty && rest.first == UInt8(ascii: ".")
  }

  /// - Throws: `longDomain`, `emptyDomainPart`.
  static func validate(_ domain: String) throws(ItemError) {
    if domain.isEmpty { return }
    if domain.utf8.count > limit { throw .longDomain(bytes: domain.utf8.count) }
    let parts = domain.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    if parts.contains(where: \.isEmpty) { throw .emptyDomainPart(domain) }
  }
}
