package import JSON

extension BenchmarkRun {
  /// The run in its stored JSON format; the schema version is the first member.
  package func json() -> JSON {
    .object([
      .init("schema", .integer(Self.schema)),
      .init("id", .string(id)),
      .init("experiment", .string(experiment)),
      .init("name", JSON(name)),
      .init("time", .string(time)),
      .init("finished", .bool(isFinished)),
      .init("arguments", JSON(arguments)),
      .init("settings", JSON(settings)),
      .init("seed", JSON(seed)),
      .init("environment", environment.json()),
      .init("corpora", .array(corpora.map { $0.json() })),
      .init("notes", JSON(notes)),
      .init("references", .array(references.map { $0.json() })),
      .init("measurements", .array(measurements.map { $0.json() })),
    ])
  }

  /// Reads a stored run; unknown members are ignored.
  ///
  /// - Throws: `newerSchema`, or `malformed` with the path of the first member that is missing or
  ///   invalid.
  package init(_ json: JSON) throws(RunError) {
    let place = JSONPlace(json)
    let schema = try place.member("schema").integer(atLeast: 1)
    if schema > Self.schema { throw .newerSchema(found: schema, known: Self.schema) }
    self.init(
      id: try Self.id(place.member("id")),
      experiment: try place.member("experiment").string(),
      time: try place.member("time").string(),
      arguments: try place.member("arguments").strings(),
      settings: try place.member("settings").members { value throws(RunError) in
        try value.string()
      },
      seed: try place.member("seed").unsigned(),
      environment: try Environment(place.member("environment")))
    name = try place.optional("name")?.string()
    isFinished = try place.member("finished").bool()
    corpora = try place.member("corpora").elements { place throws(RunError) in
      try CorpusFacts(place)
    }
    notes = try place.member("notes").strings()
    if schema == 1 {
      let blocks = try place.member("reference").blocks()
      references = blocks.isEmpty ? [] : [ReferenceTime(group: 0, blocks: blocks)]
    } else {
      references = try place.member("references").elements { place throws(RunError) in
        try ReferenceTime(place)
      }
    }
    measurements = try place.member("measurements").elements { place throws(RunError) in
      try Measurement(place)
    }
  }

  private static func id(_ place: JSONPlace) throws(RunError) -> String {
    let id = try place.string()
    if !isValid(id: id) { throw .malformed(path: place.path, "is not a run id") }
    return id
  }
}

extension BenchmarkRun.ReferenceTime {
  func json() -> JSON {
    .object([
      .init("invocation", .integer(invocation)), .init("group", .integer(group)),
      .init("blocks", JSON(blocks)),
    ])
  }

  init(_ place: JSONPlace) throws(RunError) {
    self.init(
      invocation: try place.member("invocation").integer(atLeast: 0),
      group: try place.member("group").integer(atLeast: 0),
      blocks: try place.member("blocks").blocks())
  }
}

extension BenchmarkRun.CorpusFacts {
  func json() -> JSON {
    .object([
      .init("name", .string(name)), .init("records", .integer(records)),
      .init("bytes", .integer(bytes)), .init("sha256", JSON(sha256)),
    ])
  }

  init(_ place: JSONPlace) throws(RunError) {
    self.init(
      name: try place.member("name").string(),
      records: try place.member("records").integer(atLeast: 0),
      bytes: try place.member("bytes").integer(atLeast: 0),
      sha256: try place.optional("sha256")?.string())
  }
}

extension Environment {
  func json() -> JSON {
    .object([
      .init("processor", JSON(processor)), .init("cores", .integer(cores)),
      .init("quota", JSON(quota)), .init("load", JSON(load)),
      .init("memory_bytes", JSON(memoryBytes)), .init("kernel", .string(kernel)),
      .init("system", JSON(system)), .init("swift", .string(swift)),
      .init("optimization", .string(optimization)), .init("commit", JSON(commit)),
      .init("version", .string(version)),
    ])
  }

  init(_ place: JSONPlace) throws(RunError) {
    self.init(
      processor: try place.optional("processor")?.string(),
      cores: try place.member("cores").integer(atLeast: 1),
      quota: try place.optional("quota")?.number(),
      load: try place.optional("load")?.number(),
      memoryBytes: try place.optional("memory_bytes")?.integer(atLeast: 0),
      kernel: try place.member("kernel").string(),
      system: try place.optional("system")?.string(),
      swift: try place.member("swift").string(),
      optimization: try place.member("optimization").string(),
      commit: try place.optional("commit")?.string(),
      version: try place.member("version").string())
  }
}

extension Measurement {
  func json() -> JSON {
    .object([
      .init("labels", JSON(labels)), .init("counts", JSON(counts)),
      .init("status", .string(status.rawValue)), .init("note", JSON(note)),
      .init("batch", .integer(batch)), .init("instructions", JSON(instructions)),
      .init("cycles", JSON(cycles)), .init("peak_memory_bytes", JSON(peakMemoryBytes)),
      .init("group", JSON(group)),
      .init("invocations", .array(invocations.map(JSON.integer))),
      .init("blocks", JSON(blocks)),
    ])
  }

  init(_ place: JSONPlace) throws(RunError) {
    let status = try place.member("status")
    guard let known = Status(rawValue: try status.string()) else {
      throw status.wrong(Status.allCases.map(\.rawValue).joined(separator: ", "))
    }
    self.init(
      labels: try place.member("labels").members { value throws(RunError) in try value.string() },
      counts: try place.member("counts").members { value throws(RunError) in try value.integer() },
      status: known,
      note: try place.optional("note")?.string(),
      blocks: try place.member("blocks").blocks(),
      batch: try place.member("batch").integer(atLeast: 1))
    instructions = try place.optional("instructions")?.number()
    cycles = try place.optional("cycles")?.number()
    peakMemoryBytes = try place.optional("peak_memory_bytes")?.integer(atLeast: 0)
    group = try place.optional("group")?.integer(atLeast: 0)
    guard let numbers = try place.optional("invocations") else { return }
    invocations = try numbers.elements { place throws(RunError) in
      try place.integer(atLeast: 0)
    }
    let isComplete = invocations.isEmpty || invocations.count == blocks.count
    if !isComplete || invocations != invocations.sorted() {
      throw numbers.wrong("an ascending array of numbers, one for each block")
    }
  }
}
