extension HTTPResponse {
    /// The answer with a file, or the part of it that the request asks for.
    ///
    /// Heeds `Range` (one range; several are answered by the whole),
    /// `If-Range`, `If-None-Match`, `If-Match`, `If-Modified-Since` and
    /// `If-Unmodified-Since`: 200, 206, 304, 412 or 416.
    ///
    /// - Parameter method: what to take the request for, when it is not what
    ///   it says: HTTP knows ranges of GET alone, and there are protocols that
    ///   read files by POST.
    public static func file(
        _ file: OpenFile, contentType: String, tag: EntityTag? = nil,
        headers: ResponseHeaders = [:], for request: HTTPRequest, as method: HTTPMethod? = nil
    ) -> HTTPResponse {
        var response = HTTPResponse(.ok, headers: headers)
        response.headers.add("Accept-Ranges", "bytes")
        response.headers.add("Last-Modified", HTTPDate.text(file.modified))
        if let tag { response.headers.add("ETag", tag.quoted) }
        let selection = Selection(
            method ?? request.method, request.headers, size: file.size, tag: tag,
            modified: file.modified)
        switch selection {
        case .whole: response.body = .file(file, 0..<file.size)
        case .part(let range):
            response.status = .partialContent
            response.headers.add(
                "Content-Range", "bytes \(range.lowerBound)-\(range.upperBound - 1)/\(file.size)")
            response.body = .file(file, range)
        case .notModified:
            response.status = .notModified
            return response
        case .preconditionFailed:
            response.status = .preconditionFailed
            return response
        case .unsatisfiable:
            response.status = .rangeNotSatisfiable
            response.headers.add("Content-Range", "bytes */\(file.size)")
            return response
        }
        response.headers.add("Content-Type", contentType)
        return response
    }
}
