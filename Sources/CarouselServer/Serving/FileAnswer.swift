import DropboxAPI
import HTTPServer

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
        let open: OpenFile
        do throws(HTTPServerError) {
            open = try OpenFile(path: store.blobs.blob(hash))
        } catch {
            throw .damaged("blob \(hash) cannot be read: \(error)")
        }
        guard open.size == file.size else {
            throw .damaged("blob \(hash) has \(open.size) bytes instead of \(file.size)")
        }
        return .file(
            open, contentType: contentType, tag: EntityTag(hash.hexadecimal), headers: headers,
            for: request, as: .get)
    }
}
