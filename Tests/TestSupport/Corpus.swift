import Foundation
import Testing

/// Real files that nobody here made, with values read by independent tools;
/// they lie beside the package on some machines only. Nothing is copied.
public enum Corpus {
    /// One row of the manifest.
    public struct File: Sendable, CustomTestStringConvertible {
        public let values: [String: String]

        /// A column's value; nil when the manifest has none.
        public subscript(column: String) -> String? {
            values[column].flatMap { $0 == "-" || $0.isEmpty ? nil : $0 }
        }

        public var path: String { values["path"] ?? "" }
        public var testDescription: String { path }
    }

    /// The folder; nil where there is none.
    public static let folder: String? = {
        let package = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
        let folder = package.deletingLastPathComponent().appendingPathComponent("shared/corpus")
            .path
        return FileManager.default.fileExists(atPath: folder + "/MANIFEST.tsv") ? folder : nil
    }()

    public static var isThere: Bool { folder != nil }

    /// All rows of the manifest; none where there is no corpus.
    public static let files: [File] = {
        guard let folder,
            let text = try? String(contentsOfFile: folder + "/MANIFEST.tsv", encoding: .utf8)
        else { return [] }
        let lines = text.split(separator: "\n")
        guard let head = lines.first else { return [] }
        let columns = head.split(separator: "\t", omittingEmptySubsequences: false).map(
            String.init)
        return lines.dropFirst().map { line in
            let cells = line.split(separator: "\t", omittingEmptySubsequences: false).map(
                String.init)
            return File(values: Dictionary(uniqueKeysWithValues: zip(columns, cells)))
        }
    }()
}
