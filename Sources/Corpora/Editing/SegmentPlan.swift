import UnicodeText

/// Assigns the records of an edited corpus to segments, before any text is copied.
struct SegmentPlan {
  /// Consecutive records of one segment.
  struct Run {
    let segment: Segment
    var records: Range<Int>

    var bytes: Int { segment.bytes(of: records).count }
    var isWhole: Bool { records.count == segment.count }
  }

  /// A group of records that become one segment, or several segments if the group is too large for
  /// one.
  private struct Group {
    var runs: [Run]
    var bytes: Int

    /// Whether the edit changes the group or removes the segment before it.
    var isChanged: Bool
    var isAppended = false
  }

  private let old: [Segment]
  private let replacements: [Segment]
  private var groups: [Group] = []

  /// The indices of the old segment and the replacement segment that were used most recently.
  private var place = 0
  private var replacementPlace = 0

  /// The index of the old segment that the last group replaces; -1 if there is no group yet.
  private var home = -1

  init(_ old: [Segment], _ replacements: [Segment]) {
    self.old = old
    self.replacements = replacements
  }

  /// Adds unchanged records of the original corpus; the calls must be in the order of the records.
  mutating func keep(_ records: Range<Int>) {
    var start = records.lowerBound
    while start < records.upperBound {
      place = Self.segment(of: start, in: old, from: place)
      let segment = old[place]
      let end = min(segment.firstRecord + segment.count, records.upperBound)
      let run = Run(
        segment: segment, records: start - segment.firstRecord..<end - segment.firstRecord)
      add(run, isChanged: !run.isWhole)
      start = end
    }
  }

  /// Replaces the record at index `record` with the replacement at index `replacement`.
  mutating func replace(_ record: Int, by replacement: Int) {
    place = Self.segment(of: record, in: old, from: place)
    replacementPlace = Self.segment(of: replacement, in: replacements, from: replacementPlace)
    let segment = replacements[replacementPlace]
    let index = replacement - segment.firstRecord
    add(Run(segment: segment, records: index..<index + 1), isChanged: true)
  }

  mutating func append(_ segment: Segment) {
    let run = Run(segment: segment, records: 0..<segment.count)
    groups.append(Group(runs: [run], bytes: run.bytes, isChanged: false, isAppended: true))
  }

  private static func segment(of record: Int, in segments: [Segment], from place: Int) -> Int {
    var place = place
    while record >= segments[place].firstRecord + segments[place].count { place += 1 }
    return place
  }

  /// Adds a run to the group that replaces the old segment `place`, and creates the group if
  /// necessary.
  private mutating func add(_ run: Run, isChanged: Bool) {
    if home != place {
      // If a whole segment was removed, the segments before and after it can be merged.
      let isChanged = isChanged || place > home + 1
      groups.append(Group(runs: [run], bytes: run.bytes, isChanged: isChanged))
      home = place
      return
    }
    let group = groups.count - 1
    let last = groups[group].runs.count - 1
    groups[group].bytes += run.bytes
    groups[group].isChanged = true
    if groups[group].runs[last].segment === run.segment,
      groups[group].runs[last].records.upperBound == run.records.lowerBound
    {
      let start = groups[group].runs[last].records.lowerBound
      groups[group].runs[last].records = start..<run.records.upperBound
    } else {
      groups[group].runs.append(run)
    }
  }
}

// MARK: Sizes

extension SegmentPlan {
  /// The segments of the edited corpus; rebuilt segments have about `size` bytes.
  ///
  /// - Throws: `outOfMemory`.
  func segments(of size: Int) throws(CorpusError) -> [Segment] {
    let sizes = Sizes(size)
    var joined: [Group] = []
    for var group in groups {
      while let last = joined.last, sizes.join(last, group) {
        joined.removeLast()
        group = Group(
          runs: last.runs + group.runs, bytes: last.bytes + group.bytes, isChanged: true,
          isAppended: group.isAppended)
      }
      joined.append(group)
    }
    var segments: [Segment] = []
    var count = 0
    for group in joined {
      for runs in sizes.parts(of: group) {
        let segment = try Segment.made(of: runs, firstRecord: count)
        segments.append(segment)
        count += segment.count
      }
    }
    return segments
  }

  /// The size limits of segments.
  private struct Sizes {
    /// A changed group with more bytes than this limit is split.
    let maximum: Int

    /// A changed group is merged with a neighbor if both together have at most this many bytes.
    let minimum: Int
    let preferred: Int

    init(_ size: Int) {
      preferred = min(size, Segment.limit)
      maximum = min(size + size / 4, Segment.limit)
      minimum = size / 2
    }

    /// Whether to merge two neighboring groups.
    func join(_ a: Group, _ b: Group) -> Bool {
      let sum = a.bytes + b.bytes
      // An appended group is merged only with a group of at most twice its size, so that each byte
      // is copied only a few times.
      if b.isAppended { return sum <= maximum && a.bytes <= 2 * b.bytes }
      return (a.isChanged || b.isChanged) && sum <= minimum
    }

    /// The runs for each segment of a group; a group that is too large for one segment is split
    /// into segments of about equal size.
    func parts(of group: Group) -> [[Run]] {
      let isOld = group.runs.count == 1 && group.runs[0].isWhole
      if group.bytes <= maximum || isOld { return [group.runs] }
      let count = (group.bytes + preferred - 1) / preferred
      let target = (group.bytes + count - 1) / count
      var parts: [[Run]] = []
      var part: [Run] = []
      var size = 0
      for run in group.runs {
        var start = run.records.lowerBound
        while start < run.records.upperBound {
          var end = run.record(after: start, bytes: target - size)
          let isTooMuch = size + run.segment.bytes(of: start..<end).count > maximum
          if isTooMuch && (size > 0 || end - start > 1) { end -= 1 }
          if start < end {
            let taken = Run(segment: run.segment, records: start..<end)
            part.append(taken)
            size += taken.bytes
            start = end
          }
          if isTooMuch || size >= target {
            parts.append(part)
            part = []
            size = 0
          }
        }
      }
      if !part.isEmpty { parts.append(part) }
      return parts
    }
  }
}

extension SegmentPlan.Run {
  /// The end of the shortest range of records that starts at `start` and has at least `bytes`
  /// bytes.
  ///
  /// If the rest of the run is shorter, the result is the end of the run.
  fileprivate func record(after start: Int, bytes: Int) -> Int {
    let goal = Int(segment.starts[start]) + bytes
    let first = start + 1
    let more = partitionPoint(records.upperBound - first) {
      Int(segment.starts[first + $0]) >= goal
    }
    return min(first + more, records.upperBound)
  }
}
