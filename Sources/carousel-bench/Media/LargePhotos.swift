import CCrypto
import Carousel
import CommandLineKit
import DecoderProtocol
import Foundation
import Media
import Photos

/// A full scan of photos as cameras make them, against plain loops over the
/// libraries that do the same work: content hash by EVP, metadata by gexiv2,
/// both thumbnails by libvips.
enum LargePhotos {
    private static let size = PixelSize(width: 4000, height: 3000)
    /// Different pictures; the others are these with a byte more at the end.
    private static let shots = 6

    static func figures(photos: Int, rounds: Int) async throws -> [(String, JSONText)] {
        let files = try await folder(photos: photos)
        let workers = ProcessInfo.processInfo.activeProcessorCount
        var plain: [Double] = []
        var ours: [Double] = []
        for _ in 0..<rounds {
            let hashes = Effort.of { for file in files.files { hash(file) } }
            let metadata = PlainLoops.metadata(of: files.files, workers: workers)
            let thumbnails = PlainLoops.thumbnails(of: files.files, workers: workers)
            plain.append(hashes.processor + metadata.processor + thumbnails.processor)
            let run = try await ScanRun.measure(files.path, ScanOptions(), workers: workers)
            ours.append(run.reading.processor + run.finishing.processor)
        }
        let (scan, loops) = (ours.sorted()[rounds / 2], plain.sorted()[rounds / 2])
        return [
            ("scan_photos", .integer(files.files.count)), ("scan_cpu_s", rounded(scan)),
            ("scan_plain_loops_cpu_s", rounded(loops)),
            ("scan_cpu_ratio_to_plain_loops", rounded(scan / loops)),
        ]
    }

    /// Made once and kept in the system's folder for temporary files.
    private static func folder(photos: Int) async throws -> SampleCache.Folder {
        let name = NSTemporaryDirectory() + "carousel-bench-large-\(photos)"
        if !FileManager.default.fileExists(atPath: name) {
            let partial = name + ".partial"
            try FileManager.default.createDirectory(
                atPath: partial, withIntermediateDirectories: true)
            let pool = DecoderPool(executable: DecoderPool.standardExecutable, workers: 1)
            for shot in 0..<shots {
                let bytes = try await pool.samplePicture(sample(shot))
                for number in stride(from: shot, to: photos, by: shots) {
                    let file = bytes + [UInt8(number / shots & 0xFF)]
                    try Data(file).write(
                        to: URL(fileURLWithPath: "\(partial)/IMG_\(number).jpg"))
                }
            }
            await pool.shutDown()
            try FileManager.default.moveItem(atPath: partial, toPath: name)
        }
        let names = try FileManager.default.contentsOfDirectory(atPath: name).sorted()
        return SampleCache.Folder(path: FilePath(name), files: names.map { name + "/" + $0 })
    }

    private static func sample(_ shot: Int) -> SamplePicture {
        SamplePicture(
            format: .jpeg, size: size, seed: UInt64(shot), label: "NR \(shot)",
            exif: SampleEXIF(
                dateTimeOriginal: "2014:04:09 12:34:5\(shot)", make: "Camera", model: "One"))
    }

    private static func hash(_ path: String) {
        guard let bytes = try? Data(contentsOf: URL(fileURLWithPath: path)) else { return }
        let context = EVP_MD_CTX_new()
        defer { EVP_MD_CTX_free(context) }
        var digest = [UInt8](repeating: 0, count: 32)
        EVP_DigestInit_ex(context, EVP_sha256(), nil)
        bytes.withUnsafeBytes { _ = EVP_DigestUpdate(context, $0.baseAddress, $0.count) }
        EVP_DigestFinal_ex(context, &digest, nil)
    }
}
