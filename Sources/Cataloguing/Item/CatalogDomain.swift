/// Functions for domains: hierarchical groups of items, such as `account.mailbox`, with dots
/// between the levels.
public enum CatalogDomain {
  /// The maximum length of a domain in bytes.
  public static let limit = 1_024

  /// Whether `inner` is `outer` or one of its subdomains.
  ///
  /// `account.mailbox` is in `account`; `accounts` is not in `account`. The empty domain contains
  /// the items without a domain, and no other domain.
  ///
  /// - Complexity: O(*n*), where *n* is the length of `outer`.
  public static func contains(_ inner: String, in outer: String) -> Bool {
    guard inner.utf8.starts(with: outer.utf8) else { return false }
    let rest = inner.utf8.dropFirst(outer.utf8.count)
    return rest.isEmpty || !outer.isEmpty && rest.first == UInt8(ascii: ".")
  }

  /// Checks that a domain is valid.
  ///
  /// - Throws: `longDomain`, `emptyDomainPart`.
  /// - Complexity: O(*n*), where *n* is the length of the domain.
  public static func validate(_ domain: String) throws(ItemError) {
    if domain.isEmpty { return }
    if domain.utf8.count > limit { throw .longDomain(bytes: domain.utf8.count) }
    let parts = domain.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    if parts.contains(where: \.isEmpty) { throw .emptyDomainPart(domain) }
  }
}
