/// A request to a server.
public struct OutgoingRequest: Sendable {
    public enum Method: String, Sendable {
        case get = "GET"
        case head = "HEAD"
        case post = "POST"
    }

    /// What is sent along.
    public enum Body: Sendable {
        case none
        case bytes([UInt8])
        /// Bytes made as they are sent, in pieces of any size, nil at their
        /// end; in chunks when the length is not known. Called again when
        /// less than `Exchange.sendingBuffer` bytes wait for the network.
        case stream(length: Int64?, next: @Sendable () async throws -> [UInt8]?)
    }

    public var method: Method
    /// An absolute `http` or `https` address.
    public var url: String
    public var fields: [HeaderField]
    public var body: Body
    public var limits: TimeLimits

    public init(
        _ method: Method, _ url: String, fields: [HeaderField] = [], body: Body = .none,
        limits: TimeLimits = TimeLimits()
    ) {
        self.method = method
        self.url = url
        self.fields = fields
        self.body = body
        self.limits = limits
    }

    /// Asks for the bytes from here on only.
    public mutating func resume(at offset: Int64) {
        fields.append(HeaderField("Range", "bytes=\(offset)-"))
    }

    /// What makes the request unfit to be sent: a line end in a field would
    /// begin another field, or another request.
    var problem: String? {
        guard url.hasPrefix("https://") || url.hasPrefix("http://"), Self.isClean(url),
            !url.utf8.contains(UInt8(ascii: " "))
        else { return "its address is not one of http or https" }
        let isSound = fields.allSatisfy { field in
            !field.name.isEmpty && Self.isClean(field.name) && Self.isClean(field.value)
                && !field.name.utf8.contains(UInt8(ascii: ":"))
                && !field.name.utf8.contains(UInt8(ascii: " "))
        }
        return isSound ? nil : "a header field has characters that none may have"
    }

    private static func isClean(_ text: String) -> Bool {
        text.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F || $0 == 0x09 }
    }
}

/// One field of a head.
public struct HeaderField: Hashable, Sendable {
    public var name: String
    public var value: String

    public init(_ name: String, _ value: String) {
        self.name = name
        self.value = value
    }
}
