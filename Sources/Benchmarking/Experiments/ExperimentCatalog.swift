/// The list of experiments.
package enum ExperimentCatalog {
  package static let all: [Experiment] = [unique, search, load, compare]

  package static func named(_ name: String) -> Experiment? { all.first { $0.name == name } }

  package static let unique = Experiment(
    name: "unique", summary: "Remove duplicate elements with several containers.",
    columns: ["contender", "element", "order", "duplicates", "n", "unique"],
    countColumns: ["duplicates", "n", "unique"], sizeColumn: "n",
    seriesColumns: ["contender", "element", "order", "duplicates"], hasThroughput: false,
    baseLabels: ["contender": "set-then-array"],
    sharedColumns: ["element", "order", "duplicates", "n"])

  package static let search = Experiment(
    name: "search", summary: "Search a corpus with every strategy, access path and contender.",
    columns: [
      "contender", "strategy", "path", "query", "corpus", "records", "bytes", "matches",
    ],
    countColumns: ["records", "bytes", "matches"], sizeColumn: "bytes",
    seriesColumns: ["contender", "strategy", "path", "query"], hasThroughput: true,
    baseLabels: ["contender": "searchbench", "path": "scan"],
    sharedColumns: ["strategy", "query", "corpus"])

  package static let compare = Experiment(
    name: "compare", summary: "Run one query through several implementations.",
    columns: search.columns, countColumns: search.countColumns, sizeColumn: search.sizeColumn,
    seriesColumns: search.seriesColumns, hasThroughput: true, baseLabels: search.baseLabels,
    sharedColumns: search.sharedColumns)

  package static let load = Experiment(
    name: "load", summary: "Load a corpus and build its indexes.",
    columns: ["corpus", "stage", "records", "bytes", "memory_bytes"],
    countColumns: ["records", "bytes", "memory_bytes"], sizeColumn: "bytes",
    seriesColumns: ["corpus", "stage"], hasThroughput: true, baseLabels: ["stage": "load"],
    sharedColumns: ["corpus"])
}
