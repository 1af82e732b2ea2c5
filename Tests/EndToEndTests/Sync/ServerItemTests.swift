import Foundation
import TestSupport
import Testing

/// Photos of several files on a device that has not all of these files: one
/// tile, as where they were taken.
@Suite struct ServerItemTests {
    /// The files of one shot, the one that is to be shown first.
    struct Shot: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var names: [String]
        var role: String
        var files: @Sendable () throws -> [[UInt8]]
    }

    static let shots = [
        Shot(testDescription: "a Live Photo", names: ["IMG_1.JPG", "IMG_1.MOV"], role: "motion") {
            let plain = JPEGSegments.withoutMetadata(try GoodPhoto.jpeg())
            var note = MadeTIFF.taken("2019:06:09 12:57:32", offset: "+02:00")
            note.photo.append((0x927C, MadeTIFF.appleNote(identifier: "0A1B-X")))
            var film = MadeFilm(frame: plain, width: 320, height: 240)
            // Nothing but the identifier says that they are one.
            film.created = 1_400_000_000
            film.keys = [("com.apple.quicktime.content.identifier", "0A1B-X")]
            return [JPEGSegments.adding(note, to: plain), film.bytes]
        },
        Shot(testDescription: "raw and JPEG", names: ["DSC_1.JPG", "DSC_1.DNG"], role: "raw") {
            let plain = JPEGSegments.withoutMetadata(try GoodPhoto.jpeg())
            var shot = MadeTIFF.taken("2019:06:09 12:57:32")
            let developed = JPEGSegments.adding(shot, to: plain)
            shot.main += [
                (0xC612, .bytes([1, 4, 0, 0])), (0x0100, .short(64)), (0x0101, .short(48)),
            ]
            return [developed, shot.bytes]
        },
    ]

    /// A device that has some files of a shot.
    private func device(_ name: String, _ shot: Shot, _ indices: Int...) throws -> SyncDevice {
        let device = try SyncDevice(name)
        for index in indices { try add(index, of: shot, to: device) }
        return device
    }

    private func add(_ index: Int, of shot: Shot, to device: SyncDevice) throws {
        try device.folder.write(try shot.files()[index], to: "photos/" + shot.names[index])
    }

    private func scanAndSync(_ device: SyncDevice, _ server: SyncServer) throws {
        try device.scan()
        try device.link(to: server)
        try device.sync()
    }

    private func isOneTile(
        _ device: SyncDevice, _ shot: Shot, _ flags: String...,
        at location: SourceLocation = #_sourceLocation
    ) throws {
        let photos = try device.timeline(flags)
        try #require(photos.count == 1, sourceLocation: location)
        let parts = try #require(photos[0]["parts"] as? [[String: Any]])
        #expect(parts.map { $0["role"] as? String } == [shot.role], sourceLocation: location)
        #expect(photos[0]["kind"] as? String == "photo", sourceLocation: location)
    }

    @Test(arguments: shots)
    func theFilesOfOneShotAreOneTileWithoutTheFiles(_ shot: Shot) throws {
        let server = try SyncServer()
        let (a, b) = (try device("A", shot, 0, 1), try SyncDevice("B"))
        try scanAndSync(a, server)
        try scanAndSync(b, server)
        #expect(try b.status()["on_server"] as? Int == 2)
        try isOneTile(b, shot)
        let luid = try #require(try b.timeline()[0]["luid"] as? Int)
        // What is done with the tile is done with all of it.
        try b.run("favourite", "\(luid)")
        try b.run("hide", "\(luid)")
        try b.sync()
        try a.sync()
        #expect(try a.timeline().isEmpty)
        try isOneTile(a, shot, "--hidden")
        #expect(try a.timeline("--hidden")[0]["favourite"] as? Bool == true)
        try a.run("unhide", try a.luid(of: try a.contents("--hidden")[0], "--hidden"))
        try a.sync()
        try b.sync()
        #expect(try b.timeline("--hidden").isEmpty)
        try isOneTile(b, shot)
        // The files come, one after the other, the part first.
        for index in [1, 0] {
            try add(index, of: shot, to: b)
            try b.scan()
            try b.sync()
            try isOneTile(b, shot)
            #expect(try b.timeline()[0]["luid"] as? Int == luid)
        }
        #expect(try server.uploads() == 2)
        try b.run("delete", "\(luid)")
        try b.sync()
        #expect(try b.timeline().isEmpty)
        #expect(try b.status()["on_server"] as? Int == 0)
    }

    @Test(arguments: shots, [0, 1])
    func whatComesToTheServerLaterJoins(_ shot: Shot, first: Int) throws {
        let server = try SyncServer()
        let (a, b) = (try device("A", shot, first), try SyncDevice("B"))
        try scanAndSync(a, server)
        try scanAndSync(b, server)
        #expect(try b.timeline().count == 1)
        let luid = try b.timeline()[0]["luid"] as? Int
        try add(1 - first, of: shot, to: a)
        try a.scan()
        try a.sync()
        try b.sync()
        try isOneTile(b, shot)
        if first == 0 { #expect(try b.timeline()[0]["luid"] as? Int == luid) }
    }

    @Test(arguments: shots)
    func aPartWhoseShotIsDeletedByAnotherProgramIsAPhotoAgain(_ shot: Shot) throws {
        let server = try SyncServer()
        let (a, b) = (try device("A", shot, 0), try SyncDevice("B"))
        try scanAndSync(a, server)
        let photo = try a.contents()[0]
        try scanAndSync(b, server)
        try b.folder.write(try shot.files()[1], to: "photos/" + shot.names[1])
        try b.scan()
        try b.sync()
        try isOneTile(b, shot)
        // A does not know of the part when it deletes the photo.
        try a.run("delete", try a.luid(of: photo))
        try a.sync()
        try b.sync()
        #expect(try b.timeline().count == 1)
        #expect(try b.contents() != [photo])
        #expect(try b.timeline()[0]["parts"] as? [String] == [])
    }
}
