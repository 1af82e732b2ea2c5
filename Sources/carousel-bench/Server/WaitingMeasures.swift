import CommandLineKit
import Foundation
import Glibc

/// Thousands of clients that wait for a change.
enum WaitingMeasures {
    static func figures(in folder: String, count: Int) throws -> [(String, JSONText)] {
        try plain(in: folder, count: count) + encrypted(in: folder, count: count)
    }

    private static func plain(in folder: String, count: Int) throws -> [(String, JSONText)] {
        let served = try ServedFolder(in: folder)
        try served.start()
        defer { served.stop() }
        let client = try served.client()
        let script = try rpcScript(in: folder, served)
        func load() throws -> Load {
            try Load([served.process]) {
                try LoadGenerator.run(
                    port: served.port, path: "/2/check/user", script: script, seconds: 2)
            }
        }
        _ = try load()
        var before = try load()
        let residentBefore = try served.memory.residentBytes()
        let polls = try (0..<count).map { _ in try PlainClient(port: served.port) }
        var bytes = 0
        var wakes: [Double] = []
        // Each round against what went before and after it: the machine does
        // not stay as fast as it was.
        var rates: [Double] = []
        var processorTimes: [Double] = []
        for round in 0..<3 {
            try park(polls, client)
            try waitUntilParked(count, served)
            if round == 0 { bytes = try served.memory.residentBytes() - residentBefore }
            let parked = try load()
            wakes.append(try wake(polls, client, round))
            let after = try load()
            rates.append(2 * parked.rate / (before.rate + after.rate))
            processorTimes.append(
                2 * parked.processorTime / (before.processorTime + after.processorTime))
            before = after
        }
        return [
            ("parked", .integer(count)), ("parked_bytes", .integer(bytes / count)),
            ("wake_all_ms", .number(median(wakes))),
            ("rate_while_parked", .number(median(rates))),
            ("cpu_while_parked", .number(median(processorTimes))),
        ]
    }

    private static func rpcScript(in folder: String, _ served: ServedFolder) throws -> String {
        let script = folder + "/check.lua"
        try Data(
            """
            wrk.method = "POST"
            wrk.body = '{"query":"hello"}'
            wrk.headers["Content-Type"] = "application/json"
            wrk.headers["Authorization"] = "Bearer \(served.token)"
            """.utf8
        ).write(to: URL(fileURLWithPath: script))
        return script
    }

    private static func request(_ client: WireClient) throws -> String {
        let latest = try client.rpc(
            "files/list_folder/get_latest_cursor", #"{"path":"","recursive":true}"#)
        guard let cursor = WireClient.field("cursor", of: latest) else {
            throw BenchmarkError("an answer without cursor")
        }
        let body = #"{"cursor":"\#(cursor)","timeout":480}"#
        return "POST /2/files/list_folder/longpoll HTTP/1.1\r\nHost: localhost\r\n"
            + "User-Agent: carousel-bench\r\nContent-Type: application/json\r\n"
            + "Content-Length: \(body.utf8.count)\r\n\r\n\(body)"
    }

    private static func park(_ polls: [PlainClient], _ client: WireClient) throws {
        let bytes = Array(try request(client).utf8)
        for poll in polls { try poll.send(bytes) }
    }

    /// Milliseconds from the call that changes something to the last answer.
    private static func wake(
        _ polls: [PlainClient], _ client: WireClient, _ round: Int
    ) throws -> Double {
        let start = ContinuousClock().now
        _ = try client.rpc("files/create_folder_v2", #"{"path":"/woken \#(round)"}"#)
        return try withUnsafeTemporaryAllocation(byteCount: 4_096, alignment: 16) { buffer in
            for poll in polls { _ = try poll.answer(into: buffer) }
            return (ContinuousClock().now - start) / .milliseconds(1)
        }
    }

    private static func waitUntilParked(_ count: Int, _ served: ServedFolder) throws {
        let control = try PlainClient(port: served.port)
        for _ in 0..<6_000 {
            let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 16)
            defer { buffer.deallocate() }
            try control.send("GET /metrics HTTP/1.1\r\nHost: localhost\r\n\r\n")
            let text = String(decoding: try control.answer(into: buffer).first, as: UTF8.self)
            if text.contains("carousel_parked_polls \(count)\n") { return }
            poll(nil, 0, 10)
        }
        throw BenchmarkError("\(count) polls do not get parked")
    }

    /// The clients are Python's: a TLS of its own would tell little.
    private static func encrypted(in folder: String, count: Int) throws -> [(String, JSONText)] {
        let served = try ServedFolder(in: folder)
        try served.start()
        let text = try request(try served.client())
        served.stop()
        try served.start(encrypted: true)
        defer { served.stop() }
        let script = """
            import socket, ssl, sys
            context = ssl.create_default_context(cafile=sys.argv[2])
            clients = []
            for n in range(int(sys.argv[3])):
                s = socket.create_connection(("127.0.0.1", int(sys.argv[1])))
                t = context.wrap_socket(s, server_hostname="localhost")
                t.sendall(sys.argv[4].encode())
                clients.append(t)
            clients[0].close()
            control = context.wrap_socket(
                socket.create_connection(("127.0.0.1", int(sys.argv[1]))),
                server_hostname="localhost")
            wanted = "carousel_parked_polls %d" % (int(sys.argv[3]) - 1)
            while True:
                control.sendall(b"GET /metrics HTTP/1.1\\r\\nHost: localhost\\r\\n\\r\\n")
                text = b""
                while b"\\r\\n\\r\\n" not in text: text += control.recv(65536)
                head, body = text.split(b"\\r\\n\\r\\n", 1)
                size = int([l for l in head.split(b"\\r\\n")
                            if l.lower().startswith(b"content-length")][0].split(b":")[1])
                while len(body) < size: body += control.recv(65536)
                if wanted in body.decode().split("\\n"): break
            print("parked", flush=True)
            sys.stdin.read()
            """
        let child = Process()
        let (input, output) = (Pipe(), Pipe())
        child.executableURL = URL(fileURLWithPath: "/usr/bin/python3")
        child.arguments = [
            "-c", script, "\(served.port)", served.data + "/tls/self-signed.pem", "\(count)", text,
        ]
        child.standardInput = input
        child.standardOutput = output
        let before = try served.memory.residentBytes()
        do { try child.run() } catch { throw BenchmarkError("python3 is not installed") }
        defer {
            input.fileHandleForWriting.closeFile()
            child.waitUntilExit()
        }
        guard !output.fileHandleForReading.availableData.isEmpty else {
            throw BenchmarkError("encrypted polls do not get parked")
        }
        let bytes = try served.memory.residentBytes() - before
        return [("parked_tls_bytes", .integer(bytes / count))]
    }
}
