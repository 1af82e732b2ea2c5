/// What the placeholders of a pattern matched, decoded.
public struct RouteParameters: Sendable, Equatable {
    var pairs: [(name: String, value: String)] = []

    /// - Precondition: the route's pattern has a placeholder of that name.
    public subscript(name: String) -> String {
        guard let pair = pairs.first(where: { $0.name == name }) else {
            preconditionFailure("the route has no placeholder {\(name)}")
        }
        return pair.value
    }

    public static func == (left: RouteParameters, right: RouteParameters) -> Bool {
        left.pairs.elementsEqual(right.pairs, by: ==)
    }
}
