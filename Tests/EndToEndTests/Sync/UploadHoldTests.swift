import Foundation
import TestSupport
import Testing

/// NetworkManager and UPower on a bus of a test's own, told what to say.
private final class FakeNetworkAndPower {
    private let process: Process
    private let input = Pipe()
    private let output = Pipe()

    static let script = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .appendingPathComponent("../../../scripts/fakes/network_and_power.py")
        .standardizedFileURL.path
    private static let python = Program(executable: "/usr/bin/python3")

    /// Whether Python speaks D-Bus.
    static let isThere: Bool =
        (try? python.run(["-c", "from gi.repository import Gio"]))?.status == 0

    init(on bus: PrivateBus) throws {
        process = try Self.python.start(
            [Self.script], environment: bus.environment, input: input, output: output)
        for name in ["org.freedesktop.NetworkManager", "org.freedesktop.UPower"] {
            let waiting = try Program(executable: "/usr/bin/gdbus").run(
                ["wait", "--session", "--timeout", "30", name], environment: bus.environment)
            try #require(waiting.status == 0, "\(name) does not appear")
        }
    }

    deinit {
        process.terminate()
        process.waitUntilExit()
    }

    /// Changes what one of them says; everybody has been told when it returns.
    func say(_ line: String) throws {
        try input.fileHandleForWriting.write(contentsOf: Data((line + "\n").utf8))
        var answer = Data()
        while answer.last != UInt8(ascii: "\n") {
            let piece = output.fileHandleForReading.availableData
            try #require(!piece.isEmpty, "the services ended")
            answer += piece
        }
        #expect(String(decoding: answer, as: UTF8.self) == line + "\n")
    }
}

/// The window's uploads on a network that is paid for by its use and on
/// battery, as the services of the system tell of them.
@Suite(
    .enabled(if: VirtualDisplay.isThere, "Xvfb, xdotool and ImageMagick are not installed"),
    .enabled(if: FakeNetworkAndPower.isThere, "python3-gi is not installed"))
struct UploadHoldTests {
    private func status(_ device: SyncDevice) throws -> (hold: String?, toUpload: Int?) {
        let status = try device.status()
        return (status["hold"] as? String, status["to_upload"] as? Int)
    }

    @Test func uploadsWaitForAnUnmeteredNetworkAndMainsPowerAndThenGoOn() async throws {
        let server = try SyncServer()
        let bus = try PrivateBus()
        let system = try FakeNetworkAndPower(on: bus)
        try system.say("metered yes")
        let device = try SyncDevice("A", environment: bus.environment)
        try device.fill(2, seed: 80)
        try device.scan()
        try device.link(to: server)
        let display = try VirtualDisplay()
        let before = try server.requests(to: "carousel/photos/list")
        let gallery = try Program("carousel-gallery").start(
            ["--library", device.library, device.photos],
            environment: display.environment.merging(device.environment) { $1 })
        defer {
            gallery.terminate()
            gallery.waitUntilExit()
        }
        // From then on it has the library, and answers the command line.
        try await display.wait("the window's first question") {
            try server.requests(to: "carousel/photos/list") > before
        }
        try await display.wait("the hold") { try status(device) == ("metered_network", 2) }
        // What the user does goes on, once the server is known.
        let content = try device.contents()[0]
        try device.run("hide", try device.luid(of: content))
        #expect(try server.uploads() == 0)

        try system.say("metered guess-no")
        try await display.wait("the uploads") { try status(device) == (nil, 0) }
        #expect(try server.uploads() == 2)

        try system.say("battery yes")
        try await display.wait("the hold on battery") { try status(device).hold == "battery" }
        try device.fill(1, seed: 81)
        try await display.wait("the new photo") { try status(device) == ("battery", 1) }
        try device.run("unhide", try device.luid(of: content, "--hidden"))
        try await display.wait("the act") { try device.run("operations", "--json").count == 1 }
        #expect(try server.uploads() == 2)
        // Of two reasons the one that costs money; either is enough.
        try system.say("metered guess-yes")
        try await display.wait("both") { try status(device).hold == "metered_network" }
        try system.say("metered no")
        try await display.wait("one again") { try status(device) == ("battery", 1) }
        #expect(try server.uploads() == 2)

        try system.say("battery no")
        try await display.wait("the last upload") { try status(device) == (nil, 0) }
        #expect(try server.uploads() == 3)
    }
}
