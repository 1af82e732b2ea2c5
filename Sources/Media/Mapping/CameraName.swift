/// A camera's name for people, from what its maker wrote.
enum CameraName {
    /// Maker and model without the maker twice: `Canon` and `Canon EOS 70D`
    /// are `Canon EOS 70D`, `NIKON CORPORATION` and `NIKON D70` are
    /// `NIKON D70`. Nil when both are blank.
    static func name(make: String?, model: String?) -> String? {
        let make = cleaned(make)
        let model = cleaned(model)
        guard !model.isEmpty else { return make.isEmpty ? nil : make }
        guard !make.isEmpty else { return model }
        let brand = firstWord(make)
        let isNamed =
            firstWord(model) == brand || (brand == "hewlett-packard" && firstWord(model) == "hp")
        return isNamed ? model : make + " " + model
    }

    /// Printable text on one line with single blanks, of bounded length.
    private static func cleaned(_ text: String?) -> String {
        guard let text else { return "" }
        return isClean(text.utf8) ? text : cleaned(text)
    }

    /// Whether there is nothing to do, which is so for nearly all cameras.
    private static func isClean(_ text: String.UTF8View) -> Bool {
        guard text.count <= longest else { return false }
        var last = UInt8(ascii: " ")
        for byte in text {
            guard (0x20..<0x7F).contains(byte), byte != 0x20 || last != 0x20 else {
                return false
            }
            last = byte
        }
        return last != 0x20
    }

    private static func cleaned(_ text: String) -> String {
        let scalars = text.unicodeScalars.prefix(longest)
            .prefix { $0 != "\0" }
            .map { $0.properties.generalCategory == .control ? " " : $0 }
        var clean = String.UnicodeScalarView()
        clean.append(contentsOf: scalars)
        return String(clean).split(separator: " ").joined(separator: " ")
    }

    private static func firstWord(_ text: String) -> String {
        (text.split(separator: " ").first ?? "").lowercased()
    }

    private static let longest = 200
}
