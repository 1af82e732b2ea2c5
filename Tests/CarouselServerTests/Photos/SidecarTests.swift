import DropboxAPI
import Media
import Photos
import SQLite
import TestSupport
import Testing

@testable import CarouselServer

extension PhotosOnServers {
    /// Files beside photos, and what they change of them.
    @Suite struct SidecarTests {
        @Test func aSidecarThatComesLaterIsReadUpdatedAndForgotten() async throws {
            let jpeg = try await MadePictures.jpeg(1, taken: nil)
            try await ServerFixture.reading { server in
                try server.put(bytes: jpeg, at: "/Trip/a.jpg")
                let own = try await #require(try server.readPhotos()["/Trip/a.jpg"])
                #expect(own.dateSource != .sidecar)

                try server.put(bytes: MadeSidecars.takeout(1_400_000_000), at: "/trip/A.JPG.json")
                let read = try server.photos { $0["/Trip/a.jpg"]?.dateSource == .sidecar }
                let first = try #require(read["/Trip/a.jpg"])
                #expect(first.id == own.id && first.revision == own.revision)
                #expect(first.metadata?.taken?.description == "2014-05-13T16:53:20.000")
                #expect(first.metadata?.zone == .utc)

                try server.put(
                    bytes: MadeSidecars.takeout(1_400_000_060), at: "/trip/A.JPG.json",
                    overwriting: true)
                _ = try server.photos { photos in
                    photos["/Trip/a.jpg"]?.metadata?.taken?.description
                        == "2014-05-13T16:54:20.000"
                }

                _ = try server.rpc("files/delete_v2", #"{"path":"/Trip/a.jpg.json"}"#)
                let gone = try server.photos { $0["/Trip/a.jpg"]?.dateSource != .sidecar }
                #expect(gone["/Trip/a.jpg"]?.facts == own.facts)
            }
        }

        @Test func xmpBesideAPhotoIsReadByTheDecoder() async throws {
            let bare = try await MadePictures.jpeg(2, taken: nil)
            let dated = try await MadePictures.jpeg(3)
            try await ServerFixture.reading { server in
                // The sidecars are there before the photos.
                try server.put(bytes: MadeSidecars.xmp("2012-03-04T05:06:07+01:00"), at: "/a.xmp")
                try server.put(bytes: MadeSidecars.xmp("2012-03-04T05:06:07"), at: "/b.jpg.xmp")
                try server.put(bytes: bare, at: "/a.jpg")
                try server.put(bytes: dated, at: "/b.jpg")
                let photos = try server.photos { photos in
                    photos.count == 2 && photos.values.allSatisfy { $0.metadata?.location != nil }
                }
                let basel = Coordinate(latitude: 47.5, longitude: 7.5)
                let a = try #require(photos["/a.jpg"]?.metadata)
                #expect(a.taken?.description == "2012-03-04T05:06:07.000")
                #expect(a.utcOffsetMinutes == 60 && a.dateSource == .sidecar)
                #expect(a.location == basel)
                // The picture's own date stays.
                let b = try #require(photos["/b.jpg"]?.metadata)
                #expect(b.taken?.description == "2014-04-09T12:34:56.000")
                #expect(b.dateSource == .exif && b.location == basel)
                let metadata = try server.rpc(
                    "files/get_metadata", #"{"path":"/a.jpg","include_media_info":true}"#)
                #expect(metadata.text.contains(#""time_taken":"2012-03-04T05:06:07Z""#))
            }
        }

        @Test func photosAndSidecarsMoveTogetherAndApart() async throws {
            let jpeg = try await MadePictures.jpeg(4, taken: nil)
            try await ServerFixture.reading { server in
                try server.put(bytes: jpeg, at: "/one/a.jpg")
                try server.put(bytes: MadeSidecars.takeout(1_400_000_000), at: "/one/a.jpg.json")
                let before = try server.photos { $0["/one/a.jpg"]?.dateSource == .sidecar }
                _ = try server.rpc("files/move_v2", #"{"from_path":"/one","to_path":"/two"}"#)
                // It had its date at every moment.
                let moved = try await #require(try server.readPhotos()["/two/a.jpg"])
                #expect(moved.facts == before["/one/a.jpg"]?.facts)
                _ = try server.rpc(
                    "files/copy_v2", #"{"from_path":"/two/a.jpg.json","to_path":"/b.jpg.json"}"#)
                _ = try server.rpc(
                    "files/move_v2", #"{"from_path":"/two/a.jpg","to_path":"/a.jpg"}"#)
                let apart = try server.photos { photos in
                    photos["/a.jpg"].map { $0.dateSource != .sidecar } ?? false
                }
                #expect(apart.count == 1)
                _ = try server.rpc("files/move_v2", #"{"from_path":"/a.jpg","to_path":"/b.jpg"}"#)
                _ = try server.photos { $0["/b.jpg"]?.dateSource == .sidecar }
            }
        }

        @Test func sidecarsThatMakeNoSenseCostNothing() async throws {
            let jpeg = try await MadePictures.jpeg(5, taken: nil)
            try await ServerFixture.reading { server in
                try server.put(bytes: jpeg, at: "/a.jpg")
                try server.put(bytes: jpeg, at: "/b.jpg")
                try server.put(bytes: jpeg, at: "/c.jpg")
                let own = try await server.readPhotos()
                let hostile: [(String, [UInt8])] = [
                    ("/a.jpg.json", Array("{\"photoTakenTime\":[".utf8)),
                    ("/a.xmp", [UInt8](repeating: 0xFF, count: 70_000)),
                    ("/b.jpg.json", Array(repeating: UInt8(ascii: "["), count: 200_000)),
                    ("/b.jpg.xmp", []), ("/package.json", Array("{}".utf8)),
                    // Later than the server's clock, and absurd.
                    ("/c.jpg.json", MadeSidecars.takeout(99_999_999_999)),
                ]
                for (path, bytes) in hostile { try server.put(bytes: bytes, at: path) }
                // One that makes sense ends the round.
                try server.put(bytes: jpeg, at: "/z/d.jpg")
                try server.put(bytes: MadeSidecars.takeout(1_400_000_000), at: "/z/d.jpg.json")
                let photos = try server.photos { $0["/z/d.jpg"]?.dateSource == .sidecar }
                for (path, entry) in own { #expect(photos[path]?.facts == entry.facts, "\(path)") }
                let left = try server.server.store.readers.read { rows throws(ServerError) in
                    try rows.unmatchedFolder(after: 0)
                }
                #expect(left?.key != "")
            }
        }

        @Test func othersSidecarsChangeNothing() async throws {
            let jpeg = try await MadePictures.jpeg(6, taken: nil)
            try await ServerFixture.reading { server in
                try server.put(bytes: jpeg, at: "/a.jpg")
                try server.put(bytes: jpeg, at: "/a.jpg", token: server.bob)
                let own = try await #require(try server.readPhotos()["/a.jpg"])
                try server.put(
                    bytes: MadeSidecars.takeout(1_400_000_000), at: "/a.jpg.json",
                    token: server.bob)
                _ = try server.photos(token: server.bob) {
                    $0["/a.jpg"]?.dateSource == .sidecar
                }
                #expect(try await server.readPhotos()["/a.jpg"] == own)
            }
        }

        @Test func aFolderIsMatchedInPartsAsItIsAtOnce() async throws {
            try await ServerFixture.run { server in
                for name in ["img_1.heic", "img_1.jpg", "img_2.jpg"] {
                    try server.put(bytes: Array(name.utf8), at: "/f/" + name)
                }
                try server.put(bytes: MadeSidecars.takeout(1_400_000_000), at: "/f/img_1.jpg.json")
                try server.put(bytes: MadeSidecars.takeout(1_400_000_060), at: "/f/img_2.jpg.json")
                let store = server.server.store
                func matched() async throws -> [String: Int] {
                    var pass = SidecarPass(
                        store: store,
                        pool: DecoderPool(executable: MadePictures.decoder, workers: 1),
                        log: try Log(to: -1, surroundings: store.surroundings))
                    pass.step = 1
                    var number: Int64 = 0
                    while try await pass.matchNext(after: &number) {}
                    return try store.view(of: AccountNumber(1)) { view throws(ServerError) in
                        var counts: [String: Int] = [:]
                        for entry in try view.metadata.entries(
                            below: "/f", recursively: false, after: nil, limit: 10,
                            of: view.account)
                        {
                            counts[entry.path.name] =
                                try view.metadata.sidecars(of: entry.node, of: view.account).count
                        }
                        return counts.filter { !$0.key.hasSuffix(".json") }
                    }
                }
                // What is another photo's own is not shared, though that photo comes later.
                #expect(try await matched() == ["img_1.heic": 0, "img_1.jpg": 1, "img_2.jpg": 1])
                _ = try server.rpc("files/delete_v2", #"{"path":"/f/img_1.jpg"}"#)
                #expect(try await matched() == ["img_1.heic": 1, "img_2.jpg": 1])
            }
        }

        @Test func whatNobodyHasAnyMoreIsForgotten() async throws {
            let jpeg = try await MadePictures.jpeg(7, taken: nil)
            try await ServerFixture.reading { server in
                try server.put(bytes: jpeg, at: "/a.jpg")
                try server.put(bytes: MadeSidecars.takeout(1_400_000_000), at: "/a.jpg.json")
                _ = try server.photos { $0["/a.jpg"]?.dateSource == .sidecar }
                let rows = Database(
                    connection: try Connection(
                        path: Array((server.data + "/files.db").utf8), access: .readOnly))
                #expect(
                    try rows.first("SELECT count(*) FROM sidecar_facts") { $0.int64(0) } == 1)
                _ = try server.rpc("files/delete_v2", #"{"path":"/a.jpg"}"#)
                _ = try server.rpc("files/delete_v2", #"{"path":"/a.jpg.json"}"#)
                await server.passDays(40)
                await server.server.tidy()
                for query: StaticString in [
                    "SELECT count(*) FROM sidecars", "SELECT count(*) FROM photo_sidecars",
                    "SELECT count(*) FROM sidecar_facts",
                ] {
                    #expect(try rows.first(query) { $0.int64(0) } == 0, "\(query)")
                }
            }
        }

        @Test func aStoreThatKnewNoSidecarsGetsThem() async throws {
            let jpeg = try await MadePictures.jpeg(8, taken: nil)
            try await ServerProcess.running {
                let server = try ServerProcess()
                try server.start()
                try server.put(jpeg, at: "/a.jpg")
                try server.put(MadeSidecars.takeout(1_400_000_000), at: "/a.jpg.json")
                let before = try server.photos { $0["/a.jpg"]?.dateSource == .sidecar }
                server.stop()
                try server.execute(
                    """
                    DROP TABLE conversations; DROP TABLE conversation_members;
                    DROP TABLE conversation_guests; DROP TABLE messages;
                    DROP TABLE message_photos; DROP TABLE message_likes;
                    DROP TABLE sidecars; DROP TABLE photo_sidecars; DROP TABLE sidecar_facts;
                    DROP TABLE unmatched; DELETE FROM settings WHERE name = 'sidecars';
                    PRAGMA user_version = 2
                    """)
                try server.start()
                let after = try server.photos { $0["/a.jpg"]?.dateSource == .sidecar }
                #expect(after == before)
                server.stop()
            }
        }
    }
}
