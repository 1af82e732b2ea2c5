/// A handler with what it needs.
struct Route: Sendable {
    let options: RouteOptions
    let handler: Handler
    /// What the handler throws when it is no route at all.
    let refusal: RequestFailure?

    init(options: RouteOptions, handler: @escaping Handler) {
        self.options = options
        self.handler = handler
        refusal = nil
    }

    /// The stand-in for a route that does not exist.
    init(refusing refusal: RequestFailure) {
        options = .standard
        handler = { _ in throw refusal }
        self.refusal = refusal
    }
}
