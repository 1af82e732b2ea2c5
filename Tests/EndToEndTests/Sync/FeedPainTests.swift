import Foundation
import TestSupport
import Testing

/// Public reports against other photo libraries about feeds that began anew,
/// lost rows or stood still, and about programs that got in each other's way,
/// each rebuilt with real processes and shown not to happen here.
@Suite struct FeedPainTests {
    @Test("immich-app/immich 24930: files that are not hashed yet are no second tiles")
    func immich24930() throws {
        let server = try SyncServer()
        let (a, b) = (try SyncDevice("A"), try SyncDevice("B"))
        for device in [a, b] { try device.fill(4, seed: 50) }
        try a.scan()
        try a.link(to: server)
        try a.sync()
        // A new device, which knows of all that the server has first.
        try b.folder.write([], to: "empty/.keep")
        try b.run("scan", b.folder.path + "/empty")
        try b.link(to: server)
        try b.sync()
        let luids = Set(try b.timeline().compactMap { $0["luid"] as? Int })
        #expect(luids.count == 4)
        try b.scan()
        #expect(Set(try b.timeline().compactMap { $0["luid"] as? Int }) == luids)
        try b.sync()
        #expect(try b.contents().sorted() == a.contents().sorted())
        #expect(try b.timeline().allSatisfy { $0["where"] as? String == "both" })
        #expect(Set(try b.timeline().compactMap { $0["luid"] as? Int }) == luids)
    }

    @Test("immich-app/immich 15018: a first sync that is killed goes on where it was")
    func immich15018() throws {
        let server = try SyncServer(faults: "page:1,slow:40")
        let (a, b) = (try SyncDevice("A"), try SyncDevice("B"))
        try a.fill(12, seed: 25)
        try a.scan()
        try a.link(to: server)
        try a.sync()
        // What a device has whose first sync nobody disturbs.
        let undisturbed = try SyncDevice("C")
        try undisturbed.run("scan", undisturbed.photos)
        try undisturbed.link(to: server)
        try undisturbed.sync()
        let whole = try undisturbed.contents()
        #expect(Set(whole).isSuperset(of: try a.contents()))
        try b.run("scan", b.photos)
        try b.link(to: server)
        let begun = try server.requests(to: "carousel/photos/list")
        let syncing = try b.start("sync")
        while syncing.isRunning, try b.contents().count < 2 {}
        kill(syncing.processIdentifier, SIGKILL)
        syncing.waitUntilExit()
        // Usable meanwhile, with what has come.
        let partly = try b.contents()
        #expect(partly.count >= 2 && partly.count < whole.count)
        #expect(Set(partly).isSubset(of: whole))
        try b.sync()
        #expect(try b.contents() == whole)
        #expect(try b.timeline().allSatisfy { $0["copies"] as? Int == 1 })
        // One listing was begun, and no more.
        #expect(try server.requests(to: "carousel/photos/list") == begun + 1)
    }

    @Test("aerogear/graphback 1724: rows of one moment are told once over the ends of pages")
    func graphback1724() throws {
        try readsAllByPages(of: 3, seed: 26)
    }

    @Test("teambtcmap/btcmap.org 1189: a page full of one moment is followed by the next")
    func btcmap1189() throws {
        try readsAllByPages(of: 1, seed: 27)
    }

    /// All photos are of the same moment, and of more of them than a page has.
    private func readsAllByPages(of entries: Int, seed: Int) throws {
        let server = try SyncServer(faults: "page:\(entries)")
        let (a, b) = (try SyncDevice("A"), try SyncDevice("B"))
        let picture = try GoodPhoto.jpeg()
        for number in 0..<8 as Range<UInt8> {
            try a.folder.write(picture + [number], to: "photos/\(number).jpg")
        }
        try a.scan()
        try a.link(to: server)
        try a.sync()
        #expect(Set(try a.timeline().compactMap { $0["taken"] as? String }).count == 1)
        try b.run("scan", b.photos)
        try b.link(to: server)
        let begun = try server.requests(to: "carousel/photos/list/continue")
        try b.sync()
        // The first page is the listing's own. The next is fetched while one
        // is stored, and none twice; what came during the listing takes one
        // more look.
        let pages = (8 + entries - 1) / entries
        let asked = try server.requests(to: "carousel/photos/list/continue") - begun
        #expect((pages - 1...pages + 1).contains(asked))
        #expect(try b.contents().sorted() == a.contents().sorted())
        #expect(try b.contents().count == 8)
        #expect(try b.timeline().allSatisfy { $0["copies"] as? Int == 1 })
        // And of changes, which came at once.
        try a.run(arguments: ["hide"] + a.contents().map { try a.luid(of: $0) })
        try a.sync()
        try b.sync()
        #expect(try b.contents().isEmpty)
        #expect(try b.contents("--hidden").count == 8)
    }

    @Test("immich-app/immich 24150: acts of another program wait for no sync and fail by none")
    func immich24150() throws {
        let server = try SyncServer()
        let a = try SyncDevice("A")
        try a.fill(6, seed: 28)
        try a.scan()
        try a.link(to: server)
        let syncing = try a.start("sync", "--watch")
        let contents = try a.contents()
        for content in contents.prefix(4) { try a.run("hide", try a.luid(of: content)) }
        #expect(try a.contents().count == 2)
        #expect(syncing.isRunning)
        kill(syncing.processIdentifier, SIGINT)
        syncing.waitUntilExit()
        try a.sync()
        #expect(try a.run("operations").isEmpty)
        #expect(try a.contents("--hidden").count == 4)
        // Nobody was signed out.
        #expect(try a.status()["on_server"] as? Int == 6)
    }
}
