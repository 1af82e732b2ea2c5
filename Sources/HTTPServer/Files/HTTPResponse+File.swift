extension HTTPResponse {
    /// The answer with a file, or the part of it that the request asks for.
    ///
    /// Heeds `Range` (one range; several are answered by the whole),
    /// `If-Range`, `If-None-Match` and `If-Match`: 200, 206, 304, 412 or 416.
    public static func file(
        _ file: OpenFile, contentType: String, tag: EntityTag? = nil,
        headers: ResponseHeaders = [:], for request: HTTPRequest
    ) -> HTTPResponse {
        fatalError("to be written")
    }
}
