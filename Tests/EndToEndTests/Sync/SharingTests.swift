import Foundation
import Glibc
import TestSupport
import Testing

/// Three libraries of three accounts and a server, all as real processes.
@Suite(.serialized) struct SharingTests {
    private func lines(_ device: SyncDevice, _ arguments: String...) throws -> [[String: Any]] {
        try lines(device, arguments)
    }

    private func lines(
        _ device: SyncDevice, _ arguments: [String]
    ) throws -> [[String: Any]] {
        try device.run(arguments: arguments + ["--json"]).map {
            try #require(JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
        }
    }

    /// The libraries of Ada, Bob and Cy, each linked and in step, of which
    /// Ada's has photos.
    private func devices(
        on server: SyncServer, photos: Int, seed: Int
    ) throws -> (SyncDevice, SyncDevice, SyncDevice) {
        let (ada, bob, cy) = (try SyncDevice("Ada"), try SyncDevice("Bob"), try SyncDevice("Cy"))
        for user in ["bob", "cy"] { try server.addAccount(user) }
        for (device, user) in [(ada, SyncServer.user), (bob, "bob"), (cy, "cy")] {
            try device.run("scan", device.photos)
            try device.link(to: server, as: user)
            try device.sync()
        }
        try ada.fill(photos, seed: seed)
        try ada.scan()
        return (ada, bob, cy)
    }

    @Test(arguments: SyncServer.days)
    func whatIsSharedOfflineArrivesWholeAndOnceOverKills(_ faults: String?) throws {
        let server = try SyncServer(faults: faults)
        let (ada, bob, cy) = try devices(on: server, photos: 6, seed: 11)
        server.stop()
        let contents = try ada.contents()
        let luids = try contents.map { try ada.luid(of: $0) }
        let shared = try #require(
            try lines(
                ada,
                ["share"] + luids + [
                    "--to", "bob", "--to", "cy", "--title", "Trip", "--message", "<b>look</b>",
                ]
            ).first)
        let id = try #require(shared["conversation"] as? String)
        try ada.run("say", id, "and more to come")
        #expect(
            try lines(ada, "conversation", id).map { $0["state"] as? String }
                == ["pending", "pending"])

        try server.start()
        // Both sides die in the middle of it.
        let syncing = try ada.start("sync", "--watch")
        while syncing.isRunning, try server.uploads() == 0 {}
        kill(syncing.processIdentifier, SIGKILL)
        syncing.waitUntilExit()
        server.kill()
        try server.start()
        try ada.sync()
        try ada.sync()
        #expect(
            try lines(ada, "conversation", id).map { $0["state"] as? String }
                == ["sent", "sent"])
        for device in [bob, cy] {
            try device.sync()
            let list = try lines(device, "conversations")
            #expect(list.map { $0["title"] as? String } == ["Trip"])
            #expect(list.map { $0["unread"] as? Int } == [2])
            let messages = try lines(device, "conversation", id)
            #expect(
                messages.map { $0["text"] as? String } == ["<b>look</b>", "and more to come"])
            let items = try #require(messages.first?["items"] as? [[String: Any]])
            #expect(
                items.compactMap { $0["content_hash"] as? String }.sorted() == contents.sorted())
            // In the timeline only when it is saved.
            #expect(try device.contents().isEmpty)
        }
    }

    @Test func aRecipientAnswersLikesAndSavesOffline() throws {
        let server = try SyncServer()
        let (ada, bob, _) = try devices(on: server, photos: 3, seed: 12)
        let contents = try ada.contents()
        let luids = try contents.map { try ada.luid(of: $0) }
        let id = try #require(
            try lines(ada, ["share"] + luids + ["--to", "bob"]).first?["conversation"] as? String)
        try ada.sync()
        try bob.sync()
        let message = try #require(try lines(bob, "conversation", id).first?["id"] as? String)

        server.stop()
        try bob.run("like", id, message + ":0")
        try bob.run("say", id, "thank you")
        try bob.run("save", id, message + ":0", message + ":2")
        try server.start()
        try bob.sync()
        try ada.sync()
        let seen = try lines(ada, "conversation", id)
        #expect(seen.map { $0["text"] as? String } == [nil, "thank you"])
        let likes = seen.first?["likes"] as? [[String: Any]]
        #expect(likes?.map { $0["place"] as? Int } == [0])
        // What was saved is in the next page of the photo feed.
        try bob.sync()
        let items = try #require(
            try lines(bob, "conversation", id).first?["items"] as? [[String: Any]])
        let hashes = items.compactMap { $0["content_hash"] as? String }
        #expect(try bob.contents().sorted() == [hashes[0], hashes[2]].sorted())
        #expect(items.map { $0["luid"] is Int } == [true, false, true])
        // Of the one that is not his the server has a picture, sooner or later.
        var hasThumbnail = false
        for _ in 1...20 where !hasThumbnail {
            try bob.sync()
            let items = try lines(bob, "conversation", id).first?["items"] as? [[String: Any]]
            hasThumbnail = items?[1]["thumbnail"] as? Bool == true
        }
        #expect(hasThumbnail)
    }

    @Test func aCreateThatIsRefusedEndsWhatWaitedForItWithItsReason() throws {
        let server = try SyncServer()
        let (ada, _, _) = try devices(on: server, photos: 2, seed: 13)
        let luid = try ada.luid(of: try ada.contents()[0])
        let id = try #require(
            try lines(ada, "share", luid, "--to", "nobody").first?["conversation"] as? String)
        try ada.run("say", id, "hello")
        try ada.sync()
        let messages = try lines(ada, "conversation", id)
        #expect(messages.map { $0["state"] as? String } == ["failed", "failed"])
        #expect(
            messages.allSatisfy {
                ($0["reason"] as? String)?.contains("Nobody on this server is called nobody")
                    == true
            })
        // Nothing went out by another way.
        #expect(try ada.run("operations").isEmpty)
        #expect(try ada.contents().count == 2)
    }

    @Test func aPhotoDeletedBeforeItsUploadLeavesTheShareWithANote() throws {
        let server = try SyncServer()
        let (ada, bob, _) = try devices(on: server, photos: 3, seed: 14)
        server.stop()
        let contents = try ada.contents()
        let luids = try contents.map { try ada.luid(of: $0) }
        let id = try #require(
            try lines(ada, ["share"] + luids + ["--to", "bob"]).first?["conversation"] as? String)
        try ada.run("delete", luids[1])
        #expect(try lines(ada, "conversation", id).map { $0["left_out"] as? Int } == [1])
        try server.start()
        try ada.sync()
        try bob.sync()
        let items = try #require(
            try lines(bob, "conversation", id).first?["items"] as? [[String: Any]])
        #expect(
            items.compactMap { $0["content_hash"] as? String }.sorted()
                == [contents[0], contents[2]].sorted())
    }

    @Test func badIDsAndEmptySharesAreSaidPlainly() throws {
        let ada = try SyncDevice("Ada")
        try ada.fill(1, seed: 15)
        try ada.scan()
        let luid = try ada.luid(of: try ada.contents()[0])
        let none = String(repeating: "0", count: 32)
        for (arguments, status) in [
            (["share", luid], 1), (["share", "77", "--to", "bob"], 1),
            (["share", luid, "--conversation", none], 1), (["say", none, "hi"], 1),
            (["conversation", none], 1), (["conversation", "xyz"], 2),
            (["say", "+" + none.dropFirst(), "hi"], 2),
            (["share", luid, "--to", "b", "--conversation", none], 1),
        ] as [([String], Int32)] {
            try ada.run(arguments: arguments, status: status)
        }
        #expect(try ada.run("conversations").isEmpty)
    }
}
