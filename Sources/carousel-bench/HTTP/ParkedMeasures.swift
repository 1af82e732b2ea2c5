import CommandLineKit
import Foundation
import Glibc

/// Requests that wait for something to happen.
enum ParkedMeasures {
    private static let poll = """
        GET /poll?cursor=0123456789abcdef HTTP/1.1\r
        Host: localhost\r
        Authorization: Bearer 0123456789abcdef0123456789abcdef\r
        User-Agent: carousel-bench\r
        Accept: application/json\r
        \r\n
        """

    static func figures(_ folder: String, count: Int) throws -> [(String, JSONText)] {
        try plain(folder, count: count) + encrypted(folder, count: count)
    }

    private static func plain(_ folder: String, count: Int) throws -> [(String, JSONText)] {
        let server = try ServerProcess(serving: folder)
        defer { server.stop() }
        let control = try PlainClient(port: server.port)
        let free = try LoadGenerator.run(port: server.port, path: "/small", seconds: 3)
        let before = try server.residentBytes()
        let request = Array(poll.utf8)
        let clients = try (0..<count).map { _ in
            let client = try PlainClient(port: server.port)
            try client.send(request)
            return client
        }
        try waitUntilParked(count, control)
        let parkedBytes = try server.residentBytes() - before
        let loaded = try LoadGenerator.run(port: server.port, path: "/small", seconds: 3)
        var (wakes, costs): ([Double], [Double]) = ([], [])
        for round in 0..<3 {
            if round > 0 {
                for client in clients { try client.send(request) }
                try waitUntilParked(count, control)
            }
            let spent = try ProcessorTime.milliseconds(of: [server.process])
            wakes.append(try wake(clients, control))
            costs.append(try ProcessorTime.milliseconds(of: [server.process]) - spent)
        }
        return [
            ("parked", .integer(count)), ("parked_bytes", .integer(parkedBytes / count)),
            ("wake_all_ms", .number(median(wakes))),
            ("wake_all_cpu_ms", .number(median(costs))),
            (
                "rate_while_parked",
                .number(loaded.requestsPerSecond / free.requestsPerSecond)
            ),
        ]
    }

    /// Milliseconds from the wake to the last answer.
    private static func wake(_ clients: [PlainClient], _ control: PlainClient) throws -> Double {
        let clock = ContinuousClock()
        let start = clock.now
        try control.send("POST /wake HTTP/1.1\r\nHost: localhost\r\n\r\n")
        return try withUnsafeTemporaryAllocation(byteCount: 4_096, alignment: 16) { buffer in
            for client in clients { _ = try client.answer(into: buffer) }
            let duration = (clock.now - start) / .milliseconds(1)
            _ = try control.answer(into: buffer)
            return duration
        }
    }

    private static func waitUntilParked(_ count: Int, _ control: PlainClient) throws {
        for _ in 0..<6_000 {
            if try control.ask("GET", "/parked") == "\(count)" { return }
            Glibc.poll(nil, 0, 10)
        }
        throw BenchmarkError("\(count) requests do not get parked")
    }

    /// The clients are Python's: a TLS of its own would tell little.
    private static func encrypted(_ folder: String, count: Int) throws -> [(String, JSONText)] {
        let server = try ServerProcess(serving: folder)
        defer { server.stop() }
        let control = try PlainClient(port: server.port)
        let script = """
            import socket, ssl, sys
            context = ssl.create_default_context(cafile=sys.argv[2])
            clients = []
            for n in range(int(sys.argv[3])):
                s = socket.create_connection(("127.0.0.1", int(sys.argv[1])))
                t = context.wrap_socket(s, server_hostname="localhost")
                t.sendall(sys.argv[4].encode())
                clients.append(t)
            sys.stdin.read()
            """
        let process = Process()
        let input = Pipe()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/python3")
        process.arguments = [
            "-c", script, "\(server.securePort)", folder + "/cert.pem", "\(count)", poll,
        ]
        process.standardInput = input
        let before = try server.residentBytes()
        do { try process.run() } catch { throw BenchmarkError("python3 is not installed") }
        defer {
            input.fileHandleForWriting.closeFile()
            process.waitUntilExit()
        }
        try waitUntilParked(count, control)
        let bytes = try server.residentBytes() - before
        return [("parked_tls_bytes", .integer(bytes / count))]
    }
}
