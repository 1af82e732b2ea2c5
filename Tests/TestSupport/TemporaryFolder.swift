import Foundation
import Photos

/// A folder of its own for one test, removed when the value is dropped.
public final class TemporaryFolder: Sendable {
    public let path: String

    public init(_ name: String = #function) throws {
        let safe = name.filter { $0.isLetter || $0.isNumber }
        path = NSTemporaryDirectory() + "carousel-\(safe)-\(UUID().uuidString)"
        try FileManager.default.createDirectory(
            atPath: path, withIntermediateDirectories: true)
    }

    deinit {
        // Nothing depends on it: a folder left behind is the system's to clear.
        try? FileManager.default.removeItem(atPath: path)
    }

    public var filePath: FilePath { FilePath(path) }

    /// Writes a file below the folder, with the folders it needs.
    @discardableResult
    public func write(_ bytes: some Sequence<UInt8>, to name: String) throws -> String {
        let url = URL(fileURLWithPath: path).appendingPathComponent(name)
        try FileManager.default.createDirectory(
            at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(bytes).write(to: url)
        return url.path
    }
}
