import Carousel
import Foundation
import Photos

/// Sample folders for benchmarks, made once and kept in the system's folder
/// for temporary files.
enum SampleCache {
    struct Folder {
        let path: FilePath
        /// Every file below it.
        let files: [String]
    }

    static func folder(photos: Int) async throws -> Folder {
        let name = NSTemporaryDirectory() + "carousel-bench-sample-\(photos)"
        let path = FilePath(name)
        if !FileManager.default.fileExists(atPath: name) {
            // Made beside its place, so that half of it is never taken for
            // the whole.
            let partial = name + ".partial"
            _ = try await Samples.make(in: FilePath(partial), photos: photos, seed: 1)
            try FileManager.default.moveItem(atPath: partial, toPath: name)
        }
        let below = try FileManager.default.subpathsOfDirectory(atPath: name)
        var isFolder: ObjCBool = false
        let files = below.map { name + "/" + $0 }.filter {
            FileManager.default.fileExists(atPath: $0, isDirectory: &isFolder)
                && !isFolder.boolValue
        }
        return Folder(path: path, files: files.sorted())
    }
}
