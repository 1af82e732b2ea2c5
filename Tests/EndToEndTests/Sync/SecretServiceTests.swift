import Foundation
import TestSupport
import Testing

/// Where the token of a server is kept, with and without a Secret Service: a
/// real one, on a bus of its own.
@Suite struct SecretServiceTests {
    private static let name = "org.freedesktop.secrets"

    /// Starts the keyring of a bus.
    /// - Parameter password: unlocks it, and makes it where there is none; nil
    ///   leaves it locked.
    private func startKeyring(on bus: PrivateBus, password: String?) throws -> Process {
        try bus.start(
            "/usr/bin/gnome-keyring-daemon",
            ["--foreground", "--components=secrets"] + (password == nil ? [] : ["--unlock"]),
            named: Self.name, input: password.map { $0 + "\n" } ?? "",
            environment: ["XDG_DATA_HOME": bus.folder.path + "/data"])
    }

    private func stop(_ service: Process) {
        service.terminate()
        service.waitUntilExit()
    }

    /// A device with a photo and a server that does not have it yet.
    private func made(on bus: PrivateBus) throws -> (SyncServer, SyncDevice) {
        let server = try SyncServer()
        let device = try SyncDevice("A", environment: bus.environment)
        try device.fill(2, seed: 70)
        try device.scan()
        return (server, device)
    }

    private func hasTokenFile(_ device: SyncDevice) -> Bool {
        FileManager.default.fileExists(atPath: device.library + "/server-token")
    }

    /// Secrets that the service has, and says so.
    private func secrets(on bus: PrivateBus) throws -> Int {
        let outcome = try Program(executable: "/usr/bin/gdbus").run(
            [
                "call", "--session", "--dest", Self.name, "--object-path",
                "/org/freedesktop/secrets", "--method",
                "org.freedesktop.Secret.Service.SearchItems",
                "{'xdg:schema': 'org.carousel.Token'}",
            ], environment: bus.environment)
        #expect(outcome.status == 0, "\(outcome.errors)")
        return outcome.text.split(separator: "/org/freedesktop/secrets/collection/").count - 1
    }

    @Test func anUnlockedServiceKeepsTheTokenAndNoFileDoes() throws {
        let bus = try PrivateBus()
        var keyring = try startKeyring(on: bus, password: "")
        let (server, a) = try made(on: bus)
        try a.link(to: server)
        #expect(!hasTokenFile(a))
        #expect(try secrets(on: bus) == 1)
        try a.sync()
        #expect(try a.status()["on_server"] as? Int == 2)

        // While it is away nothing goes on, nothing is lost and nobody is
        // signed out.
        stop(keyring)
        try a.run("hide", try a.luid(of: try a.contents()[0]))
        let outcome = try a.run("sync", "--json", "--patience", "1", status: 1)
        #expect(outcome.last == nil)
        #expect(try a.run("operations").count == 1)
        keyring = try startKeyring(on: bus, password: "")
        try a.sync()
        #expect(try a.run("operations").isEmpty)

        try a.run("unlink")
        #expect(try secrets(on: bus) == 0)
        // And again, as another link.
        try a.link(to: server)
        #expect(!hasTokenFile(a))
        #expect(try secrets(on: bus) == 1)
        try a.sync()
    }

    @Test func aLockedServiceLeavesTheTokenInAFile() throws {
        let bus = try PrivateBus()
        stop(try startKeyring(on: bus, password: "a password"))
        _ = try startKeyring(on: bus, password: nil)
        try keepsInFile(on: bus)
    }

    @Test func withoutAServiceTheTokenIsInAFile() throws {
        try keepsInFile(on: PrivateBus())
    }

    /// It has the name, and none of the calls.
    @Test func aServiceThatFailsLeavesTheTokenInAFile() throws {
        let bus = try PrivateBus()
        let program = """
            from gi.repository import Gio, GLib
            Gio.bus_own_name(Gio.BusType.SESSION, "\(Self.name)", Gio.BusNameOwnerFlags.NONE,
                             None, None, None)
            GLib.MainLoop().run()
            """
        _ = try bus.start("/usr/bin/python3", ["-c", program], named: Self.name)
        try keepsInFile(on: bus)
    }

    private func keepsInFile(on bus: PrivateBus) throws {
        let (server, a) = try made(on: bus)
        let outcome = try a.linking(to: server)
        #expect(outcome.status == 0)
        #expect(outcome.errors.contains("Secret Service"), "the reason is said")
        let path = a.library + "/server-token"
        let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions]
        #expect(mode as? Int == 0o600)
        try a.sync()
        #expect(try a.status()["on_server"] as? Int == 2)
        // What is in the file goes on with a service there, too.
        try a.run("unlink")
        #expect(!hasTokenFile(a))
    }
}
