/// Two columns of text for a help text.
enum TextColumns {
    /// Rows with their second column aligned and wrapped at 80; a first
    /// column wider than 24 has its line to itself.
    static func render(_ rows: [(String, String)]) -> String {
        let width = min(rows.map { $0.0.count }.max() ?? 0, 24)
        let indent = String(repeating: " ", count: width + 4)
        var text = ""
        for (first, second) in rows {
            let lines = wrap(second, width: 80 - indent.count)
            var start = "  " + first
            if first.count > width {
                text += start + "\n"
                start = indent
            } else {
                start += String(repeating: " ", count: indent.count - start.count)
            }
            text += start + lines.joined(separator: "\n" + indent) + "\n"
        }
        return text
    }

    /// A paragraph broken between words; a word longer than a line stands
    /// alone.
    static func wrap(_ text: String, width: Int) -> [String] {
        var lines: [String] = []
        var line = ""
        for word in text.split(separator: " ") {
            if !line.isEmpty, line.count + 1 + word.count > width {
                lines.append(line)
                line = ""
            }
            line += (line.isEmpty ? "" : " ") + word
        }
        return lines + [line]
    }
}
