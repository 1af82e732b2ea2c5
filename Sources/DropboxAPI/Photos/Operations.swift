import Photos

extension OperationID: WireEncodable, WireDecodable {
    public init(json: JSONValue, at place: WirePlace) throws(WireError) {
        let text = try String(json: json, at: place)
        let digits = Array(text.utf8)
        let isHexadecimal = digits.allSatisfy { digit in
            (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(digit)
                || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(digit)
        }
        guard digits.count == 32, isHexadecimal, let high = UInt64(text.prefix(16), radix: 16),
            let low = UInt64(text.suffix(16), radix: 16)
        else {
            throw WireError(
                place: place, reason: .invalid("expected 32 lower-case hexadecimal digits"))
        }
        self.init(high: high, low: low)
    }

    public func write(to writer: inout JSONWriter) { writer.plainString(description.utf8) }
}

/// A point in an account's history: what an answer's effect is part of, and
/// what a page of a feed has reached.
public struct FeedMark: Hashable, Sendable {
    /// The life of the server's store. Another one means that the server came
    /// back from a backup: what was answered before may be undone.
    public var epoch: UInt32
    /// Grows with every change of the account.
    public var sequence: Int64

    public init(epoch: UInt32, sequence: Int64) {
        self.epoch = epoch
        self.sequence = sequence
    }

    init(_ fields: inout WireFields) throws(WireError) {
        let number: Int64 = try fields.required("epoch")
        guard let epoch = UInt32(exactly: number) else {
            throw WireError(
                place: fields.place.field("epoch"), reason: .invalid("\(number) is no epoch"))
        }
        self.epoch = epoch
        sequence = try fields.required("sequence")
    }

    /// `epoch` and `sequence`, without braces.
    func writeFields(to writer: inout JSONWriter) {
        writer.field("epoch", Int64(epoch))
        writer.field("sequence", sequence)
    }
}

/// The argument of a change that may carry the name of its operation. The
/// name goes to our own server only: the public service refuses fields that
/// it does not know.
public struct Named<Argument: WireValue & Hashable>: Hashable, Sendable, WireEncodable,
    WireDecodable
{
    public var argument: Argument
    /// A repeat under the same name gives the first answer and does nothing.
    public var operation: OperationID?

    public init(_ argument: Argument, operation: OperationID? = nil) {
        self.argument = argument
        self.operation = operation
    }

    public init(json: JSONValue, at place: WirePlace) throws(WireError) {
        var rest = json
        operation = nil
        if case .object(var members) = json,
            let index = members.firstIndex(where: { $0.name == "op_id" })
        {
            let name = members.remove(at: index).value
            if name != .null {
                operation = try OperationID(json: name, at: place.field("op_id"))
            }
            rest = .object(members)
        }
        argument = try Argument(json: rest, at: place)
    }

    public func write(to writer: inout JSONWriter) {
        argument.write(to: &writer)
        guard let operation else { return }
        writer.extendObject { $0.field("op_id", operation) }
    }
}

/// The result of a change, with the point of the history that it reached.
/// The public service does not tell one.
public struct Marked<Value: WireValue & Hashable>: Hashable, Sendable, WireEncodable,
    WireDecodable
{
    public var value: Value
    public var mark: FeedMark?

    public init(_ value: Value, mark: FeedMark?) {
        self.value = value
        self.mark = mark
    }

    public init(json: JSONValue, at place: WirePlace) throws(WireError) {
        mark = nil
        var rest = json
        if json["epoch"] != nil, json["sequence"] != nil, case .object(let members) = json {
            var fields = try WireFields(json, at: place)
            mark = try FeedMark(&fields)
            rest = .object(members.filter { $0.name != "epoch" && $0.name != "sequence" })
        }
        value = try Value(json: rest, at: place)
    }

    public func write(to writer: inout JSONWriter) {
        value.write(to: &writer)
        guard let mark else { return }
        writer.extendObject { mark.writeFields(to: &$0) }
    }
}
