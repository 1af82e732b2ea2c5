import Foundation
import TestSupport
import Testing

/// A display of its own in memory, with hands: what a person at a screen can
/// see and do, done by programs.
final class VirtualDisplay {
    private let server: Process
    private let tool: Program
    private let picker: Program
    /// What a program needs in its environment to open a window here.
    let environment: [String: String]

    /// Whether the programs for it are installed.
    static var isThere: Bool {
        ["Xvfb", "xdotool", "import", "convert"].allSatisfy { Program(installed: $0) != nil }
    }

    /// Starts a display on a free number.
    init() throws {
        let xvfb = try #require(Program(installed: "Xvfb"))
        tool = try #require(Program(installed: "xdotool"))
        picker = try #require(Program(installed: "import"))
        let number = Pipe()
        server = try xvfb.start(
            ["-displayfd", "1", "-screen", "0", "1280x1000x24", "-nolisten", "tcp"],
            output: number)
        // The number comes when the display is ready.
        var line = Data()
        while line.last != UInt8(ascii: "\n") {
            let byte = number.fileHandleForReading.readData(ofLength: 1)
            try #require(!byte.isEmpty, "Xvfb ended at once")
            line += byte
        }
        let digits = String(decoding: line, as: UTF8.self).filter(\.isNumber)
        environment = [
            "DISPLAY": ":" + digits, "WAYLAND_DISPLAY": "", "GDK_BACKEND": "x11",
            "GSK_RENDERER": "cairo", "GSETTINGS_BACKEND": "memory", "LC_ALL": "C.UTF-8",
            "GTK_A11Y": "none",
        ]
    }

    deinit {
        server.terminate()
        server.waitUntilExit()
    }

    /// The window of that name, once it is there.
    func window(named name: String) async throws -> Window {
        var found: String?
        try await wait("a window named \(name)") {
            found = try self.run("search", "--onlyvisible", "--name", name).first
            return found != nil
        }
        return Window(id: try #require(found), display: self)
    }

    @discardableResult
    func run(_ arguments: String...) throws -> [String] {
        try tool.run(arguments, environment: environment).lines
    }

    /// Asks again until the answer is yes. Each question is a process of its
    /// own, which is pause enough.
    func wait(
        _ what: String, at place: SourceLocation = #_sourceLocation,
        until isTrue: () throws -> Bool
    ) async throws {
        let end = ContinuousClock.now + .seconds(240)
        while try !isTrue() {
            try #require(
                ContinuousClock.now < end, "waited for \(what) in vain", sourceLocation: place)
            await Task.yield()
        }
    }

    /// A window on the display.
    struct Window {
        let id: String
        let display: VirtualDisplay

        var title: String {
            get throws { try display.run("getwindowname", id).first ?? "" }
        }

        func waitForTitle(
            _ text: String, at place: SourceLocation = #_sourceLocation
        ) async throws {
            do {
                try await display.wait("the title “\(text)”", at: place) { try title == text }
            } catch {
                Issue.record("the title is “\(try title)”", sourceLocation: place)
                throw error
            }
        }

        func focus() throws { try display.run("windowfocus", "--sync", id) }

        func press(_ key: String) throws { try display.run("key", key) }

        func click(_ x: Int, _ y: Int, button: Int = 1) throws {
            try display.run(
                "mousemove", "--window", id, "\(x)", "\(y)", "click", "\(button)")
        }

        /// Red, green and blue of one pixel as it is on the screen.
        func pixel(_ x: Int, _ y: Int) throws -> [Int] {
            let picture = try display.picker.run(
                ["-window", id, "-crop", "1x1+\(x)+\(y)", "-depth", "8", "rgb:-"],
                environment: display.environment)
            try #require(picture.output.count == 3, "\(picture.errors)")
            return picture.output.map(Int.init)
        }
    }
}
