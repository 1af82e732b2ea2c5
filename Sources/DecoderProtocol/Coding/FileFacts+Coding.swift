import Photos

extension FileFacts {
    /// Fields go in the order of their raw values, so that equal facts have
    /// equal messages.
    func write(to writer: inout MessageWriter) {
        writer.put(format.rawValue)
        Self.write(fields, to: &writer)
        writer.putOptional(size) { writer, size in
            writer.put(UInt32(clamping: size.width))
            writer.put(UInt32(clamping: size.height))
        }
        writer.putOptional(location) { $1.write(to: &$0) }
        writer.putOptional(durationMilliseconds) { $0.put(UInt64(clamping: $1)) }
        writer.put(isAnimated)
        writer.putOptional(motion) { writer, motion in
            writer.put(UInt64(motion.offset))
            writer.put(UInt64(motion.length))
        }
        writer.putOptional(earlyThumbnail) { writer, early in
            writer.put(early.s75)
            writer.put(early.thumbHash.bytes)
        }
    }

    init(from reader: inout MessageReader) throws(ProtocolError) {
        let tag = try reader.take(UInt8.self)
        guard let format = FileFormat(rawValue: tag) else {
            throw .unknownTag(tag, of: "format")
        }
        self.init(format: format)
        fields = try Self.fields(from: &reader)
        size = try reader.takeOptional("size", PixelSize.init(from:))
        location = try reader.takeOptional("location", Coordinate.init(from:))
        durationMilliseconds = try reader.takeOptional("duration") {
            reader throws(ProtocolError) in
            guard let duration = Int(exactly: try reader.take(UInt64.self)) else {
                throw .badValue(of: "duration")
            }
            return duration
        }
        isAnimated = try reader.takeBool("isAnimated")
        motion = try reader.takeOptional("motion") { reader throws(ProtocolError) in
            let offset = Int64(exactly: try reader.take(UInt64.self))
            let length = Int64(exactly: try reader.take(UInt64.self))
            guard let offset, let length, let motion = MotionPart(offset: offset, length: length)
            else { throw .badValue(of: "motion") }
            return motion
        }
        earlyThumbnail = try reader.takeOptional("early thumbnail") {
            reader throws(ProtocolError) in
            EarlyThumbnail(
                s75: try reader.takeData(upTo: DecoderReply.s75Capacity),
                thumbHash: try ThumbHash(from: &reader))
        }
    }

    fileprivate static func write(
        _ fields: [MetadataField: String], to writer: inout MessageWriter
    ) {
        writer.put(UInt8(fields.count))
        for field in MetadataField.allCases {
            guard let text = fields[field] else { continue }
            writer.put(field.rawValue)
            writer.put(text.cut(toBytes: Self.textCapacity))
        }
    }

    fileprivate static func fields(
        from reader: inout MessageReader
    ) throws(ProtocolError) -> [MetadataField: String] {
        var fields: [MetadataField: String] = [:]
        for _ in 0..<(try reader.take(UInt8.self)) {
            let tag = try reader.take(UInt8.self)
            guard let field = MetadataField(rawValue: tag) else {
                throw .unknownTag(tag, of: "field")
            }
            let text = try reader.takeText(upTo: textCapacity, "field")
            guard fields.updateValue(text, forKey: field) == nil else {
                throw .badValue(of: "field twice")
            }
        }
        return fields
    }
}

extension PixelSize {
    fileprivate init(from reader: inout MessageReader) throws(ProtocolError) {
        let width = try reader.take(UInt32.self)
        let height = try reader.take(UInt32.self)
        guard width > 0, height > 0 else { throw .badValue(of: "size") }
        self.init(width: Int(width), height: Int(height))
    }
}

extension SidecarFacts {
    func write(to writer: inout MessageWriter) {
        FileFacts.write(fields, to: &writer)
        writer.putOptional(location) { $1.write(to: &$0) }
    }

    init(from reader: inout MessageReader) throws(ProtocolError) {
        self.init(
            fields: try FileFacts.fields(from: &reader),
            location: try reader.takeOptional("location", Coordinate.init(from:)))
    }
}
