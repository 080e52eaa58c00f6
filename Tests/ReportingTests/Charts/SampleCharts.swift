@testable import Reporting

/// Charts of the sample runs, created only once because summarizing their many samples is slow.
enum SampleCharts {
  /// All charts, first with logarithmic axes and then with linear axes.
  static let all: [Chart] = [false, true].flatMap { isLinear in
    [
      SampleRuns.paper(), SampleRuns.hostile(), SampleRuns.search(), SampleRuns.load(),
      SampleRuns.many(),
    ].compactMap { Chart($0, isLinear: isLinear) }
  }
}
