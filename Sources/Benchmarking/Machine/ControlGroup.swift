/// Reads the CPU quota of Linux control groups.
enum ControlGroup {
  /// The CPU quota of this process, in processors; nil if there is no limit.
  ///
  /// `membership` is the text of `/proc/self/cgroup`, and `read` returns the text of a file. The
  /// quota is the lowest limit among the group and its ancestors. Control groups of versions 1 and
  /// 2 are supported.
  static func quota(membership: String, read: (String) -> String?) -> Double? {
    var quotas: [Double] = []
    for line in membership.split(whereSeparator: \.isNewline) {
      let parts = line.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false)
      guard parts.count == 3 else { continue }
      let folders = folders(to: String(parts[2]))
      if parts[0] == "0" && parts[1].isEmpty {
        for root in ["/sys/fs/cgroup", "/sys/fs/cgroup/unified"] {
          quotas += folders.compactMap { read("\(root)\($0)/cpu.max").flatMap(quota(max:)) }
        }
      } else if parts[1].split(separator: ",").contains("cpu") {
        for root in ["/sys/fs/cgroup/\(parts[1])", "/sys/fs/cgroup/cpu"] {
          quotas += folders.compactMap { folder in
            guard let quota = read("\(root)\(folder)/cpu.cfs_quota_us"),
              let period = read("\(root)\(folder)/cpu.cfs_period_us")
            else { return nil }
            return self.quota(quota, of: period)
          }
        }
      }
    }
    return quotas.min()
  }

  /// The quota in `cpu.max`; `max 100000` means no limit, and `150000 100000` means 1.5 processors.
  static func quota(max text: String) -> Double? {
    let words = text.split(whereSeparator: \.isWhitespace)
    return words.count == 2 ? quota(String(words[0]), of: String(words[1])) : nil
  }

  /// The quota divided by the period; nil (no limit) if either value is not a positive number.
  private static func quota(_ quota: String, of period: String) -> Double? {
    guard let quota = number(quota), let period = number(period), quota > 0, period > 0 else {
      return nil
    }
    return Double(quota) / Double(period)
  }

  private static func number(_ text: String) -> Int? { Int(text.filter { !$0.isWhitespace }) }

  /// The paths of a group and its ancestors: `/a/b`, `/a`, and the root, which is empty.
  private static func folders(to path: String) -> [String] {
    let names = path.split(separator: "/")
    // A path with `..` is outside of this process's namespace, so only the root can be read.
    if names.contains("..") { return [""] }
    return (0...names.count).reversed().map { count in
      names[..<count].map { "/\($0)" }.joined()
    }
  }
}
