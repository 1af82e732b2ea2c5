/// What became of one entry of a batch.
public protocol BatchEntry: WireValue, Hashable {
    associatedtype Success
    associatedtype Failure: WireFailure
    init(_ result: Result<Success, Failure>)
    var result: Result<Success, Failure> { get }
}

/// An entry whose success stands in a field of its own.
public protocol NestedBatchEntry: BatchEntry where Success: WireValue {
    /// The name of that field.
    static var successField: StaticString { get }
}

extension NestedBatchEntry {
    public init(json: JSONValue, at place: WirePlace) throws(WireError) {
        var union = try WireUnion(json, at: place)
        switch union.tag {
        case "success":
            self.init(.success(try union.fields.required("\(Self.successField)")))
        case "failure": self.init(.failure(try union.fields.required("failure")))
        default: throw union.unknownTag
        }
    }

    public func write(to writer: inout JSONWriter) {
        switch result {
        case .success(let entry):
            writer.tagged("success") { $0.field(Self.successField, entry) }
        case .failure(let error): writer.tagged("failure") { $0.field("failure", error) }
        }
    }
}

/// An entry whose success is a file, its fields inlined:
/// `files/upload_session/finish_batch_v2`.
public struct FinishBatchEntry: BatchEntry, Sendable {
    public let result: Result<FileMetadata, SessionFinishError>

    public init(_ result: Result<FileMetadata, SessionFinishError>) {
        self.result = result
    }

    public init(json: JSONValue, at place: WirePlace) throws(WireError) {
        var union = try WireUnion(json, at: place)
        switch union.tag {
        case "success": result = .success(try FileMetadata(json: json, at: place))
        case "failure": result = .failure(try union.fields.required("failure"))
        default: throw union.unknownTag
        }
    }

    public func write(to writer: inout JSONWriter) {
        switch result {
        case .success(let file): writer.tagged("success") { file.writeFields(to: &$0) }
        case .failure(let error): writer.tagged("failure") { $0.field("failure", error) }
        }
    }
}

/// An entry whose success is `metadata` inlined: `files/delete_batch`.
public struct DeleteBatchEntry: NestedBatchEntry, Sendable {
    public static let successField: StaticString = "metadata"
    public let result: Result<Metadata, DeleteError>

    public init(_ result: Result<Metadata, DeleteError>) {
        self.result = result
    }
}

/// An entry whose success is an entry nested under `success`:
/// `files/move_batch_v2` and `files/copy_batch_v2`.
public struct RelocationBatchEntry: NestedBatchEntry, Sendable {
    public static let successField: StaticString = "success"
    public let result: Result<Metadata, RelocationEntryError>

    public init(_ result: Result<Metadata, RelocationEntryError>) {
        self.result = result
    }
}

/// An entry whose success is a folder: `files/create_folder_batch`.
public struct CreateFolderBatchEntry: NestedBatchEntry, Sendable {
    public static let successField: StaticString = "metadata"
    public let result: Result<FolderMetadata, CreateFolderError>

    public init(_ result: Result<FolderMetadata, CreateFolderError>) {
        self.result = result
    }
}

/// The result of a batch: one entry for each of the argument, in order.
public struct BatchResult<Entry: BatchEntry>: Hashable, Sendable, WireEncodable, WireDecodable {
    public var entries: [Entry]

    public init(entries: [Entry]) {
        self.entries = entries
    }

    public init(json: JSONValue, at place: WirePlace) throws(WireError) {
        var fields = try WireFields(json, at: place)
        entries = try fields.required("entries")
        fields.ignore(".tag")
        try fields.finish()
    }

    public func write(to writer: inout JSONWriter) {
        writer.object { $0.field("entries", entries) }
    }
}
