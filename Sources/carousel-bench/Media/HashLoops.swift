import CCrypto
import CommandLineKit
import Foundation
import Media
import Photos

/// Content hashes of a file, against SHA-256 of as many bytes in memory and
/// against reading the file and hashing it in one go.
enum HashLoops {
    static func figures(
        in folder: FilePath, megabytes: Int
    ) throws -> [(String, JSONText)] {
        let file = folder.appending("large.bin")
        let block = (0..<1 << 20).map { UInt8(truncatingIfNeeded: $0 &* 2_654_435_761 >> 7) }
        try Data().write(to: URL(fileURLWithPath: file.display))
        let handle = try FileHandle(forWritingTo: URL(fileURLWithPath: file.display))
        for _ in 0..<megabytes { try handle.write(contentsOf: Data(block)) }
        try handle.close()

        var hasher = ContentHasher()
        let memory = try Race(rounds: 7) {
            _ = try hasher.hash(of: file)
        } plain: {
            hash { context in
                for _ in 0..<megabytes { EVP_DigestUpdate(context, block, block.count) }
            }
        }
        let reading = try Race(rounds: 7) {
            _ = try hasher.hash(of: file)
        } plain: {
            read(file, 1 << 20)
        }
        let size = Double(megabytes) / 1000
        return [
            ("hash_gb_per_s", rounded(size / memory.ours)),
            ("hash_evp_in_memory_gb_per_s", rounded(size / memory.plain)),
            ("hash_ratio_to_evp_in_memory", rounded(memory.ratio)),
            ("hash_ratio_to_plain_reading_loop", rounded(reading.ratio)),
        ]
    }

    private static func hash(_ body: (OpaquePointer?) -> Void) {
        let context = EVP_MD_CTX_new()
        defer { EVP_MD_CTX_free(context) }
        var digest = [UInt8](repeating: 0, count: 32)
        EVP_DigestInit_ex(context, EVP_sha256(), nil)
        body(context)
        EVP_DigestFinal_ex(context, &digest, nil)
    }

    private static func read(_ file: FilePath, _ size: Int) {
        let descriptor = open(file.display, O_RDONLY)
        defer { close(descriptor) }
        var buffer = [UInt8](repeating: 0, count: size)
        hash { context in
            while case let count = Foundation.read(descriptor, &buffer, size), count > 0 {
                EVP_DigestUpdate(context, buffer, count)
            }
        }
    }
}
