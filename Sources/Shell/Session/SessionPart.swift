/// A component of a session that a command can receive as its argument.
///
/// A command receives only the component that it uses.
protocol SessionPart: AnyObject {
  static func part(of session: Session) -> Self
}

extension Session: SessionPart {
  static func part(of session: Session) -> Session { session }
}

extension Console: SessionPart {
  static func part(of session: Session) -> Console { session.console }
}

extension Workspace: SessionPart {
  static func part(of session: Session) -> Workspace { session.workspace }
}

extension ResultPages: SessionPart {
  static func part(of session: Session) -> ResultPages { session.pages }
}

extension Searches: SessionPart {
  static func part(of session: Session) -> Searches { session.searches }
}

extension CatalogController: SessionPart {
  static func part(of session: Session) -> CatalogController { session.catalogs }
}

extension Measuring: SessionPart {
  static func part(of session: Session) -> Measuring { session.measuring }
}

extension SessionKeeper: SessionPart {
  static func part(of session: Session) -> SessionKeeper { session.keeper }
}

extension LiveController: SessionPart {
  static func part(of session: Session) -> LiveController { session.live }
}

extension TableQueries: SessionPart {
  static func part(of session: Session) -> TableQueries { session.tables }
}
