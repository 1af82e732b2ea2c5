import DecoderProtocol
import DropboxAPI
import Media
import Photos
import SQLite
import TestSupport
import Testing

@testable import CarouselServer

/// Tests of servers that read photos, one after the other: each starts
/// decoders, which take the processors from all others.
@Suite(.serialized) enum PhotosOnServers {}

/// Pictures to upload, made by the decoder.
enum MadePictures {
    static let decoder = FilePath(Program("carousel-decoder").executable)
    private static let pool = DecoderPool(executable: decoder, workers: 1)

    /// A picture that was taken on 9 April 2014, unless its EXIF says
    /// otherwise.
    static func jpeg(
        _ seed: UInt64, width: Int = 320, height: Int = 240, orientation: Int = 1,
        taken: String? = "2014:04:09 12:34:56"
    ) async throws -> [UInt8] {
        try await pool.samplePicture(
            SamplePicture(
                format: .jpeg, size: PixelSize(width: width, height: height), seed: seed,
                label: "\(seed)",
                exif: SampleEXIF(
                    dateTimeOriginal: taken, make: "Kamera", model: "Eins",
                    orientation: orientation)))
    }
}

extension ServerFixture {
    /// Runs a test on a server that reads photos.
    static func reading(
        _ body: @Sendable (ServerFixture) async throws -> Void
    ) async throws {
        try await run({ settings, _ in settings.decoder = MadePictures.decoder }, body)
    }

    @discardableResult
    func put(
        bytes: [UInt8], at path: String, token: String? = nil, overwriting: Bool = false
    ) throws -> RawAnswer {
        let mode = overwriting ? "overwrite" : "add"
        let answer = try upload(
            "files/upload", #"{"path":"\#(path)","mode":"\#(mode)"}"#, bytes, token: token)
        #expect(answer.status == 200, "\(answer.text)")
        return answer
    }

    /// Every photo by path, once all were read.
    func readPhotos(token: String? = nil) async throws -> [String: PhotoEntry] {
        try Self.readPhotos(port: port) {
            try rpc("carousel/photos/list", #"{"limit":10000}"#, token: token)
        }
    }

    /// The same of any server.
    static func readPhotos(
        port: UInt16, _ list: () throws -> RawAnswer
    ) throws -> [String: PhotoEntry] {
        while true {
            var photos: [String: PhotoEntry] = [:]
            let answer = try list()
            let page = try ListPhotosResult(
                jsonBytes: answer.body, strictness: .strict, limits: .answer)
            for case .present(let entry) in page.entries { photos[entry.pathDisplay] = entry }
            let isPending = photos.values.contains {
                if case .pending = $0.facts { true } else { false }
            }
            guard isPending else { return photos }
            let woken = try longpoll(page.cursor, port: port)
            #expect(woken.object["changes"] as? Bool == true)
        }
    }

    func thumbnails(
        _ hashes: [ContentHash], _ size: WireThumbnailSize, token: String? = nil
    ) throws -> [BatchedThumbnail] {
        let argument = ThumbnailsArgument(contentHashes: hashes, size: size).jsonBytes()
        let answer = try rpc(
            "carousel/thumbs/batch", String(decoding: argument, as: UTF8.self), token: token)
        #expect(answer.status == 200, "\(answer.text)")
        return try #require(
            ThumbnailBatchCoding.thumbnails(in: answer.body, count: hashes.count))
    }

    func get(
        _ path: String, token: String? = nil, headers: [(String, String)] = []
    ) throws -> RawAnswer {
        try RawClient(port: port).call(
            "GET", path, [("Authorization", "Bearer " + (token ?? ada))] + headers)
    }

}

extension ServerProcess {
    /// Runs a test that waits for another process's answers off the threads
    /// that servers of other tests need.
    static func running(_ body: @Sendable () async throws -> Void) async throws {
        try await withTaskExecutorPreference(ServerFixture.threads, operation: body)
    }

    /// Every photo by path, once all were read.
    func readPhotos() throws -> [String: PhotoEntry] {
        try ServerFixture.readPhotos(port: port) {
            try rpc("carousel/photos/list", #"{"limit":10000}"#)
        }
    }

    func put(_ bytes: [UInt8], at path: String) throws {
        let answer = try upload("files/upload", #"{"path":"\#(path)"}"#, bytes)
        #expect(answer.status == 200, "\(answer.text)")
    }

    /// Changes the rows of a server that does not run.
    func execute(_ sql: String) throws {
        let connection = try Connection(
            path: Array((data + "/files.db").utf8), access: .readWrite)
        try connection.execute(sql)
    }
}

/// Width and height that a JPEG's frame header says.
func dimensions(_ jpeg: [UInt8]) -> [Int]? {
    var index = 2
    while index + 9 < jpeg.count, jpeg[index] == 0xFF {
        let length = Int(jpeg[index + 2]) << 8 | Int(jpeg[index + 3])
        if (0xC0...0xC3).contains(jpeg[index + 1]) {
            return [
                Int(jpeg[index + 7]) << 8 | Int(jpeg[index + 8]),
                Int(jpeg[index + 5]) << 8 | Int(jpeg[index + 6]),
            ]
        }
        index += 2 + length
    }
    return nil
}
