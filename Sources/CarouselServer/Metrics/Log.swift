internal import Glibc
import DropboxAPI
import HTTPServer
import Synchronization

/// The server's log: one JSON object a line, written by a thread of its own
/// so that no request waits for whoever reads it. Lines that find 10,000
/// others waiting are dropped, and counted by the next that is written.
public final class Log: Sendable {
    /// How much a line matters.
    public enum Level: String, Sendable {
        case info, warning, error
    }

    /// A value of a field.
    public enum Value: Sendable {
        case text(String)
        case number(Int64)
        case decimal(Double)
    }

    private let lines = BlockingQueue<[UInt8]>(limit: 10_000)
    private let dropped = Atomic<Int>(0)
    private let isDrained = BlockingQueue<Void>()
    private let now: @Sendable () -> Timestamp

    /// - Parameter descriptor: where the lines go; standard error in the
    ///   program.
    public init(to descriptor: Int32, surroundings: Surroundings) throws(ServerError) {
        now = surroundings.now
        try ServerThread.start("log") { [lines, isDrained] in
            defer { isDrained.close() }
            while true {
                let batch = lines.take(upTo: 1000)
                guard !batch.isEmpty else { return }
                Self.write(batch.flatMap { $0 }, to: descriptor)
            }
        }
    }

    /// Writes a line. Returns at once.
    public func write(_ level: Level, _ event: String, _ fields: [(StaticString, Value)] = []) {
        let missed = dropped.exchange(0, ordering: .relaxed)
        if missed > 0 {
            put(.warning, "lines_dropped", [("count", .number(Int64(missed)))], standsFor: missed)
        }
        put(level, event, fields, standsFor: 1)
    }

    /// - Parameter count: lines that are missing when this one is.
    private func put(
        _ level: Level, _ event: String, _ fields: [(StaticString, Value)], standsFor count: Int
    ) {
        var writer = JSONWriter()
        writer.object { writer in
            writer.field("time", now())
            writer.field("level", level.rawValue)
            writer.field("event", event)
            for (name, value) in fields {
                switch value {
                case .text(let text): writer.field(name, text)
                case .number(let number): writer.field(name, number)
                case .decimal(let decimal): writer.field(name, decimal)
                }
            }
        }
        if !lines.put(writer.bytes + [UInt8(ascii: "\n")]) {
            dropped.add(count, ordering: .relaxed)
        }
    }

    /// Notes an error that is the server's own fault or its disk's.
    func note(_ error: ServerError, route: String) {
        switch error {
        case .refused, .badRequest: return
        case .tooMany: return
        case .busy, .diskFull:
            write(
                .warning, "call_failed", [("route", .text(route)), ("reason", .text("\(error)"))])
        case .damaged, .failed:
            write(.error, "call_failed", [("route", .text(route)), ("reason", .text("\(error)"))])
        }
    }

    /// Returns when all lines are written, or when nobody has read them for so
    /// long; later ones are dropped.
    public func close(withinMilliseconds bound: Int = 5000) {
        lines.close()
        _ = isDrained.takeOne(withinMilliseconds: bound)
    }

    /// Notes a request that was answered or given up.
    func note(_ record: RequestRecord) {
        let (seconds, attoseconds) = record.duration.components
        write(
            .info, "request",
            [
                ("method", .text(record.method?.rawValue ?? "")),
                ("path", .text(record.path ?? "")), ("status", .number(Int64(record.status ?? 0))),
                ("client", .text("\(record.client)")),
                ("milliseconds", .decimal(Double(seconds) * 1000 + Double(attoseconds) / 1e15)),
                ("received", .number(record.bodyBytesReceived)),
                ("sent", .number(record.bytesSent)),
            ])
    }

    private static func write(_ bytes: [UInt8], to descriptor: Int32) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if count > 0 {
                rest = rest.dropFirst(count)
            } else if count < 0, errno != EINTR {
                // Nobody can be told that the log is gone.
                return
            }
        }
    }
}
