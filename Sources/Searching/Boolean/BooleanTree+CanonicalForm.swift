extension BooleanTree {
  /// The tree as text: `(any)`, `"text"`, `(not X)`, `(and L R)`, `(or L R)`.
  ///
  /// In the standard grammar, a leaf may also be inside `(prefix "text")` and `(in "field" X)`.
  package var canonicalForm: String {
    guard !nodes.isEmpty else { return "" }
    enum Step {
      case node(Int32)
      case literal(StaticString)
    }
    var output = ""
    var pending: [Step] = [.node(Int32(nodes.count - 1))]
    while let step = pending.popLast() {
      switch step {
      case .literal(let text): output += text.description
      case .node(let index):
        switch nodes[Int(index)] {
        case .any: output += "(any)"
        case .leaf(let leaf): output += leaves[Int(leaf)].canonicalForm
        case .not(let child):
          output += "(not "
          pending.append(contentsOf: [.literal(")"), .node(child)])
        case .and(let left, let right):
          output += "(and "
          pending.append(contentsOf: [.literal(")"), .node(right), .literal(" "), .node(left)])
        case .or(let left, let right):
          output += "(or "
          pending.append(contentsOf: [.literal(")"), .node(right), .literal(" "), .node(left)])
        }
      }
    }
    return output
  }
}

extension BooleanTree.Leaf {
  package var canonicalForm: String {
    Self.canonicalForm(of: text, isPrefix: isPrefix, field: field)
  }

  /// Renders a leaf as quoted text, inside `(prefix ...)` if the leaf is a prefix, and inside
  /// `(in ...)` if the leaf has a field.
  static func canonicalForm(of text: String, isPrefix: Bool, field: String?) -> String {
    var form = quoted(text)
    if isPrefix { form = "(prefix \(form))" }
    if let field { form = "(in \(quoted(field)) \(form))" }
    return form
  }

  private static func quoted(_ text: String) -> String {
    var output = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\\": output += "\\\\"
      case "\"": output += "\\\""
      case "\n": output += "\\n"
      case "\r": output += "\\r"
      case "\t": output += "\\t"
      default: output.unicodeScalars.append(scalar)
      }
    }
    return output + "\""
  }
}
