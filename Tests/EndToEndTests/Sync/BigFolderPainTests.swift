import Foundation
import TestSupport
import Testing

/// Public reports against other photo libraries that took all memory for
/// folders of many files, rebuilt with real processes and shown not to happen
/// here. How memory grows with a hundred times as many is measured by
/// `carousel-bench sync`.
@Suite struct BigFolderPainTests {
    private static let (folders, each) = (119, 8)
    private static var files: Int { folders * each }
    /// Kilobytes.
    private static let mostMemory = 150 << 10

    private func filled() throws -> SyncDevice {
        let device = try SyncDevice("A")
        let picture = try GoodPhoto.jpeg()
        for folder in 0..<Self.folders {
            for number in 0..<Self.each {
                try device.folder.write(
                    picture + [UInt8(folder), UInt8(number)],
                    to: "photos/\(folder)/\(number).jpg")
            }
        }
        return device
    }

    /// Runs `carousel` to its end.
    /// - Returns: the most memory it ever had, in kilobytes.
    private func memory(of arguments: String..., on device: SyncDevice) throws -> Int {
        let report = device.folder.path + "/memory"
        let program = try #require(Program(installed: "python3"))
        let outcome = try program.run(
            [
                "-c", Self.measuring, report, Program("carousel").executable,
            ] + arguments + ["--library", device.library], environment: device.environment)
        #expect([0, 1].contains(outcome.status), "\(outcome.errors)")
        let text = try String(contentsOfFile: report, encoding: .utf8)
        return try #require(Int(text))
    }

    /// The largest of children that ended is the system's own figure.
    private static let measuring = """
        import resource, subprocess, sys
        status = subprocess.run(sys.argv[2:]).returncode
        with open(sys.argv[1], 'w') as file:
            file.write(str(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss))
        sys.exit(status)
        """

    @Test("ente/ente 11844: a long queue takes little memory, and no file is looked at twice")
    func ente11844() throws {
        let server = try SyncServer()
        let a = try filled()
        try a.run("scan", "--no-thumbnails", a.photos)
        try a.link(to: server)
        server.stop()
        let used = try memory(of: "sync", "--patience", "0", on: a)
        #expect(used < Self.mostMemory, "\(used) KB for a queue of \(Self.files)")
        #expect(try a.status()["to_upload"] as? Int == Self.files)
        let report = try #require(try a.run("scan", "--no-thumbnails", "--json", a.photos).last)
        let counts = try #require(
            JSONSerialization.jsonObject(with: Data(report.utf8)) as? [String: Any])
        #expect(counts["unchanged"] as? Int == Self.files)
        #expect(counts["photos"] as? Int == 0)
    }

    @Test("ente-io/photos-desktop 116: all files of many folders go up within little memory")
    func photosDesktop116() throws {
        let server = try SyncServer()
        let a = try filled()
        try a.run("scan", "--no-thumbnails", a.photos)
        try a.link(to: server)
        let used = try memory(of: "sync", on: a)
        #expect(used < Self.mostMemory, "\(used) KB for \(Self.files) uploads")
        #expect(try server.uploads() == Self.files)
        #expect(try a.status()["on_server"] as? Int == Self.files)
        #expect(try a.timeline().count == Self.files)
    }
}
