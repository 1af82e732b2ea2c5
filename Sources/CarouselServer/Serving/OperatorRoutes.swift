import DropboxAPI
import HTTPServer

/// What whoever runs the server looks at.
struct OperatorRoutes: Sendable {
    let store: FileStore
    let metrics: Metrics
    let log: Log
    let statistics: @Sendable () -> ServerStatistics

    /// Puts the routes on the router.
    func add(to router: inout Router) {
        router.get("/health") { [self] _ in
            guard !store.hub.isClosed else {
                return .text("shutting down\n", status: .serviceUnavailable)
            }
            do throws(ServerError) {
                _ = try store.readers.read { metadata throws(ServerError) in
                    try metadata.database.first("SELECT value FROM settings") { $0.int64(0) }
                }
                try store.blobs.space.admit(0)
                return .text("ok\n")
            } catch {
                // Paths and the like are for whoever reads the log.
                log.note(error, route: "health")
                return .text("not well; the log says why\n", status: .serviceUnavailable)
            }
        }
        router.get("/metrics") { [self] request in
            // Figures tell who uses what: for this machine alone, and not for
            // those whom a proxy on it lets through.
            guard request.peer.address.isLoopback, request.client.isLoopback,
                request.headers["X-Forwarded-For"] == nil, request.headers["Forwarded"] == nil
            else {
                return .text("not found\n", status: .notFound)
            }
            let text = metrics.text(statistics(), parked: store.hub.count + store.photoHub.count)
            return .bytes(
                Array(text.utf8), contentType: "text/plain; version=0.0.4; charset=utf-8")
        }
    }
}
