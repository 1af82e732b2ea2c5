import Foundation

/// A session bus of a test's own, on which nothing is but what the test
/// starts: it starts no services by itself.
public final class PrivateBus {
    public let folder: TemporaryFolder
    /// What programs need to find it, and no other.
    public let environment: [String: String]
    private let daemon: Process
    private var services: [Process] = []

    public struct DidNotStart: Error {}

    public init() throws {
        folder = try TemporaryFolder("bus")
        try folder.write(
            Array(
                """
                <busconfig>
                  <type>session</type>
                  <listen>unix:path=\(folder.path)/socket</listen>
                  <auth>EXTERNAL</auth>
                  <policy context="default">
                    <allow send_destination="*"/>
                    <allow receive_sender="*"/>
                    <allow own="*"/>
                  </policy>
                </busconfig>
                """.utf8), to: "bus.conf")
        for name in ["home", "run", "data"] {
            try FileManager.default.createDirectory(
                atPath: folder.path + "/" + name, withIntermediateDirectories: false,
                attributes: [.posixPermissions: 0o700])
        }
        let address = "unix:path=\(folder.path)/socket"
        environment = [
            "DBUS_SESSION_BUS_ADDRESS": address, "DBUS_SYSTEM_BUS_ADDRESS": address,
            "HOME": folder.path + "/home", "XDG_RUNTIME_DIR": folder.path + "/run",
        ]
        let output = Pipe()
        daemon = try Program(executable: "/usr/bin/dbus-daemon").start(
            ["--nofork", "--print-address", "--config-file", folder.path + "/bus.conf"],
            output: output)
        // It says so once it listens.
        guard !output.fileHandleForReading.availableData.isEmpty else { throw DidNotStart() }
    }

    deinit { stop() }

    /// Starts a program that offers a name, and waits until it has it.
    public func start(
        _ executable: String, _ arguments: [String], named name: String, input: String = "",
        environment more: [String: String] = [:]
    ) throws -> Process {
        let lines = Pipe()
        try lines.fileHandleForWriting.write(contentsOf: Data(input.utf8))
        try lines.fileHandleForWriting.close()
        let service = try Program(executable: executable).start(
            arguments, environment: environment.merging(more) { $1 }, input: lines)
        services.append(service)
        let waiting = try Program(executable: "/usr/bin/gdbus").run(
            ["wait", "--session", "--timeout", "30", name], environment: environment)
        guard waiting.status == 0 else { throw DidNotStart() }
        return service
    }

    /// Ends all that was started.
    public func stop() {
        for process in services + [daemon] where process.isRunning {
            process.terminate()
            process.waitUntilExit()
        }
        services = []
    }
}
