import Testing

@testable import Cataloguing
