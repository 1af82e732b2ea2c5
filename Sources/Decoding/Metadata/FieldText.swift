import DecoderProtocol

/// Makes a file's text fit to be a field.
enum FieldText {
    /// The text without the white space and NULs around it; nil when nothing
    /// is left or there is more than a field can sensibly hold.
    static func text(_ text: String) -> String? {
        let scalars = text.unicodeScalars
        func isPadding(_ scalar: Unicode.Scalar) -> Bool {
            scalar.value == 0 || scalar.properties.isWhitespace
        }
        guard let first = scalars.firstIndex(where: { !isPadding($0) }),
            let last = scalars.lastIndex(where: { !isPadding($0) })
        else { return nil }
        let trimmed = String(scalars[first...last])
        return trimmed.utf8.count <= FileFacts.textCapacity ? trimmed : nil
    }
}
