import Benchmarking
import TestSupport
import Testing
import UnicodeText

@testable import Reporting

@Suite struct HTMLReportTests {
  private static let runs = [
    SampleRuns.paper(), SampleRuns.hostile(), SampleRuns.search(), SampleRuns.load(),
    SampleRuns.many(), SampleRuns.run("unique"),
  ]

  private func main(of page: String) throws -> XMLText.Element {
    let start = try #require(page.firstRange(of: "<main>"))
    let end = try #require(page.firstRange(of: "</main>"))
    return try XMLText.element(String(page[start.lowerBound..<end.upperBound]))
  }

  @Test func `a page is well-formed and contains every measurement`() throws {
    for run in Self.runs {
      let main = try main(of: HTMLReport.text(run))
      let table = main.all("table").first { $0.attributes["class"] == "sortable" }
      guard !run.measurements.isEmpty else {
        #expect(table == nil && main.all("svg").isEmpty)
        continue
      }
      let body = try #require(table?.all("tbody").first)
      #expect(body.children.count == run.measurements.count)
      let columns = table?.all("th").count
      #expect(body.children.allSatisfy { $0.children.count == columns })
      #expect(table?.all("button").count == columns)
      #expect(main.all("svg").count == 1)
    }
  }

  @Test func `the page loads no external resources`() {
    for run in Self.runs {
      let page = HTMLReport.text(run)
      #expect(page.contains("content=\"default-src 'none'; style-src 'unsafe-inline'; "))
      #expect(!page.contains("src=") && !page.contains("href=") && !page.contains("url("))
      #expect(!page.contains("@import") && !page.contains("https://"))
      #expect(page.ranges(of: "http://").count <= 1, "the name space of SVG")
    }
  }

  @Test func `names are escaped as text`() throws {
    for run in [SampleRuns.hostile(), SampleRuns.search()] {
      let page = HTMLReport.text(run)
      #expect(page.ranges(of: "<script").count == 1)
      #expect(page.contains("&lt;script&gt;alert(1)&lt;/script&gt;"))
      #expect(!page.unicodeScalars.contains { $0 != "\n" && ControlEscapes.isActive($0) })
    }
  }

  @Test func `the remarks of an HTML report explain each status and note`() throws {
    let page = HTMLReport.text(SampleRuns.hostile())
    let cells = try main(of: page).all("td").map(\.text)
    #expect(cells.contains("cut off at 64,000; one run would take about 12 s"))
    #expect(cells.contains("the order is lost"))
    #expect(page.contains("Interrupted: the run did not finish"))
    #expect(page.contains("Test CPU &lt;4 GHz&gt;, 2 cores, quota 1.5, 8.0 GB"))
    #expect(page.contains("<code>20261121-050000-k3f9q0</code>"))
  }

  @Test func `cells are sorted by their values`() throws {
    let main = try main(of: HTMLReport.text(SampleRuns.paper()))
    let table = try #require(main.all("table").first)
    let first = try #require(table.all("tbody").first?.children.first)
    let summary = Summary(blocks: SampleRuns.paper().measurements[0].blocks, seed: 7)
    let values = first.children.map { $0.attributes["data-value"].flatMap(Double.init) }
    #expect(values.prefix(3) == [10_000, nil, summary?.p50])
  }
}

/// Tests in a real browser, if one is installed.
@Suite(.enabled(if: Chromium.path != nil, "there is no chromium on the path"), .serialized)
struct HTMLInBrowserTests {
  @Test(arguments: [SampleRuns.hostile(), SampleRuns.search()])
  func `a browser shows the page without an error`(run: BenchmarkRun) throws {
    let shown = try Chromium.show(HTMLReport.text(run))
    #expect(shown.console.isEmpty)
    #expect(shown.document.contains("<svg"))
    #expect(shown.document.ranges(of: "<tr>").count > run.measurements.count)
    #expect(!shown.document.contains("<script>alert"))
  }

  @Test func `clicking a heading sorts by its column, and clicking it again reverses the order`()
    throws
  {
    let press =
      "<script>const seen = [];"
      + "for (let i = 0; i < 2; i++) {"
      + "document.querySelectorAll('table.sortable button')[2].click();"
      + "const rows = [...document.querySelectorAll('table.sortable tbody tr')];"
      + "seen.push(rows[0].cells[2].textContent, rows.at(-1).cells[2].textContent,"
      + "document.querySelector('[aria-sort]').getAttribute('aria-sort')); }"
      + "document.title = seen.join('|');</script></body>"
    let page = HTMLReport.text(SampleRuns.hostile())
    let shown = try Chromium.show(page.replacing("</body>", with: press))
    #expect(shown.console.isEmpty)
    // Rows without a time come last in both sort directions.
    let title = shown.document.firstRange(of: "<title>").map {
      shown.document[$0.upperBound...].prefix { $0 != "<" }
    }
    #expect(title == "40.00 µs|-|ascending|501.0 ms|-|descending")
  }

  @Test func `a browser's error is detected`() throws {
    let page = HTMLReport.text(SampleRuns.paper())
    let broken = page.replacing(
      "</body>",
      with: "<script>missing()</script><img src=\"http://127.0.0.1:9/x.png\" alt=\"\"></body>")
    let console = try Chromium.show(broken).console
    #expect(console.contains { $0.contains("missing is not defined") })
    #expect(console.contains { $0.contains("Content Security Policy") })
  }
}
