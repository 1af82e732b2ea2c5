import DropboxAPI
import HTTPServer
import Synchronization

/// Figures of a running server, in the text form of Prometheus.
final class Metrics: Sendable {
    /// Upper ends of the histogram's steps, in milliseconds.
    private static let steps: [Int64] = [1, 5, 10, 50, 100, 500, 1000, 5000]

    private struct Route {
        var answers: [Int: Int64] = [:]
        var steps = [Int64](repeating: 0, count: Metrics.steps.count + 1)
        var nanoseconds: Int64 = 0
        var received: Int64 = 0
        var sent: Int64 = 0

        mutating func note(_ record: RequestRecord, step: Int, nanoseconds: Int64) {
            answers[record.status ?? 0, default: 0] += 1
            steps[step] += 1
            self.nanoseconds += nanoseconds
            received += record.bodyBytesReceived
            sent += record.bytesSent
        }
    }

    private let routes = Mutex<[String: Route]>([:])

    /// Routes told apart at most: paths that nobody serves count as one, so
    /// that strangers cannot fill the table.
    func note(_ record: RequestRecord, isKnown: (String) -> Bool) {
        let path = record.path ?? ""
        let name = isKnown(path) ? path : Self.visited(path)
        let nanoseconds = Self.nanoseconds(record.duration)
        let step =
            Self.steps.firstIndex { nanoseconds <= $0 * 1_000_000 } ?? Self.steps.count
        routes.withLock { routes in
            routes[name, default: Route()].note(record, step: step, nanoseconds: nanoseconds)
        }
    }

    /// Addresses of links are many: each kind counts as one.
    private static func visited(_ path: String) -> String {
        ["/s/", "/p/"].first(where: path.hasPrefix) ?? "other"
    }

    /// All figures, as Prometheus reads them.
    func text(_ statistics: ServerStatistics, parked: Int) -> String {
        var text = ""
        func gauge(_ name: String, _ help: String, _ value: Int) {
            text += "# HELP \(name) \(help)\n# TYPE \(name) gauge\n\(name) \(value)\n"
        }
        gauge("carousel_connections", "Connections that are open.", statistics.connections)
        gauge("carousel_active_requests", "Requests being answered.", statistics.activeRequests)
        gauge("carousel_parked_polls", "Long polls that wait for a change.", parked)
        func counter(_ name: String, _ help: String, _ value: Int) {
            text += "# HELP \(name) \(help)\n# TYPE \(name) counter\n\(name) \(value)\n"
        }
        counter(
            "carousel_connections_accepted_total", "Connections taken.",
            statistics.connectionsAccepted)
        counter(
            "carousel_connections_refused_total", "Connections turned away for a limit.",
            statistics.connectionsRefused)
        counter(
            "carousel_malformed_requests_total", "Requests that could not be read.",
            statistics.malformedRequests)
        counter(
            "carousel_timeouts_total", "Connections closed by a time limit.", statistics.timeouts)
        return text + routeText()
    }

    private func routeText() -> String {
        let rows = routes.withLock { $0 }.sorted { $0.key < $1.key }
        var text = "# HELP carousel_requests_total Answers by route and status.\n"
        text += "# TYPE carousel_requests_total counter\n"
        for (name, route) in rows {
            for (status, count) in route.answers.sorted(by: { $0.key < $1.key }) {
                text +=
                    "carousel_requests_total{route=\"\(name)\",status=\"\(status)\"} \(count)\n"
            }
        }
        text += "# HELP carousel_request_seconds How long answers took.\n"
        text += "# TYPE carousel_request_seconds histogram\n"
        for (name, route) in rows {
            var count: Int64 = 0
            for (index, step) in route.steps.enumerated() {
                count += step
                let end =
                    index < Self.steps.count ? "\(Double(Self.steps[index]) / 1000)" : "+Inf"
                text +=
                    "carousel_request_seconds_bucket{route=\"\(name)\",le=\"\(end)\"} \(count)\n"
            }
            let seconds = Double(route.nanoseconds) / 1e9
            text += "carousel_request_seconds_sum{route=\"\(name)\"} \(seconds)\n"
            text += "carousel_request_seconds_count{route=\"\(name)\"} \(count)\n"
        }
        text += "# HELP carousel_bytes_total Bytes of bodies by route.\n"
        text += "# TYPE carousel_bytes_total counter\n"
        for (name, route) in rows {
            for (way, bytes) in [("in", route.received), ("out", route.sent)] {
                text += "carousel_bytes_total{route=\"\(name)\",direction=\"\(way)\"} \(bytes)\n"
            }
        }
        return text
    }

    private static func nanoseconds(_ duration: Duration) -> Int64 {
        let (seconds, attoseconds) = duration.components
        return seconds * 1_000_000_000 + attoseconds / 1_000_000_000
    }
}
