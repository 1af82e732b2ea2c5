import Photos

extension DecoderReply {
    /// The most bytes of the two thumbnails; ours have about 17,000 and
    /// 2,500.
    private static let s256Capacity = 256 << 10
    static let s75Capacity = 64 << 10
    /// The most bytes of a picture, with room for the rest of its message.
    public static let pictureCapacity = FrameHeader.replyCapacity - 1024

    /// The message of this reply.
    public var message: [UInt8] {
        var writer = MessageWriter()
        switch self {
        case .ready(let version):
            writer.put(1 as UInt8)
            writer.put(UInt16(clamping: version))
        case .facts(let facts):
            writer.put(2 as UInt8)
            facts.write(to: &writer)
        case .thumbnails(let made):
            writer.put(3 as UInt8)
            made.write(to: &writer)
        case .picture(let bytes):
            writer.put(4 as UInt8)
            writer.put(bytes)
        case .failure(let failure):
            writer.put(5 as UInt8)
            failure.write(to: &writer)
        case .sidecar(let facts):
            writer.put(6 as UInt8)
            facts.write(to: &writer)
        }
        return writer.bytes
    }

    /// The reply that a message holds.
    public init(message: [UInt8]) throws(ProtocolError) {
        var reader = MessageReader(message)
        switch try reader.take(UInt8.self) {
        case 1: self = .ready(protocolVersion: Int(try reader.take(UInt16.self)))
        case 2: self = .facts(try FileFacts(from: &reader))
        case 3:
            self = .thumbnails(
                MadeThumbnails(
                    s256: try reader.takeData(upTo: Self.s256Capacity),
                    s75: try reader.takeData(upTo: Self.s75Capacity),
                    thumbHash: try ThumbHash(from: &reader),
                    damage: try reader.takeOptional("damage", DecodingFailure.init(from:))))
        case 4: self = .picture(try reader.takeData(upTo: Self.pictureCapacity))
        case 5: self = .failure(try DecodingFailure(from: &reader))
        case 6: self = .sidecar(try SidecarFacts(from: &reader))
        case let tag: throw .unknownTag(tag, of: "reply")
        }
        try reader.finish()
    }
}

extension MadeThumbnails {
    fileprivate func write(to writer: inout MessageWriter) {
        writer.put(s256)
        writer.put(s75)
        writer.put(thumbHash.bytes)
        writer.putOptional(damage) { $1.write(to: &$0) }
    }
}

extension ThumbHash {
    init(from reader: inout MessageReader) throws(ProtocolError) {
        let bytes = try reader.takeData(upTo: Self.capacity)
        guard let hash = ThumbHash(bytes: bytes) else { throw .badValue(of: "ThumbHash") }
        self = hash
    }
}

extension DecodingFailure {
    fileprivate func write(to writer: inout MessageWriter) {
        writer.put(reason.rawValue)
        writer.put(detail)
    }

    fileprivate init(from reader: inout MessageReader) throws(ProtocolError) {
        let name = try reader.takeText(upTo: 32, "reason")
        guard let reason = ProblemReason(rawValue: name) else { throw .badValue(of: "reason") }
        self.init(reason, try reader.takeText(upTo: Self.detailCapacity, "detail"))
    }
}
