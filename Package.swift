// swift-tools-version: 6.2
// SPDX-License-Identifier: Apache-2.0
import PackageDescription

func collections(_ name: String) -> Target.Dependency {
  .product(name: name, package: "swift-collections")
}

let package = Package(
  name: "searchbench",
  products: [
    .executable(name: "searchbench", targets: ["searchbench"]),
    .executable(name: "searchbench-contenders", targets: ["searchbench-contenders"]),
    .library(name: "Searching", targets: ["Searching", "Corpora", "JSON", "UnicodeText"]),
    .library(name: "Uniquing", targets: ["Uniquing"]),
    .library(
      name: "Cataloguing", targets: ["Cataloguing", "SQLite", "Corpora", "JSON", "UnicodeText"]),
    .library(name: "CataloguingFoundation", targets: ["CataloguingFoundation"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-collections", from: "1.6.0"),
    .package(url: "https://github.com/apple/swift-algorithms", from: "1.2.1"),
  ],
  targets: [
    // C and C++ targets: each wraps one library or one set of calls in a plain C header.
    .target(name: "CKernels"),
    .target(
      name: "CZlib", linkerSettings: [.linkedLibrary("z"), .linkedLibrary("deflate")]),
    .target(
      name: "CRegex", dependencies: ["CKernels"], linkerSettings: [.linkedLibrary("re2")]),
    .target(name: "CPCRE2"),
    .target(name: "CCurl", dependencies: ["CZlib"]),
    .target(name: "CEdit", dependencies: ["CSystem"], linkerSettings: [.linkedLibrary("edit")]),
    .target(name: "CSystem"),
    .target(name: "CSQLite", linkerSettings: [.linkedLibrary("sqlite3")]),

    // System calls: files, folders, processes, threads, time, and the type of their errors.
    .target(name: "System", dependencies: ["CSystem"]),

    // Shared by several targets: civil time, durations, random numbers, URLs.
    .target(name: "Basics", dependencies: ["System"]),

    // The search engine; each target depends only on earlier ones.
    .target(name: "Threading", dependencies: ["System"]),
    .target(name: "UnicodeText", dependencies: ["CKernels", "CSystem"]),
    .target(name: "JSON", dependencies: ["UnicodeText", "CKernels"]),
    .target(
      name: "Corpora",
      dependencies: [
        "JSON", "UnicodeText", "CKernels", "CSystem", "CZlib", "Threading", "Basics", "System",
      ]),
    .target(
      name: "Indexing", dependencies: ["Corpora", "UnicodeText", "Threading", "System"]),
    .target(
      name: "Searching",
      dependencies: [
        "Indexing", "Corpora", "UnicodeText", "CKernels", "CRegex", "CPCRE2", "Threading", "Basics",
        "System",
      ]),

    // Collections of unique elements, and other implementations to compare them with.
    .target(name: "Uniquing"),
    .target(
      name: "UniquingContenders",
      dependencies: [
        "Uniquing", "Basics", collections("OrderedCollections"), collections("HashTreeCollections"),
        collections("BitCollections"), .product(name: "Algorithms", package: "swift-algorithms"),
      ]),

    // The protocol between searchbench and searchbench-contenders.
    .target(name: "ContenderFrames"),

    // Benchmarks: samples, statistics, experiments, stored runs.
    .target(
      name: "Benchmarking",
      dependencies: [
        "Searching", "Corpora", "JSON", "UnicodeText", "UniquingContenders", "CSystem", "Threading",
        "Basics", "System", "ContenderFrames",
      ]),

    // Databases: SQLite's connections and statements.
    .target(name: "SQLite", dependencies: ["CSQLite", "UnicodeText", "Basics"]),

    // Records as tables: column types, SQL queries and counts.
    .target(
      name: "Tables",
      dependencies: [
        "SQLite", "CSQLite", "Searching", "Corpora", "UnicodeText", "Threading", "Basics",
      ]),

    // Catalogs: items with ids, stored on disk.
    .target(
      name: "Cataloguing",
      dependencies: [
        "SQLite", "Indexing", "Corpora", "JSON", "UnicodeText", "Threading", "Basics", "System",
      ]),

    // Publishes corpora to tables of a ClickHouse server, and searches these tables.
    .target(
      name: "Attaching",
      dependencies: [
        "CCurl", "Searching", "Corpora", "JSON", "UnicodeText", "Threading", "Basics", "System",
      ]),

    .target(name: "CataloguingFoundation", dependencies: ["Cataloguing"]),

    // Published naive search implementations, which run in a separate process. Only these targets
    // import Foundation.
    .target(name: "Contenders", dependencies: ["ContenderFrames"]),
    .executableTarget(name: "searchbench-contenders", dependencies: ["Contenders", "System"]),

    // The program: output, terminal, prompt and subcommands.
    .target(
      name: "Reporting",
      dependencies: [
        "Benchmarking", "Searching", "Corpora", "JSON", "UnicodeText", "Basics", "System",
      ]),
    .target(name: "Terminal", dependencies: ["CEdit", "UnicodeText", "System"]),
    .target(
      name: "Shell",
      dependencies: [
        "Terminal", "Reporting", "Cataloguing", "Attaching", "Tables", "SQLite", "Benchmarking",
        "UniquingContenders", "Searching", "Indexing",
        "Corpora", "JSON", "UnicodeText", "Basics", "System",
      ]),
    .executableTarget(name: "searchbench", dependencies: ["Shell"]),

    // Tests.
    .target(
      name: "CTestSupport", path: "Tests/CTestSupport", linkerSettings: [.linkedLibrary("util")]),
    .executableTarget(
      name: "terminal-demo", dependencies: ["Terminal", "System"], path: "Tests/TerminalDemo"),
    .target(
      name: "TestSupport",
      dependencies: ["Searching", "Corpora", "UnicodeText", "Basics", "System", "CTestSupport"],
      path: "Tests/TestSupport"),
    .testTarget(name: "SystemTests", dependencies: ["System", "TestSupport"]),
    .testTarget(name: "BasicsTests", dependencies: ["Basics", "TestSupport"]),
    .testTarget(name: "ThreadingTests", dependencies: ["Threading"]),
    .testTarget(name: "UnicodeTextTests", dependencies: ["UnicodeText", "TestSupport"]),
    .testTarget(name: "JSONTests", dependencies: ["JSON", "TestSupport"]),
    .testTarget(
      name: "CorporaTests",
      dependencies: [
        "Corpora", "JSON", "UnicodeText", "Basics", "System", "Threading", "CKernels",
        "TestSupport",
      ]),
    .testTarget(
      name: "SearchingTests",
      dependencies: [
        "Searching", "Indexing", "Corpora", "JSON", "UnicodeText", "Threading", "Basics", "System",
        "TestSupport",
      ],
      exclude: ["Vectors"]),
    .testTarget(
      name: "AttachingTests",
      dependencies: [
        "Attaching", "Searching", "Corpora", "JSON", "UnicodeText", "Basics", "System",
        "TestSupport", "searchbench",
      ]),
    .testTarget(
      name: "CataloguingTests",
      dependencies: [
        "Cataloguing", "CataloguingFoundation", "SQLite", "Searching", "Corpora", "UnicodeText",
        "CSQLite",
        "Basics", "System", "TestSupport", "searchbench",
      ]),
    .testTarget(
      name: "TablesTests",
      dependencies: [
        "Tables", "SQLite", "Searching", "Corpora", "UnicodeText", "Basics", "TestSupport",
      ]),
    .testTarget(
      name: "UniquingTests", dependencies: ["Uniquing", "UniquingContenders", "Basics"]),
    .testTarget(
      name: "BenchmarkingTests",
      dependencies: [
        "Benchmarking", "UniquingContenders", "Searching", "Corpora", "JSON", "Basics", "System",
        "ContenderFrames", "TestSupport", "searchbench-contenders",
      ],
      exclude: ["Vectors"]),
    .testTarget(name: "ContendersTests", dependencies: ["Contenders", "ContenderFrames"]),
    .testTarget(
      name: "ReportingTests",
      dependencies: [
        "Reporting", "Benchmarking", "Searching", "Corpora", "JSON", "UnicodeText", "Threading",
        "System",
        "TestSupport",
      ]),
    .testTarget(
      name: "TerminalTests",
      dependencies: ["Terminal", "TestSupport", "UnicodeText", "System", "terminal-demo"]),
    .testTarget(
      name: "ShellTests",
      dependencies: [
        "Shell", "Terminal", "Reporting", "Cataloguing", "Tables", "SQLite", "Benchmarking",
        "Searching", "Corpora", "Indexing",
        "UnicodeText", "Basics", "System", "TestSupport", "searchbench", "searchbench-contenders",
      ]),
    .testTarget(
      name: "TranscriptTests",
      dependencies: ["Searching", "TestSupport", "searchbench", "searchbench-contenders"],
      exclude: ["Transcripts"]),

    // Examples that use the libraries. Like code in another package, they can use only public
    // declarations.
    .executableTarget(
      name: "find-in-files", dependencies: ["Searching", "Corpora", "UnicodeText"],
      path: "Tests/Examples/FindInFiles", packageAccess: false),
    .target(
      name: "IncrementalSearch", dependencies: ["Searching", "Corpora"],
      path: "Tests/Examples/IncrementalSearch", packageAccess: false),
    .target(
      name: "NoteCatalog", dependencies: ["Cataloguing", "Searching"],
      path: "Tests/Examples/NoteCatalog", packageAccess: false),

    // Checks that public symbols are documented; scripts/check runs it.
    .executableTarget(name: "check-api", path: "Tests/APICheck"),
    .testTarget(
      name: "ExampleTests",
      dependencies: [
        "IncrementalSearch", "NoteCatalog", "Cataloguing", "Searching", "Corpora", "TestSupport",
        "find-in-files",
      ]),
  ],
  cxxLanguageStandard: .cxx17
)

// Fuzzing (scripts/fuzz): built only on request, because it links a runtime library of the
// toolchain's clang.
if Context.environment["SEARCHBENCH_FUZZING"] == "1" {
  package.targets.append(
    .executableTarget(
      name: "searchbench-fuzz",
      dependencies: [
        "Shell", "Reporting", "Benchmarking", "Attaching", "Cataloguing", "SQLite", "Terminal",
        "ContenderFrames", "Contenders", "Searching", "Indexing", "Corpora", "JSON", "UnicodeText",
        "CKernels", "Basics", "System", "TestSupport", "CTestSupport",
      ],
      path: "Tests/Fuzzing", exclude: ["Seeds"]))
}

let cTargets = [
  "CKernels", "CZlib", "CRegex", "CEdit", "CSystem", "CSQLite", "CTestSupport",
]
for target in package.targets where !cTargets.contains(target.name) {
  target.swiftSettings = [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .strictMemorySafety(),
  ]
}
