/// Formats durations for people.
public enum DurationFormat {
  /// A duration in the unit that fits its size: 840 ns, 12.4 µs, 12.4 ms, 1.2 s, 2 min 5 s.
  public static func text(nanoseconds: Int) -> String {
    let value = Double(nanoseconds)
    if nanoseconds < 1000 { return "\(nanoseconds) ns" }
    if value < 999_500 { return measured(value / 1e3) + " µs" }
    if value < 999.5e6 { return measured(value / 1e6) + " ms" }
    if value < 59.95e9 { return measured(value / 1e9) + " s" }
    let seconds = Int((value / 1e9).rounded())
    if seconds < 3600 { return "\(seconds / 60) min \(seconds % 60) s" }
    let minutes = Int((value / 60e9).rounded())
    return "\(minutes / 60) h \(minutes % 60) min"
  }

  /// `value` with as many decimals as its size needs: 240, 12.4, 0.5, 0.02, <0.01.
  public static func measured(_ value: Double) -> String {
    if value >= 99.95 { return NumberFormat.fixed(value, decimals: 0) }
    if value >= 0.095 { return NumberFormat.fixed(value, decimals: 1) }
    if value >= 0.005 { return NumberFormat.fixed(value, decimals: 2) }
    return value > 0 ? "<0.01" : "0"
  }
}
