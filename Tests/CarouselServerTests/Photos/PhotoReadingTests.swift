import DropboxAPI
import Foundation
import Photos
import SQLite
import TestSupport
import Testing

@testable import CarouselServer

extension PhotosOnServers {
    /// What the server reads from photos by itself.
    @Suite struct PhotoReadingTests {
        private func facts(_ entry: PhotoEntry?) throws -> PhotoFacts {
            guard case .ready(let facts)? = entry?.facts else {
                throw ServerError.failed("not read: \(String(describing: entry))")
            }
            return facts
        }

        @Test func anUploadedPhotoGetsItsFactsAndThumbnails() async throws {
            let upright = try await MadePictures.jpeg(1, width: 320, height: 240, orientation: 6)
            try await ServerFixture.reading { server in
                try server.put(bytes: upright, at: "/a.jpg")
                let entry = try await #require(try server.readPhotos()["/a.jpg"])
                let facts = try facts(entry)
                #expect(facts.metadata.taken?.description == "2014-04-09T12:34:56.000")
                #expect(facts.metadata.dateSource == .exif)
                #expect(facts.metadata.size == PixelSize(width: 320, height: 240))
                #expect(facts.metadata.camera == "Kamera Eins")
                #expect(facts.thumbHash?.isEmpty == false)
                let hash = entry.contentHash
                for (size, pixels) in [
                    (WireThumbnailSize.s75, [75, 75]), (.s256, [256, 256]), (.s2048, [320, 240]),
                ] {
                    guard case .jpeg(let jpeg) = try server.thumbnails([hash], size)[0] else {
                        Issue.record("no thumbnail \(size)")
                        continue
                    }
                    #expect(dimensions(jpeg) == pixels)
                    let path = "/2/carousel/thumbs/\(hash)/\(size.rawValue)"
                    let single = try server.get(path)
                    #expect(single.body == jpeg)
                    #expect(single["Content-Type"] == "image/jpeg")
                    let tag = try #require(single["ETag"])
                    #expect(try server.get(path, headers: [("If-None-Match", tag)]).status == 304)
                    #expect(try server.get(path, token: server.bob).status == 404)
                    #expect(try server.get(path, token: "nobody").status == 401)
                }
            }
        }

        @Test func everyAccountWithTheContentIsTold() async throws {
            let jpeg = try await MadePictures.jpeg(2)
            try await ServerFixture.reading { server in
                try server.put(bytes: jpeg, at: "/a.jpg")
                try server.put(bytes: jpeg, at: "/b.jpg", token: server.bob)
                _ = try facts(try await server.readPhotos()["/a.jpg"])
                _ = try facts(try await server.readPhotos(token: server.bob)["/b.jpg"])
            }
        }

        @Test func batchesTellWhatIsMissingAndWhy() async throws {
            let jpeg = try await MadePictures.jpeg(3)
            try await ServerFixture.reading { server in
                try server.put(bytes: jpeg, at: "/a.jpg")
                try server.put(bytes: Array("no picture".utf8), at: "/b.jpg")
                let photos = try await server.readPhotos()
                let good = try #require(photos["/a.jpg"]).contentHash
                let bad = try #require(photos["/b.jpg"]).contentHash
                let unknown = MachineFixture.content(5).hash
                let made = try server.thumbnails([bad, good, unknown, good], .s75)
                #expect(made[0] == .failed)
                #expect(made[1] == made[3])
                #expect(made[2] == .notFound)
                // Whoever has not the photo sees nothing of it.
                #expect(try server.thumbnails([good], .s75, token: server.bob) == [.notFound])
                guard case .failed(_, let problem)? = photos["/b.jpg"]?.facts else {
                    Issue.record("it was read")
                    return
                }
                #expect(problem.tag == "not_a_photo")
                #expect(!problem.text.isEmpty)
            }
        }

        @Test func aBatchShowsNothingThatWasDeletedSinceTheLastOne() async throws {
            let jpeg = try await MadePictures.jpeg(13)
            try await ServerFixture.reading { server in
                try server.put(bytes: jpeg, at: "/a.jpg")
                let hash = try await #require(try server.readPhotos()["/a.jpg"]).contentHash
                let before = try server.thumbnails([hash], .s75)
                #expect(try server.thumbnails([hash], .s75) == before)
                guard case .jpeg = before[0] else {
                    Issue.record("\(before)")
                    return
                }
                _ = try server.rpc("files/delete_v2", #"{"path":"/a.jpg"}"#)
                #expect(try server.thumbnails([hash], .s75) == [.notFound])
                try server.put(bytes: jpeg, at: "/b.jpg")
                #expect(try server.thumbnails([hash], .s75) == before)
            }
        }

        @Test func hostileFilesAreKeptAndTheServerLives() async throws {
            let jpeg = try await MadePictures.jpeg(4, width: 640, height: 480)
            var files: [(String, [UInt8])] = [
                ("empty.jpg", []), ("cut.jpg", Array(jpeg.prefix(jpeg.count / 3))),
                ("head.jpg", Array(jpeg.prefix(200))),
                ("zeros.heic", .init(repeating: 0, count: 9000)),
                ("page.png", Array("<html><script>alert(1)</script>".utf8)),
                ("film.mov", Array(jpeg.reversed())),
            ]
            if let folder = Corpus.folder {
                for name in try FileManager.default.contentsOfDirectory(atPath: folder + "/hostile")
                {
                    let data = try Data(
                        contentsOf: URL(fileURLWithPath: "\(folder)/hostile/\(name)"))
                    if data.count < 8 << 20 { files.append((name, [UInt8](data))) }
                }
            }
            let uploads = files
            try await ServerFixture.reading { server in
                for (name, bytes) in uploads { try server.put(bytes: bytes, at: "/" + name) }
                let photos = try await server.readPhotos()
                for (name, bytes) in uploads {
                    guard let entry = photos["/" + name] else { continue }
                    #expect(entry.size == Int64(bytes.count))
                    if case .failed(_, let problem) = entry.facts {
                        #expect(!problem.tag.isEmpty && !problem.text.isEmpty, "\(name)")
                    }
                    let back = try server.upload("files/download", #"{"path":"\#(entry.id)"}"#)
                    #expect(back.body == bytes)
                }
                for name in ["empty.jpg", "head.jpg", "zeros.heic", "page.png", "film.mov"] {
                    guard case .failed? = photos["/" + name]?.facts else {
                        Issue.record("\(name) was read")
                        continue
                    }
                }
                #expect(try server.rpc("carousel/capabilities", "null").status == 200)
            }
        }

        @Test func lostThumbnailsAreMadeAgainWhenSomebodyAsks() async throws {
            let jpeg = try await MadePictures.jpeg(5)
            try await ServerFixture.reading { server in
                try server.put(bytes: jpeg, at: "/a.jpg")
                let hash = try await #require(try server.readPhotos()["/a.jpg"]).contentHash
                let before = try server.thumbnails([hash], .s256)
                try server.server.shelf.remove([hash])
                let page = try ListPhotosResult(
                    jsonBytes: server.rpc("carousel/photos/list", "null").body, strictness: .strict)
                #expect(try server.thumbnails([hash], .s256) == [.pending])
                _ = try await server.longpoll(page.cursor)
                #expect(try server.thumbnails([hash], .s256) == before)
            }
        }

        @Test func aThumbnailThatTheDiskHasChangedIsMadeAgainAndNeverSent() async throws {
            let jpeg = try await MadePictures.jpeg(13)
            try await ServerFixture.reading { server in
                try server.put(bytes: jpeg, at: "/a.jpg")
                let hash = try await #require(try server.readPhotos()["/a.jpg"]).contentHash
                let path = "/2/carousel/thumbs/\(hash.hexadecimal)/s75"
                let before = try server.get(path)
                #expect(before.status == 200)
                let file = try DurableFile(creating: server.data + "/thumbnails/s75.0")
                try file.write([0x55], at: 40)
                let page = try ListPhotosResult(
                    jsonBytes: server.rpc("carousel/photos/list", "null").body, strictness: .strict)
                #expect(try server.get(path).status == 404)
                _ = try await server.longpoll(page.cursor)
                #expect(try server.get(path).body == before.body)
            }
        }

        @Test func aBatchHasWhatIsLeftOfABrokenPack() async throws {
            let jpegs = [try await MadePictures.jpeg(14), try await MadePictures.jpeg(15)]
            try await ServerFixture.reading { server in
                try server.put(bytes: jpegs[0], at: "/a.jpg")
                var photos = try await server.readPhotos()
                try server.put(bytes: jpegs[1], at: "/b.jpg")
                photos = try await server.readPhotos()
                // Neither of the two is a stretch with the other.
                let hashes = try ["/b.jpg", "/a.jpg"].map { try #require(photos[$0]).contentHash }
                let before = try server.thumbnails(hashes, .s256)
                guard case .jpeg(let second) = before[0] else {
                    Issue.record("no thumbnail")
                    return
                }
                let file = try DurableFile(creating: server.data + "/thumbnails/s256.0")
                try file.setLength(try file.length() - Int64(second.count) / 2)
                #expect(try server.thumbnails(hashes, .s256) == [.pending, before[1]])
            }
        }

        @Test func whatWasNotReadBeforeTheEndIsReadAfterTheNextStart() async throws {
            let jpeg = try await MadePictures.jpeg(6)
            try await ServerProcess.running {
                let server = try ServerProcess()
                try server.start(decoder: "/nonexistent")
                try server.put(jpeg, at: "/a.jpg")
                server.kill()
                try server.start()
                _ = try facts(try server.readPhotos()["/a.jpg"])
                server.stop()
            }
        }

        @Test func anAccountMadeAnewFromItsFilesHasTheSameFacts() async throws {
            let jpegs = [
                try await MadePictures.jpeg(7), try await MadePictures.jpeg(8),
                try await MadePictures.jpeg(12, taken: nil),
            ]
            try await ServerProcess.running {
                let server = try ServerProcess()
                try server.start()
                try server.put(jpegs[0], at: "/a/a.jpg")
                try server.put(jpegs[1], at: "/IMG_20150102_030405.jpg")
                try server.put(Array("no picture".utf8), at: "/IMG_20160102_030405.jpg")
                try server.put(jpegs[2], at: "/b/c.jpg")
                try server.put(MadeSidecars.takeout(1_423_073_935), at: "/b/c.jpg.json")
                try server.put(jpegs[2], at: "/b/d.jpg")
                try server.put(MadeSidecars.xmp("2012-03-04T05:06:07+01:00"), at: "/b/d.xmp")
                let before = try server.photos { photos in
                    ["/b/c.jpg", "/b/d.jpg"].allSatisfy { photos[$0]?.dateSource == .sidecar }
                }
                #expect(before.count == 5)
                server.stop()
                try server.execute(
                    """
                    DELETE FROM photos; DELETE FROM photo_facts; DELETE FROM unread;
                    DELETE FROM sidecars; DELETE FROM photo_sidecars;
                    DELETE FROM sidecar_facts; DELETE FROM unmatched;
                    DELETE FROM settings WHERE name IN ('photos', 'sidecars')
                    """)
                try FileManager.default.removeItem(atPath: server.data + "/thumbnails")
                try server.start()
                let after = try server.photos { photos in
                    ["/b/c.jpg", "/b/d.jpg"].allSatisfy { photos[$0]?.dateSource == .sidecar }
                }
                #expect(after == before)
                server.stop()
            }
        }

        @Test func aStoreOfTheFirstVersionGetsItsPhotos() async throws {
            let jpeg = try await MadePictures.jpeg(9)
            try await ServerProcess.running {
                let server = try ServerProcess()
                try server.start(decoder: "/nonexistent")
                try server.put(jpeg, at: "/a.jpg")
                server.stop()
                try server.execute(
                    """
                    DROP TABLE conversations; DROP TABLE conversation_members;
                    DROP TABLE conversation_guests; DROP TABLE messages;
                    DROP TABLE message_photos; DROP TABLE message_likes;
                    DROP TABLE photos; DROP TABLE photo_flags; DROP TABLE content_ends;
                    DROP TABLE photo_facts; DROP TABLE unread; DROP TABLE operations;
                    DROP TABLE photo_links; DROP TABLE sidecars; DROP TABLE photo_sidecars;
                    DROP TABLE sidecar_facts; DROP TABLE unmatched;
                    ALTER TABLE accounts DROP COLUMN photo_sequence;
                    ALTER TABLE accounts DROP COLUMN photo_horizon;
                    DELETE FROM settings WHERE name IN ('photos', 'sidecars');
                    PRAGMA user_version = 1
                    """)
                try server.start()
                _ = try facts(try server.readPhotos()["/a.jpg"])
                server.stop()
            }
        }

        @Test func thumbnailsThatAreGoneWithTheirFileAreMadeAgain() async throws {
            let jpeg = try await MadePictures.jpeg(11)
            try await ServerProcess.running {
                let server = try ServerProcess()
                try server.start()
                try server.put(jpeg, at: "/a.jpg")
                let entry = try #require(try server.readPhotos()["/a.jpg"])
                server.stop()
                try FileManager.default.removeItem(atPath: server.data + "/thumbnails")
                try server.start()
                let page = try ListPhotosResult(
                    jsonBytes: server.rpc("carousel/photos/list", "null").body, strictness: .strict)
                // The making of the thumbnails is in the feed too.
                if page.mark.sequence < 3 {
                    _ = try ServerFixture.longpoll(page.cursor, port: server.port)
                }
                let argument = ThumbnailsArgument(contentHashes: [entry.contentHash], size: .s75)
                let answer = try server.rpc(
                    "carousel/thumbs/batch", String(decoding: argument.jsonBytes(), as: UTF8.self))
                guard case .jpeg? = ThumbnailBatchCoding.thumbnails(in: answer.body, count: 1)?[0]
                else {
                    Issue.record("no thumbnail: \(answer.status)")
                    return
                }
                server.stop()
            }
        }

        @Test func contentsThatNobodyHasAreForgotten() async throws {
            let jpeg = try await MadePictures.jpeg(10)
            try await ServerFixture.reading { server in
                try server.put(bytes: jpeg, at: "/a.jpg")
                let hash = try await #require(try server.readPhotos()["/a.jpg"]).contentHash
                _ = try server.rpc("files/delete_v2", #"{"path":"/a.jpg"}"#)
                await server.passDays(40)
                await server.server.tidy()
                #expect(server.server.shelf.packed.usage.contents == 0)
                let facts = try server.server.store.readers.read { rows throws(ServerError) in
                    try rows.facts(of: hash)
                }
                #expect(facts == nil)
            }
        }
    }
}
