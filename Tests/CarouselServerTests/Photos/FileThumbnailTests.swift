import DropboxAPI
import Foundation
import Photos
import Testing

@testable import CarouselServer

extension PhotosOnServers {
    /// Thumbnails and media information on the file plane.
    @Suite struct FileThumbnailTests {
        @Test func thumbnailsFitTheirBoxes() async throws {
            let jpeg = try await MadePictures.jpeg(1, width: 800, height: 400)
            try await ServerFixture.reading { server in
                try server.put(bytes: jpeg, at: "/a.jpg")
                _ = try await server.readPhotos()
                for (options, pixels) in [
                    ("", [64, 32]), (#","size":"w256h256","mode":"bestfit""#, [256, 128]),
                    (#","size":{".tag":"w480h320"},"mode":{".tag":"fitone_bestfit"}"#, [640, 320]),
                    (#","size":"w2048h1536""#, [800, 400]), (#","mode":"original""#, [800, 400]),
                ] {
                    let answer = try server.upload(
                        "files/get_thumbnail_v2",
                        #"{"resource":{".tag":"path","path":"/a.jpg"}\#(options)}"#)
                    #expect(answer.status == 200, "\(answer.text)")
                    #expect(dimensions(answer.body) == pixels, "\(options)")
                    let header = try #require(answer["Dropbox-API-Result"])
                    let result = try GetThumbnailResult(
                        jsonBytes: Array(header.utf8), strictness: .strict)
                    #expect(result.file.name == "a.jpg")
                    guard case .metadata(let info)? = result.file.mediaInfo else {
                        Issue.record("no media info")
                        continue
                    }
                    #expect(info.dimensions == PixelSize(width: 800, height: 400))
                }
            }
        }

        @Test func whatHasNoThumbnailIsRefusedAsThePublicServiceDoes() async throws {
            try await ServerFixture.reading { server in
                try server.put("text", at: "/a.txt")
                try server.put("no picture", at: "/b.jpg")
                for (path, summary) in [
                    ("/none.jpg", "path/not_found"), ("/a.txt", "unsupported_extension"),
                    ("/b.jpg", "unsupported_image"),
                ] {
                    let answer = try server.upload(
                        "files/get_thumbnail_v2",
                        #"{"resource":{".tag":"path","path":"\#(path)"}}"#)
                    #expect(answer.status == 409)
                    #expect(answer.summary == summary + "/..")
                }
            }
        }

        @Test(arguments: [("jpeg", [0xFF, 0xD8, 0xFF]), ("png", [0x89, 0x50, 0x4E, 0x47])])
        func aThumbnailIsOfTheFormatAskedFor(format: String, start: [UInt8]) async throws {
            let jpeg = try await MadePictures.jpeg(3)
            try await ServerFixture.reading { server in
                try server.put(bytes: jpeg, at: "/a.jpg")
                let answer = try server.thumbnail("/a.jpg", format)
                #expect(answer.status == 200, "\(answer.text)")
                #expect(answer["Content-Type"] == "image/" + format)
                #expect(answer.body.starts(with: start))
            }
        }

        @Test func aThumbnailAsWebPHasItsSizeAndNoMetadata() async throws {
            let jpeg = try await MadePictures.jpeg(4)
            try await ServerFixture.reading { server in
                try server.put(bytes: jpeg, at: "/a.jpg")
                let answer = try server.thumbnail("/a.jpg", "webp")
                #expect(answer["Content-Type"] == "image/webp")
                #expect(answer.body.starts(with: Array("RIFF".utf8)))
                #expect(answer.body.dropFirst(8).starts(with: Array("WEBP".utf8)))
                // Read by the decoder, as a photo of another account.
                try server.put(bytes: answer.body, at: "/a.webp", token: server.bob)
                let photos = try await server.readPhotos(token: server.bob)
                let metadata = try #require(photos["/a.webp"]?.metadata)
                #expect(metadata.size == PixelSize(width: 64, height: 48))
                #expect(metadata.camera == nil)
                #expect(metadata.dateSource != .exif)
                let unknown = try server.thumbnail("/a.jpg", "gif")
                #expect(unknown.status == 400)
            }
        }

        @Test func aBatchHasAnEntryForEachInOrder() async throws {
            let jpeg = try await MadePictures.jpeg(2)
            try await ServerFixture.reading { server in
                try server.put(bytes: jpeg, at: "/a.jpg")
                let answer = try server.rpc(
                    "files/get_thumbnail_batch",
                    #"{"entries":[{"path":"/none"},{"path":"/a.jpg","size":"w128h128"}]}"#)
                #expect(answer.status == 200)
                let result = try ThumbnailBatchResult(jsonBytes: answer.body, strictness: .strict)
                #expect(result.entries.count == 2)
                #expect(result.entries[0].result == .failure(.path(.notFound)))
                let made = try result.entries[1].result.get()
                #expect(made.metadata.name == "a.jpg")
                #expect(made.metadata.mediaInfo == nil)
                #expect(dimensions(made.picture) == [128, 96])
                let many = Array(repeating: #"{"path":"/a.jpg"}"#, count: 26).joined(separator: ",")
                let refused = try server.rpc(
                    "files/get_thumbnail_batch", #"{"entries":[\#(many)]}"#)
                #expect(refused.summary == "too_many_files/..")
            }
        }

        @Test func mediaInformationIsGivenWhereItWasAskedFor() async throws {
            let jpeg = try await MadePictures.jpeg(3, width: 320, height: 240)
            try await ServerFixture.reading { server in
                try server.put(bytes: jpeg, at: "/a.jpg")
                try server.put("text", at: "/b.txt")
                _ = try await server.readPhotos()
                let wanted =
                    #""media_info":{".tag":"metadata","metadata":{".tag":"photo","#
                    + #""dimensions":{"height":240,"width":320},"time_taken":"2014-04-09T12:34:56Z"}}"#
                let asked = try server.rpc(
                    "files/get_metadata", #"{"path":"/a.jpg","include_media_info":true}"#)
                #expect(asked.text.contains(wanted), "\(asked.text)")
                let plain = try server.rpc("files/get_metadata", #"{"path":"/a.jpg"}"#)
                #expect(!plain.text.contains("media_info"))
                let first = try server.rpc(
                    "files/list_folder", #"{"path":"","include_media_info":true,"limit":1}"#)
                #expect(first.text.contains(wanted))
                let cursor = try #require(first.object["cursor"] as? String)
                let next = try server.rpc("files/list_folder/continue", #"{"cursor":"\#(cursor)"}"#)
                #expect(next.text.contains("/b.txt") && !next.text.contains("media_info"))
                _ = try server.rpc("files/move_v2", #"{"from_path":"/a.jpg","to_path":"/c.jpg"}"#)
                let last = try #require(next.object["cursor"] as? String)
                let gone = try server.rpc("files/list_folder/continue", #"{"cursor":"\#(last)"}"#)
                let end = try #require(gone.object["cursor"] as? String)
                let changes = try server.rpc("files/list_folder/continue", #"{"cursor":"\#(end)"}"#)
                #expect(changes.text.contains(wanted))
            }
        }

        @Test func mediaInformationIsPendingUntilItIsRead() async throws {
            try await ServerFixture.run { server in
                try server.put("1", at: "/a.jpg")
                let asked = try server.rpc(
                    "files/get_metadata", #"{"path":"/a.jpg","include_media_info":true}"#)
                #expect(asked.text.contains(#""media_info":{".tag":"pending"}"#))
            }
        }
    }
}

extension ServerFixture {
    fileprivate func thumbnail(_ path: String, _ format: String) throws -> RawAnswer {
        try upload(
            "files/get_thumbnail_v2",
            #"{"resource":{".tag":"path","path":"\#(path)"},"format":"\#(format)"}"#)
    }
}
