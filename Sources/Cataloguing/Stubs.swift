public enum Catalog { public static let clientStateLimit = 250 }
