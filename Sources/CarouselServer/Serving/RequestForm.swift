import DropboxAPI
import HTTPServer

/// The forms in which calls carry their arguments.
enum RequestForm {
    /// What is wrong with the content type of a JSON body; nil when nothing.
    static func wrongRPCType(_ request: HTTPRequest) -> String? {
        wrongType(request, ["application/json", "text/plain"])
    }

    /// What is wrong with the content type of a body of bytes.
    static func wrongUploadType(_ request: HTTPRequest) -> String? {
        wrongType(request, ["application/octet-stream", "text/plain"])
    }

    private static func wrongType(_ request: HTTPRequest, _ allowed: [String]) -> String? {
        guard let field = request.headers["Content-Type"], !field.isEmpty,
            !allowed.contains(field)
        else { return nil }
        let type = field.prefix { $0 != ";" && $0 != " " }.lowercased()
        guard !allowed.contains(type) else { return nil }
        let list = allowed.map { "\"\($0)\"" }.joined(separator: ", ")
        return "Bad HTTP \"Content-Type\" header: \"\(type)\". Expecting one of \(list)"
    }

    /// The argument of a header or of the query.
    static func headerArgument<Argument: WireDecodable>(
        _ request: HTTPRequest
    ) throws(ServerError) -> Argument {
        // As bytes: what is no UTF-8 is refused, not made the same for all.
        if let bytes = request.headers.bytes(of: "Dropbox-API-Arg") {
            return try argument(bytes, named: "HTTP header \"Dropbox-API-Arg\"")
        }
        if let bytes = request.target.queryBytes("arg") {
            return try argument(bytes, named: "URL parameter \"arg\"")
        }
        throw .badRequest("Must provide HTTP header \"Dropbox-API-Arg\" or URL parameter \"arg\".")
    }

    /// The argument that bytes spell.
    /// - Parameter place: where they stood, for the refusal.
    static func argument<Argument: WireDecodable>(
        _ bytes: [UInt8], named place: String
    ) throws(ServerError) -> Argument {
        do throws(WireError) {
            return try Argument(jsonBytes: bytes, strictness: .strict)
        } catch {
            throw .badRequest("\(place): \(error)")
        }
    }
}
