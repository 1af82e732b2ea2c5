import CommandLineKit
import Foundation

/// Small requests at 32 connections, against nginx with a file of the same
/// bytes.
enum RateMeasures {
    static func figures(
        _ folder: String, _ nginx: NginxServer, rounds: Int
    ) throws -> [(String, JSONText)] {
        let server = try ServerProcess(serving: folder)
        defer { server.stop() }
        let script = folder + "/rpc.lua"
        let body = #"{"path":"/photos/2024/IMG_0001.JPG","include_deleted":false}"#
        let lua = """
            wrk.method = "POST"
            wrk.body = '\(body)'
            wrk.headers["Content-Type"] = "application/json"
            wrk.headers["Authorization"] = "Bearer 0123456789abcdef0123456789abcdef"
            """
        try Data(lua.utf8).write(to: URL(fileURLWithPath: script))
        var rows: [Row] = []
        for _ in 0..<rounds {
            rows.append(
                Row(
                    theirs: try Load(nginx.processes) {
                        try LoadGenerator.run(port: nginx.port, path: "/small", seconds: 2)
                    },
                    small: try Load([server.process]) {
                        try LoadGenerator.run(port: server.port, path: "/small", seconds: 2)
                    },
                    rpc: try Load([server.process]) {
                        try LoadGenerator.run(
                            port: server.port, path: "/rpc", script: script, seconds: 2)
                    }))
        }
        func middle(_ figure: (Row) -> Double) -> JSONText { .number(median(rows.map(figure))) }
        return [
            ("nginx_per_s", middle { $0.theirs.rate }), ("small_per_s", middle { $0.small.rate }),
            ("rpc_per_s", middle { $0.rpc.rate }),
            ("nginx_cpu_us", middle { $0.theirs.processorTime }),
            ("small_cpu_us", middle { $0.small.processorTime }),
            ("rpc_cpu_us", middle { $0.rpc.processorTime }),
            ("small_vs_nginx", middle { $0.small.rate / $0.theirs.rate }),
            ("rpc_vs_nginx", middle { $0.rpc.rate / $0.theirs.rate }),
            ("rpc_cpu_vs_nginx", middle { $0.rpc.processorTime / $0.theirs.processorTime }),
            ("small_p99_vs_nginx", middle { $0.small.p99 / $0.theirs.p99 }),
            ("rpc_p99_vs_nginx", middle { $0.rpc.p99 / $0.theirs.p99 }),
        ]
    }

    /// One after the other, so that what else the machine does meets all.
    private struct Row {
        var theirs: Load
        var small: Load
        var rpc: Load
    }
}
