public enum EncoderCatalog { static let names: [String] = [] }
