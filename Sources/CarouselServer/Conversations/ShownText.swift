/// Names and texts that others are shown: as they were written, but for
/// characters that are no text.
enum ShownText {
    /// A text of several lines; nil when nothing is left.
    static func lines(_ text: String?) -> String? {
        guard let text else { return nil }
        let kept = String(
            String.UnicodeScalarView(
                text.unicodeScalars.filter { scalar in
                    scalar.properties.generalCategory != .control || scalar == "\n"
                        || scalar == "\t"
                }))
        return kept.allSatisfy(\.isWhitespace) ? nil : kept
    }

    /// A name: one line; nil when nothing is left.
    static func name(_ text: String?) -> String? {
        guard let text else { return nil }
        let kept = String(
            String.UnicodeScalarView(
                text.unicodeScalars.map { scalar in
                    scalar == "\n" || scalar == "\t" ? " " : scalar
                }.filter { $0.properties.generalCategory != .control }))
        return kept.allSatisfy(\.isWhitespace) ? nil : kept
    }
}
