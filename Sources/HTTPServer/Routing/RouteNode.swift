/// One part of the tree of all patterns.
struct RouteNode: Sendable {
    private var literals: [String: RouteNode] = [:]
    private var placeholder: [RouteNode] = []
    private var rest: [HTTPMethod: Target] = [:]
    private var here: [HTTPMethod: Target] = [:]

    /// A route with the names of the placeholders on the way to it.
    struct Target: Sendable {
        var route: Route
        var names: [String]
    }

    /// What a path leads to.
    enum Match: Sendable {
        case found(Route, RouteParameters)
        /// The path exists, with these methods.
        case otherMethods([HTTPMethod])
        case none
    }

    mutating func add(_ route: Route, _ method: HTTPMethod, _ pattern: RoutePattern) {
        add(Target(route: route, names: []), method, pattern.parts[...])
    }

    private mutating func add(
        _ target: Target, _ method: HTTPMethod, _ parts: ArraySlice<RoutePattern.Part>
    ) {
        var target = target
        switch parts.first {
        case nil:
            precondition(here.updateValue(target, forKey: method) == nil, "route added twice")
        case .literal(let text):
            literals[text, default: RouteNode()].add(target, method, parts.dropFirst())
        case .placeholder(let name):
            target.names.append(name)
            if placeholder.isEmpty { placeholder.append(RouteNode()) }
            placeholder[0].add(target, method, parts.dropFirst())
        case .rest(let name):
            target.names.append(name)
            precondition(rest.updateValue(target, forKey: method) == nil, "route added twice")
        }
    }

    /// The route for a decoded path.
    func match(_ method: HTTPMethod, _ segments: [String]) -> Match {
        var values: [String] = []
        guard let targets = targets(segments[...], &values) else { return .none }
        guard let target = targets[method] ?? (method == .head ? targets[.get] : nil) else {
            return .otherMethods(HTTPMethod.allCases.filter { targets[$0] != nil })
        }
        let pairs = zip(target.names, values).map { (name: $0, value: $1) }
        return .found(target.route, RouteParameters(pairs: pairs))
    }

    private func targets(
        _ segments: ArraySlice<String>, _ values: inout [String]
    ) -> [HTTPMethod: Target]? {
        guard let segment = segments.first else { return here.isEmpty ? nil : here }
        if let next = literals[segment],
            let found = next.targets(segments.dropFirst(), &values)
        {
            return found
        }
        if let next = placeholder.first, !segment.isEmpty {
            values.append(segment)
            if let found = next.targets(segments.dropFirst(), &values) { return found }
            values.removeLast()
        }
        guard !rest.isEmpty else { return nil }
        values.append(segments.joined(separator: "/"))
        return rest
    }
}
