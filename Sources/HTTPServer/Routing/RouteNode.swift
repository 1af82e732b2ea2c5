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

    /// What a decoded path has: targets by method, and what its
    /// placeholders stand for.
    func targets(_ segments: [String]) -> (targets: [HTTPMethod: Target], values: [String])? {
        var values: [String] = []
        return targets(segments[...], &values).map { ($0, values) }
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
