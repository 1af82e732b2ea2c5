/// What a batch route answers: the result at once, or a job to ask about.
public enum Launch<Value: WireValue & Hashable>: Hashable, Sendable, WireEncodable,
    WireDecodable
{
    case job(AsyncJobID)
    case complete(Value)

    public init(json: JSONValue, at place: WirePlace) throws(WireError) {
        var union = try WireUnion(json, at: place)
        switch union.tag {
        case "async_job_id": self = .job(try union.fields.required("async_job_id"))
        case "complete": self = .complete(try Value(json: json, at: place))
        default: throw union.unknownTag
        }
    }

    public func write(to writer: inout JSONWriter) {
        switch self {
        case .job(let id): writer.tagged("async_job_id") { $0.field("async_job_id", id) }
        case .complete(let value): writer.tag("complete", inlining: value)
        }
    }
}

/// How far a job is.
public enum JobStatus<Value: WireValue & Hashable>: Hashable, Sendable, WireEncodable,
    WireDecodable
{
    case inProgress
    case complete(Value)
    /// The batch as a whole was refused.
    case failed(BatchError)

    public init(json: JSONValue, at place: WirePlace) throws(WireError) {
        var union = try WireUnion(json, at: place)
        switch union.tag {
        case "in_progress": self = .inProgress
        case "complete": self = .complete(try Value(json: json, at: place))
        case "failed": self = .failed(try union.fields.required("failed"))
        default: throw union.unknownTag
        }
    }

    public func write(to writer: inout JSONWriter) {
        switch self {
        case .inProgress: writer.tagged("in_progress")
        case .complete(let value): writer.tag("complete", inlining: value)
        case .failed(let error): writer.tagged("failed") { $0.field("failed", error) }
        }
    }
}

/// The argument of every `…/check` route.
public struct PollArgument: Hashable, Sendable, WireEncodable, WireDecodable {
    public var jobID: AsyncJobID

    public init(jobID: AsyncJobID) {
        self.jobID = jobID
    }

    public init(json: JSONValue, at place: WirePlace) throws(WireError) {
        var fields = try WireFields(json, at: place)
        jobID = try fields.required("async_job_id")
        try fields.finish()
    }

    public func write(to writer: inout JSONWriter) {
        writer.object { $0.field("async_job_id", jobID) }
    }
}
