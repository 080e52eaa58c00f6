import Benchmarking
import Testing
import UnicodeText

@testable import Reporting

@Suite struct SVGChartTests {
  private func picture(_ run: BenchmarkRun) throws -> XMLText.Element {
    try XMLText.element(SVGChart.text(try #require(Chart(run))))
  }

  @Test func `each SVG picture is well-formed and has an accessible title and description`() throws
  {
    for chart in SampleCharts.all {
      let picture = try XMLText.element(SVGChart.text(chart))
      #expect(picture.name == "svg")
      #expect(picture.attributes["role"] == "img")
      let named = try #require(picture.attributes["aria-labelledby"]).split(separator: " ")
      let ids = picture.children.compactMap { $0.attributes["id"] }
      #expect(named.map(String.init) == ids)
      #expect(picture.children[1].name == "desc")
      #expect(picture.children[1].text.hasPrefix("Median time"))
    }
  }

  @Test func `no element is outside the picture, and no external resource is loaded`() throws {
    for chart in SampleCharts.all {
      let text = SVGChart.text(chart)
      let picture = try XMLText.element(text)
      let width = try #require(picture.attributes["width"].flatMap(Double.init))
      let height = try #require(picture.attributes["height"].flatMap(Double.init))
      var places = 0
      for element in picture.all {
        for (name, limit) in [
          ("x", width), ("x2", width), ("cx", width), ("y", height),
          ("y2", height), ("cy", height),
        ] {
          guard let value = element.attributes[name] else { continue }
          let number = try #require(Double(value))
          #expect((0...limit).contains(number), "\(element)")
          places += 1
        }
        #expect(element.attributes["href"] == nil && element.name != "script")
        #expect(element.attributes.keys.allSatisfy { !$0.hasPrefix("on") })
      }
      #expect(places > 20)
      #expect(text.ranges(of: "http").count == 1, "the name space alone")
      #expect(!text.contains("url(") && !text.contains("@import"))
    }
  }

  @Test func `every point has a mark with a description`() throws {
    let picture = try picture(SampleRuns.paper())
    let titles = picture.all("title").map(\.text)
    #expect(titles.contains { $0.hasPrefix("set-then-array, n = 60,000: 2.4") })
    #expect(picture.all("polyline").count == 3)
    #expect(
      picture.all("polyline").allSatisfy {
        $0.attributes["points"]?.split(separator: " ").count == 6
      })
    let hostile = try self.picture(SampleRuns.hostile())
    #expect(hostile.all("title").contains { $0.text == "array-contains was cut off at 64,000" })
  }

  @Test func `each line has its own color, dashes and mark`() throws {
    let picture = try picture(SampleRuns.many())
    let styles = picture.all("polyline").compactMap { $0.attributes["class"] }
    #expect(styles.count == 11 && Set(styles).count == 11)
    let marks = picture.all("polygon").map {
      $0.attributes["points"]?.split(separator: " ").count ?? 0
    }
    #expect(Set(marks) == [3, 4, 6, 12])
  }

  @Test func `names are escaped as text`() throws {
    for run in [SampleRuns.hostile(), SampleRuns.search()] {
      let picture = try picture(run)
      #expect(picture.all("script").isEmpty)
      let texts = picture.all.map(\.text).joined()
      #expect(texts.contains("<script>alert(1)</script>"))
      #expect(!texts.unicodeScalars.contains { $0 != "\n" && ControlEscapes.isActive($0) })
    }
    #expect(Markup.escaped("a\u{0}\u{FFFF}<&>\"'") == "a^@\u{FFFD}&lt;&amp;&gt;&quot;&#39;")
  }
}
