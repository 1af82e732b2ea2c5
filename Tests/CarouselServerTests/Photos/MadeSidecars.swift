import DropboxAPI
import Photos
import TestSupport
import Testing

@testable import CarouselServer

/// Files beside photos.
enum MadeSidecars {
    /// Google Takeout's JSON.
    /// - Parameter seconds: since 1970.
    static func takeout(_ seconds: Int) -> [UInt8] {
        Array(
            """
            {"title": "x", "photoTakenTime": {"timestamp": "\(seconds)"},
             "geoData": {"latitude": 0.0, "longitude": 0.0}}
            """.utf8)
    }

    /// An XMP file, of a photo taken in Basel.
    static func xmp(_ date: String) -> [UInt8] {
        Array(
            """
            <?xpacket begin="" id="W5M0MpCehiHzreSzNTczkc9d"?>
            <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF
             xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description
             rdf:about="" xmlns:exif="http://ns.adobe.com/exif/1.0/"
             exif:DateTimeOriginal="\(date)"
             exif:GPSLatitude="47,30.0N" exif:GPSLongitude="7,30.0E"/></rdf:RDF></x:xmpmeta>
            """.utf8)
    }
}

extension PhotoEntry {
    /// What was read; nil while it was not.
    var metadata: PhotoMetadata? {
        switch facts {
        case .pending: nil
        case .ready(let facts), .failed(let facts, _): facts.metadata
        }
    }

    var dateSource: DateSource? { metadata?.dateSource }
}

extension ServerFixture {
    /// Every photo by path, once all were read and are as they are to be:
    /// sidecars are looked at after the photos.
    func photos(
        token: String? = nil, until isDone: ([String: PhotoEntry]) -> Bool
    ) throws -> [String: PhotoEntry] {
        try Self.photos(
            port: port, until: isDone,
            { try rpc("carousel/photos/list", #"{"limit":10000}"#, token: token) })
    }

    /// The same of any server.
    static func photos(
        port: UInt16, until isDone: ([String: PhotoEntry]) -> Bool, _ list: () throws -> RawAnswer
    ) throws -> [String: PhotoEntry] {
        // Each round waits for a change; more changes there are not.
        for _ in 0..<100 {
            let page = try ListPhotosResult(
                jsonBytes: list().body, strictness: .strict, limits: .answer)
            var photos: [String: PhotoEntry] = [:]
            for case .present(let entry) in page.entries { photos[entry.pathDisplay] = entry }
            if photos.values.allSatisfy({ $0.metadata != nil }), isDone(photos) { return photos }
            let woken = try longpoll(page.cursor, port: port)
            guard woken.object["changes"] as? Bool == true else {
                throw ServerError.failed("nothing more changed: \(photos)")
            }
        }
        throw ServerError.failed("the photos did not become what they were to be")
    }
}

extension ServerProcess {
    /// Every photo by path, once all are as they are to be.
    func photos(
        until isDone: ([String: PhotoEntry]) -> Bool
    ) throws -> [String: PhotoEntry] {
        try ServerFixture.photos(port: port, until: isDone) {
            try rpc("carousel/photos/list", #"{"limit":10000}"#)
        }
    }
}
