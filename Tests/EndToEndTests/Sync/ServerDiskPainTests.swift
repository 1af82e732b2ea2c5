import Foundation
import Glibc
import TestSupport
import Testing

/// Public reports against other photo libraries whose server ran out of room,
/// kept what nobody needs, or choked on slow readers, each rebuilt with real
/// processes and shown not to happen here.
@Suite struct ServerDiskPainTests {
    private static let megabyte = 1 << 20

    /// Makes a photo larger, by bytes that no viewer looks at.
    private func enlarge(_ device: SyncDevice, to size: Int) throws {
        let names = try device.files().keys.filter { $0.lowercased().hasSuffix(".jpg") }
        let name = try #require(names.min())
        let file = try FileHandle(
            forWritingTo: URL(fileURLWithPath: device.photos + "/" + name))
        try file.truncate(atOffset: UInt64(size))
        try file.close()
    }

    /// Ends a program that goes on until it is told to.
    private func end(_ process: Process) {
        process.interrupt()
        process.waitUntilExit()
    }

    private func wait(_ what: String, until isTrue: () throws -> Bool) throws {
        let end = ContinuousClock.now + .seconds(120)
        while try !isTrue() {
            try #require(ContinuousClock.now < end, "waited for \(what) in vain")
        }
    }

    /// A photo for which the server's disk has no room, and others.
    private func oneThatDoesNotFit(
        seed: Int, _ body: (SyncServer, SyncDevice) throws -> Void
    ) throws {
        let server = try SyncServer()
        let a = try SyncDevice("A")
        try a.fill(4, seed: seed)
        try enlarge(a, to: 6 * Self.megabyte)
        try a.scan()
        try a.link(to: server)
        // The disk takes no file of more than 4 MB.
        server.stop()
        try server.start(largestFile: 4 * Self.megabyte)
        try body(server, a)
    }

    @Test("immich-app/immich 20722: a file that always fails waits, and all others go up")
    func immich20722() throws {
        try oneThatDoesNotFit(seed: 82) { server, a in
            let syncing = try a.start("sync", "--watch")
            defer { end(syncing) }
            try wait("the others") { try server.uploads() == 3 }
            // What still waits is told, and the others are not sent again.
            try wait("the status") { try a.status()["to_upload"] as? Int == 1 }
            let tries = try server.requests(to: "files/upload")
            #expect(try a.run("operations").count == 1)
            #expect(try a.timeline().count { $0["where"] as? String == "both" } == 3)
            // It is tried again ever later, not without a pause.
            try a.scan()
            #expect(try server.requests(to: "files/upload") <= tries + 2)
        }
    }

    @Test("immich-app/immich 14438: what the server could not store it does not say it has")
    func immich14438() throws {
        try oneThatDoesNotFit(seed: 83) { server, a in
            let syncing = try a.start("sync", "--watch")
            try wait("the others") { try server.uploads() == 3 }
            try wait("the status") { try a.status()["to_upload"] as? Int == 1 }
            end(syncing)
            #expect(try a.status()["on_server"] as? Int == 3)
            #expect(try a.status()["to_upload"] as? Int == 1)
            #expect(try a.timeline().count == 4, "on this disk it is")
            server.stop()
            #expect(try server.check().isEmpty)
            // There is room again.
            try server.start()
            try a.sync()
            #expect(try a.status()["on_server"] as? Int == 4)
            let b = try SyncDevice("B")
            try b.run("scan", b.photos)
            try b.link(to: server)
            try b.sync()
            #expect(try b.contents() == a.contents())
            server.stop()
            #expect(try server.check().isEmpty)
        }
    }

    @Test("immich-app/immich 10298: uploads that were broken off leave nothing on the disk")
    func immich10298() throws {
        let server = try SyncServer(faults: "slow:100")
        let a = try SyncDevice("A")
        try a.fill(4, seed: 84)
        let size = 40 * Self.megabyte
        try enlarge(a, to: size)
        try a.scan()
        try a.link(to: server)
        for _ in 0..<3 {
            let syncing = try a.start("sync")
            let before = try server.requests(to: "files/upload_session/append_v2")
            while syncing.isRunning,
                try server.requests(to: "files/upload_session/append_v2") == before
            {}
            kill(syncing.processIdentifier, SIGKILL)
            syncing.waitUntilExit()
            #expect(try server.diskUse() < size * 3 / 2, "one upload, however often it begins")
        }
        // The server dies in the middle too.
        let syncing = try a.start("sync", "--watch")
        server.kill()
        try server.start()
        try wait("the end") { try a.status()["on_server"] as? Int == 4 }
        end(syncing)
        server.stop()
        #expect(try server.check().isEmpty)
        #expect(try server.diskUse() < size * 3 / 2)
        #expect(try server.usage()["open_sessions"] as? Int == 0)
    }

    @Test("immich-app/immich 29925: readers that do not read cost the server no memory")
    func immich29925() throws {
        let server = try SyncServer()
        let (a, b) = (try SyncDevice("A"), try SyncDevice("B"))
        let picture = try GoodPhoto.jpeg()
        for number in 0..<60 as Range<UInt8> {
            let name = String(repeating: "a long name ", count: 18) + "\(number).jpg"
            try a.folder.write(picture + [number], to: "photos/" + name)
        }
        try a.run("scan", "--no-thumbnails", a.photos)
        try a.link(to: server)
        try a.sync()
        let before = try server.memory()
        let token = try server.token()
        let body = Array(#"{"limit":10000}"#.utf8)
        let request =
            Array(
                """
                POST /2/carousel/photos/list HTTP/1.1\r\nHost: localhost\r\n\
                Authorization: Bearer \(token)\r\nContent-Type: application/json\r\n\
                Content-Length: \(body.count)\r\n\r\n
                """.utf8) + body
        // As many questions as the connections take, and not an answer read.
        var sockets: [Int32] = []
        defer { for socket in sockets { close(socket) } }
        let many = Array([[UInt8]](repeating: request, count: 300).joined())
        for _ in 0..<40 {
            let socket = try Loopback.connect(server.port)
            sockets.append(socket)
            _ = send(socket, many, many.count, Int32(MSG_NOSIGNAL | MSG_DONTWAIT))
        }
        // Others are served meanwhile, all of it.
        try b.run("scan", b.photos)
        try b.link(to: server)
        try b.sync()
        #expect(try b.contents().count == 60)
        let grown = try server.memory() - before
        // All the answers are 40 × 300 × 60 entries of more than 400 bytes.
        #expect(grown < 64 * Self.megabyte, "\(grown) bytes more")
    }
}
