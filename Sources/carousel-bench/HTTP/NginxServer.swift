import Foundation

/// nginx with as many workers as our server has loops, on a port of its own.
final class NginxServer {
    let port: UInt16
    private let master: Process

    init(serving folder: String) throws {
        let prefix = folder + "/nginx"
        try FileManager.default.createDirectory(
            atPath: prefix + "/temporary", withIntermediateDirectories: true)
        port = try PlainClient.freePort()
        // Without it the workers of a root's nginx may not enter the folder.
        let user = geteuid() == 0 ? "user root;" : ""
        let temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"]
            .map { "\($0)_temp_path temporary/\($0);" }.joined(separator: " ")
        let configuration = """
            daemon off; worker_processes 2; pid nginx.pid; error_log error.log; \(user)
            events { worker_connections 1024; }
            http {
                access_log off; sendfile on; tcp_nopush on; keepalive_requests 100000000;
                open_file_cache max=100; \(temporary)
                default_type application/json;
                server { listen 127.0.0.1:\(port); root \(folder); }
            }
            """
        try Data(configuration.utf8).write(to: URL(fileURLWithPath: prefix + "/nginx.conf"))
        guard let program = Self.program else { throw BenchmarkError("nginx is not installed") }
        master = Process()
        master.executableURL = URL(fileURLWithPath: program)
        master.arguments = ["-p", prefix, "-c", "nginx.conf", "-e", prefix + "/error.log"]
        master.standardError = FileHandle.nullDevice
        try master.run()
        try PlainClient.waitFor(port)
    }

    /// Its workers.
    var processes: [Int32] {
        let main = master.processIdentifier
        // A master that has gone has no workers; the load on it fails too.
        let text = try? String(
            contentsOfFile: "/proc/\(main)/task/\(main)/children", encoding: .utf8)
        return (text ?? "").split(separator: " ").compactMap { Int32($0) }
    }

    func stop() {
        master.terminate()
        master.waitUntilExit()
    }

    private static var program: String? {
        ["/usr/sbin/nginx", "/usr/bin/nginx"].first(where: FileManager.default.isExecutableFile)
    }
}
