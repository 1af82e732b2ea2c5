/// A handler with what it needs.
struct Route: Sendable {
    var options: RouteOptions
    var handler: Handler
}
