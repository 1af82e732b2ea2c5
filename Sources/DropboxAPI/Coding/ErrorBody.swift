/// The body of an answer that is no success: `error_summary` and `error`.
///
/// The summary is for people: its tail of a slash and dots varies on
/// purpose in the real service, so that nobody compares it whole.
public struct ErrorBody<Failure: WireFailure>: Hashable, Sendable, WireEncodable,
    WireDecodable
{
    public var failure: Failure
    public var summary: String

    public init(_ failure: Failure) {
        self.failure = failure
        summary = failure.summary.joined(separator: "/") + "/.."
    }

    public init(json: JSONValue, at place: WirePlace) throws(WireError) {
        var fields = try WireFields(json, at: place)
        failure = try fields.required("error")
        summary = try fields.optional("error_summary", default: "")
        fields.ignore("user_message")
        try fields.finish()
    }

    public func write(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.field("error_summary", summary)
            writer.field("error", failure)
        }
    }
}
