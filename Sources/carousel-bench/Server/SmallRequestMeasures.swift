import CommandLineKit
import Foundation

/// A small call at 32 connections, against nginx with an answer of as many
/// bytes from a file.
enum SmallRequestMeasures {
    static func figures(in folder: String, rounds: Int) throws -> [(String, JSONText)] {
        let served = try ServedFolder(in: folder)
        try served.start()
        defer { served.stop() }
        let client = try served.client()
        _ = try client.upload("files/upload", #"{"path":"/IMG_0001.JPG"}"#, length: 3) {
            try $0.send("abc")
        }
        let argument = #"{"path":"/IMG_0001.JPG"}"#
        let answer = try client.rpc("files/get_metadata", argument)
        let files = folder + "/static"
        try FileManager.default.createDirectory(
            atPath: files, withIntermediateDirectories: true)
        try Data(answer).write(to: URL(fileURLWithPath: files + "/small"))
        let nginx = try NginxServer(serving: files)
        defer { nginx.stop() }
        let script = folder + "/rpc.lua"
        try Data(
            """
            wrk.method = "POST"
            wrk.body = '\(argument)'
            wrk.headers["Content-Type"] = "application/json"
            wrk.headers["Authorization"] = "Bearer \(served.token)"
            """.utf8
        ).write(to: URL(fileURLWithPath: script))
        var rows: [(ours: Load, theirs: Load)] = []
        for _ in 0..<rounds {
            let theirs = try Load(nginx.processes) {
                try LoadGenerator.run(port: nginx.port, path: "/small", seconds: 2)
            }
            let ours = try Load([served.process]) {
                try LoadGenerator.run(
                    port: served.port, path: "/2/files/get_metadata", script: script, seconds: 2)
            }
            rows.append((ours, theirs))
        }
        func middle(_ figure: ((ours: Load, theirs: Load)) -> Double) -> JSONText {
            .number(median(rows.map(figure)))
        }
        return [
            ("rpc_per_s", middle { $0.ours.rate }), ("nginx_per_s", middle { $0.theirs.rate }),
            ("rpc_vs_nginx", middle { $0.ours.rate / $0.theirs.rate }),
            ("rpc_cpu_us", middle { $0.ours.processorTime }),
            ("nginx_cpu_us", middle { $0.theirs.processorTime }),
            ("rpc_cpu_vs_nginx", middle { $0.theirs.processorTime / $0.ours.processorTime }),
            ("rpc_p99_ms", middle { $0.ours.p99 }),
            ("rpc_p99_vs_nginx", middle { $0.ours.p99 / $0.theirs.p99 }),
        ]
    }
}
