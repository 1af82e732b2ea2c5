import DecoderProtocol

/// Makes a file's text fit to be a field.
enum FieldText {
    /// The text without the spaces, control characters and NULs around it;
    /// nil when nothing is left or there is more than a field can sensibly
    /// hold. Bytes that are not UTF-8 become U+FFFD.
    static func text(_ bytes: UnsafeBufferPointer<UInt8>) -> String? {
        func isPadding(_ byte: UInt8) -> Bool { byte <= 0x20 || byte == 0x7F }
        guard let first = bytes.firstIndex(where: { !isPadding($0) }),
            let last = bytes.lastIndex(where: { !isPadding($0) }),
            last - first < FileFacts.textCapacity
        else { return nil }
        let text = String(decoding: bytes[first...last], as: UTF8.self)
        // Repairs make it longer.
        return text.utf8.count <= FileFacts.textCapacity ? text : nil
    }

    /// The same of a C string.
    static func text(_ pointer: UnsafePointer<CChar>) -> String? {
        var count = 0
        while pointer[count] != 0 { count += 1 }
        return pointer.withMemoryRebound(to: UInt8.self, capacity: count) {
            text(UnsafeBufferPointer(start: $0, count: count))
        }
    }
}
