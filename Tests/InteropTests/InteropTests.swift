import Foundation
import TestSupport
import Testing

/// Three clients that nobody here wrote take the server for the real service:
/// the official SDK, rclone and Maestral. Each check has a server of its own
/// and looks at its integrity at the end.
@Suite(.serialized, .enabled(if: InteropTools.areReady, "\(InteropTools.reason)"))
struct InteropTests {
    @Test func theOfficialSDKIsContent() throws {
        try check("sdk_check.py", python: "sdk")
    }

    @Test func rcloneIsContent() throws {
        try check("rclone_check.py", python: "sdk")
    }

    @Test func maestralIsContent() throws {
        try check("maestral_check.py", python: "maestral")
    }

    private func check(
        _ script: String, python: String, _ location: SourceLocation = #_sourceLocation
    ) throws {
        let folder = try TemporaryFolder()
        let outcome = try InteropTools.run(
            "\(InteropTools.folder)/\(python)/bin/python",
            [
                "\(InteropTools.scripts)/\(script)", Program("carousel-server").executable,
                folder.path + "/work",
            ])
        #expect(outcome.status == 0, "\(outcome.text)", sourceLocation: location)
    }
}

/// The environments of the checks, made by `make setup` below `.build`.
enum InteropTools {
    static let package = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().path
    static let scripts = package + "/scripts/interop"
    static let folder = package + "/.build/interop"

    private static let setup: (isReady: Bool, text: String) = {
        let outcome = try? run(scripts + "/setup", ["--check"])
        return (outcome?.status == 0, outcome?.text ?? "scripts/interop/setup does not start")
    }()

    static var areReady: Bool { setup.isReady }
    /// Why not, in the words of the script.
    static var reason: String { setup.text }

    static func run(
        _ executable: String, _ arguments: [String]
    ) throws -> (status: Int32, text: String) {
        let outcome = try Program(executable: executable).run(
            arguments, environment: ["PYTHONDONTWRITEBYTECODE": "1"])
        return (outcome.status, outcome.text + outcome.errors)
    }
}
