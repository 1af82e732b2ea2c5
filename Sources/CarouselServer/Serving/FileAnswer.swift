import DropboxAPI
import HTTPServer
import Photos

/// A file's bytes as an answer, with ranges and conditions.
struct FileAnswer {
    let store: FileStore

    /// The answer of a download route: the metadata is in the header.
    func answer(
        _ file: FileMetadata, for request: HTTPRequest
    ) throws(ServerError) -> HTTPResponse {
        try answer(
            file, contentType: "application/octet-stream",
            headers: ["Dropbox-API-Result": file.headerText], for: request)
    }

    /// The answer with other headers: for links.
    func answer(
        _ file: FileMetadata, contentType: String, headers: ResponseHeaders,
        for request: HTTPRequest
    ) throws(ServerError) -> HTTPResponse {
        guard let hash = file.contentHash else { throw .failed("a file without content") }
        return try answer(
            hash, size: file.size, contentType: contentType, headers: headers, for: request)
    }

    /// The answer with a content.
    func answer(
        _ hash: ContentHash, size: Int64, contentType: String, headers: ResponseHeaders,
        for request: HTTPRequest
    ) throws(ServerError) -> HTTPResponse {
        let open = try open(hash)
        guard open.size == size else {
            throw .damaged("blob \(hash) has \(open.size) bytes instead of \(size)")
        }
        return .file(
            open, contentType: contentType, tag: EntityTag(hash.hexadecimal), headers: headers,
            for: request, as: .get)
    }

    private func open(_ hash: ContentHash) throws(ServerError) -> OpenFile {
        var reason = "it is missing"
        // Once more for one that was settled between the look and the open.
        for _ in 0..<2 {
            guard let path = store.blobs.path(of: hash) else { continue }
            do throws(HTTPServerError) {
                return try OpenFile(path: path)
            } catch {
                reason = error.words
            }
        }
        throw .damaged("blob \(hash) cannot be read: \(reason)")
    }
}
