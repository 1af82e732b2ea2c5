import DropboxAPI
import HTTPServer
import Photos

/// Originals for people with a link.
struct PhotoDownload {
    /// Bytes read at once.
    private static let piece = 256 << 10

    let store: FileStore

    /// One file, to be saved.
    func original(
        of photo: LinkedPhotoView, _ request: HTTPRequest
    ) throws(ServerError) -> HTTPResponse {
        .file(
            try open(photo.hash), contentType: "application/octet-stream",
            tag: EntityTag(photo.hash.hexadecimal), headers: Self.headers(photo.name),
            for: request)
    }

    /// All files of a link as one archive, made while it is sent.
    func archive(
        of photos: [LinkedPhotoView], _ link: StoredPhotoLink
    ) throws(ServerError) -> HTTPResponse {
        let archive = ZIPArchive(
            photos.map { photo in
                ZIPArchive.Member(
                    name: photo.name, size: photo.size, modified: Self.time(of: photo))
            })
        var response = HTTPResponse(
            .ok, headers: Self.headers((link.title ?? "photos") + ".zip"),
            body: .stream(length: archive.length) { [self] writer in
                try await send(photos, archive, to: writer)
            })
        response.headers.add("Content-Type", "application/zip")
        return response
    }

    private func send(
        _ photos: [LinkedPhotoView], _ archive: ZIPArchive, to writer: ResponseWriter
    ) async throws {
        var archive = archive
        for (index, photo) in photos.enumerated() {
            try await writer.write(archive.header(of: index))
            // What was deleted meanwhile ends the answer before its length.
            let file = try open(photo.hash)
            var checksum = CRC32()
            var offset: Int64 = 0
            while offset < photo.size {
                let (start, before) = (offset, checksum)
                let bytes: [UInt8]
                (bytes, checksum) = try await withTaskExecutorPreference(store.threads) {
                    let count = Int(min(Int64(Self.piece), photo.size - start))
                    let bytes = try file.read(at: start, upTo: count)
                    var checksum = before
                    checksum.update(bytes)
                    return (bytes, checksum)
                }
                guard !bytes.isEmpty else {
                    throw ServerError.damaged("blob \(photo.hash) is shorter than it was")
                }
                offset += Int64(bytes.count)
                try await writer.write(bytes)
            }
            try await writer.write(archive.descriptor(of: index, checksum: checksum.value))
        }
        try await writer.write(archive.directory())
    }

    private func open(_ hash: ContentHash) throws(ServerError) -> OpenFile {
        // Once more for one that was settled between the look and the open.
        for _ in 0..<2 {
            guard let path = store.blobs.path(of: hash) else { continue }
            if let file = try? OpenFile(path: path) { return file }
        }
        throw .damaged("blob \(hash) cannot be read")
    }

    /// When a photo was taken, as archives have it.
    private static func time(of photo: LinkedPhotoView) -> DOSTime {
        var taken: CaptureTime?
        if case .ready(let facts) = photo.facts { taken = facts.metadata.taken }
        guard let taken else {
            return DOSTime(year: 1980, month: 1, day: 1, hour: 0, minute: 0, second: 0)
        }
        let date = taken.date
        return DOSTime(
            year: date.year, month: date.month, day: date.day, hour: taken.hour,
            minute: taken.minute, second: taken.second)
    }

    /// A stranger's file is saved, never shown as a page of this server.
    static func headers(_ name: String) -> ResponseHeaders {
        [
            "Content-Disposition": "attachment; filename*=UTF-8''" + LinkMaker.escaped(name),
            "Content-Security-Policy": "sandbox; default-src 'none'",
            "X-Content-Type-Options": "nosniff", "Cache-Control": "private, no-store",
        ]
    }
}
