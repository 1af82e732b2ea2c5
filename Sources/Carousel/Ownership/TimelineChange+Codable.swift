import Photos
import Store

extension TimelineChange: Codable {
    private enum Key: String, CodingKey {
        case luid, taken, name, flags, width, height, seconds, thumbHash, removed
    }

    /// Refuses what is no change; a thumb hash that is too long is one.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: Key.self)
        let luid = LUID(try values.decode(Int64.self, forKey: .luid))
        if try values.decodeIfPresent(Bool.self, forKey: .removed) == true {
            self = .remove(luid)
            return
        }
        let bytes = try values.decode([UInt8].self, forKey: .thumbHash)
        guard let thumbHash = ThumbHash(bytes: bytes) else {
            throw DecodingError.dataCorruptedError(
                forKey: .thumbHash, in: values, debugDescription: "\(bytes.count) bytes")
        }
        let taken = try values.decodeIfPresent(Int64.self, forKey: .taken)
        self = .put(
            HotRecord(
                luid: luid, taken: taken.map { CaptureTime(milliseconds: $0) },
                nameKey: NameKey(rawValue: try values.decode(UInt32.self, forKey: .name)),
                flags: PhotoFlags(rawValue: try values.decode(UInt16.self, forKey: .flags)),
                width: try values.decode(UInt16.self, forKey: .width),
                height: try values.decode(UInt16.self, forKey: .height),
                durationSeconds: try values.decode(UInt16.self, forKey: .seconds),
                thumbHash: thumbHash))
    }

    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: Key.self)
        switch self {
        case .remove(let luid):
            try values.encode(luid.rawValue, forKey: .luid)
            try values.encode(true, forKey: .removed)
        case .put(let record):
            try values.encode(record.luid.rawValue, forKey: .luid)
            try values.encodeIfPresent(record.taken?.milliseconds, forKey: .taken)
            try values.encode(record.nameKey.rawValue, forKey: .name)
            try values.encode(record.flags.rawValue, forKey: .flags)
            try values.encode(record.width, forKey: .width)
            try values.encode(record.height, forKey: .height)
            try values.encode(record.durationSeconds, forKey: .seconds)
            try values.encode(record.thumbHash.bytes, forKey: .thumbHash)
        }
    }
}
