/// The one thing we read in Apple's maker note.
///
/// The note is `Apple iOS`, NUL, two bytes, `MM` and a TIFF directory whose
/// offsets count from the note's beginning (as in exiftool's `Apple.pm`).
enum AppleMakerNote {
    /// The id that a Live Photo's picture and film share.
    static func contentIdentifier(in note: UnsafeRawBufferPointer) -> String? {
        let signature = Array("Apple iOS\0".utf8)
        guard note.starts(with: signature), let order = integer(in: note, at: 12, size: 2),
            order == 0x4D4D, let count = integer(in: note, at: 14, size: 2)
        else { return nil }
        for index in 0..<count {
            let entry = 16 + index * 12
            guard let tag = integer(in: note, at: entry, size: 2) else { return nil }
            // ContentIdentifier, ASCII.
            guard tag == 0x0011, integer(in: note, at: entry + 2, size: 2) == 2 else { continue }
            return text(in: note, ofEntryAt: entry)
        }
        return nil
    }

    private static func text(in note: UnsafeRawBufferPointer, ofEntryAt entry: Int) -> String? {
        guard let length = integer(in: note, at: entry + 4, size: 4), length > 4,
            let start = integer(in: note, at: entry + 8, size: 4),
            start <= note.count, length <= note.count - start
        else { return nil }
        let bytes = note[start..<start + length].prefix { $0 != 0 }
        guard let text = String(validating: bytes, as: UTF8.self) else { return nil }
        return FieldText.text(text)
    }

    private static func integer(
        in note: UnsafeRawBufferPointer, at position: Int, size: Int
    ) -> Int? {
        guard position <= note.count - size else { return nil }
        return note[position..<position + size].reduce(0) { $0 << 8 | Int($1) }
    }
}
