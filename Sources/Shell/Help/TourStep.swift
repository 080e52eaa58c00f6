/// A step of the tour: a text, and the line that runs after it.
struct TourStep: Sendable {
  let text: String
  let line: String

  static let all: [TourStep] = [
    TourStep(
      text: """
        A corpus is loaded: the names of Unicode characters, one record each. What
        you type is looked for as it is, anywhere in a field; case and accents do not
        matter. These records have it, the hits are highlighted.
        """, line: "double arrow"),
    TourStep(
      text: """
        Words that begin with a colon are commands; :help lists them. :prefix finds
        words by their beginnings, in any order: one that starts with gre, one with
        let, one with alp.
        """, line: ":prefix gre let alp"),
    TourStep(
      text: """
        :bool combines texts by AND, OR, NOT and parentheses; a phrase stands in
        quotes. Everything Greek that is no small letter:
        """, line: #":bool GREEK AND NOT "SMALL LETTER""#),
    TourStep(
      text: """
        :regex takes regular expressions (RE2: fast on any text). ^ and $ are the
        ends of a field. Names that begin in one way and end in another:
        """, line: ":regex ^(UP|DOWN)WARDS .*ARROW$"),
    TourStep(
      text: """
        A result can be searched further: :within looks at its records only. (A query
        that narrows the last one is fast by itself.) The white ones among those:
        """, line: ":within white"),
    TourStep(
      text: """
        Each row is a whole record: :show N shows it. :next and :prev go from hit to
        hit, :open N opens your editor at the line that the record comes from.
        """, line: ":show 1"),
    TourStep(
      text: """
        :explain says how a query is read, how it is run and what it has to look at.
        The line below each result says what it took, phase by phase; showing it is
        never counted as search.
        """, line: ":explain double arrow"),
    TourStep(
      text: """
        The last result can be taken away: :export hits.csv writes a file, and - is
        standard output. :pipe gives it to a program, :save NAME keeps the query.
        """, line: ":export - --format csv --limit 3"),
  ]

  /// The text after the last step.
  static let farewell = """
    That was the tour. :live searches as you type, :compare and :bench measure,
    :session keeps what you have set up; :help TOPIC says more of each.
    """
}
