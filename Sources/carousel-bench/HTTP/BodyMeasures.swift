import CCrypto
import CommandLineKit
import Foundation

/// Large bodies in and out.
enum BodyMeasures {
    static func figures(
        _ folder: String, _ nginx: NginxServer, rounds: Int, megabytes: Int
    ) throws -> [(String, JSONText)] {
        let server = try ServerProcess(serving: folder)
        defer { server.stop() }
        var (uploads, hashes): ([Double], [Double]) = ([], [])
        try upload(1, server)
        try server.resetPeak()
        let before = try server.residentBytes()
        for _ in 0..<max(3, rounds / 2) {
            uploads.append(try seconds { try upload(megabytes, server) })
            hashes.append(seconds { hash(megabytes) })
        }
        let growth = try server.peakBytes() - before
        var (ours, theirs): ([Double], [Double]) = ([], [])
        // Short and many, in changing order: what else the machine does
        // meets both alike.
        for round in 0..<max(31, rounds) {
            for isOurs in round.isMultiple(of: 2) ? [true, false] : [false, true] {
                let time = try seconds { try download(isOurs ? server.port : nginx.port) }
                if isOurs { ours.append(time) } else { theirs.append(time) }
            }
        }
        let size = Double(megabytes)
        let part = Double(range.count >> 20)
        return [
            ("upload_mb_per_s", .number(size / median(uploads))),
            ("sha256_mb_per_s", .number(size / median(hashes))),
            ("upload_vs_sha256", .number(median(zip(hashes, uploads).map(/)))),
            ("upload_rss_growth_bytes", .integer(max(0, growth))),
            ("range_mb_per_s", .number(part / median(ours))),
            ("range_nginx_mb_per_s", .number(part / median(theirs))),
            ("range_vs_nginx", .number(median(zip(theirs, ours).map(/)))),
        ]
    }

    /// Not at the beginning, not to the end.
    private static let range = 10 << 20..<110 << 20

    private static let block = [UInt8](repeating: 0x5A, count: 1 << 20)

    private static func upload(_ megabytes: Int, _ server: ServerProcess) throws {
        let client = try PlainClient(port: server.port)
        try client.send(
            "PUT /upload HTTP/1.1\r\nHost: localhost\r\nContent-Length: \(megabytes << 20)\r\n\r\n")
        for _ in 0..<megabytes { try client.send(block) }
        let digest = try withUnsafeTemporaryAllocation(byteCount: 4_096, alignment: 16) {
            try client.answer(into: $0).first
        }
        // Hashing the long ones again here would be part of their time.
        guard digest.count == 32, megabytes > 1 || digest == hash(1) else {
            throw BenchmarkError("the upload arrived changed")
        }
    }

    /// The SHA-256 of as many megabytes in memory.
    @discardableResult
    private static func hash(_ megabytes: Int) -> [UInt8] {
        let context = EVP_MD_CTX_new()
        defer { EVP_MD_CTX_free(context) }
        EVP_DigestInit_ex(context, EVP_sha256(), nil)
        for _ in 0..<megabytes { EVP_DigestUpdate(context, block, block.count) }
        var digest = [UInt8](repeating: 0, count: 32)
        EVP_DigestFinal_ex(context, &digest, nil)
        return digest
    }

    private static func download(_ port: UInt16) throws {
        let client = try PlainClient(port: port)
        try client.send(
            "GET /large HTTP/1.1\r\nHost: localhost\r\n"
                + "Range: bytes=\(range.lowerBound)-\(range.upperBound - 1)\r\n\r\n")
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 256 << 10, alignment: 64)
        defer { buffer.deallocate() }
        guard try client.answer(into: buffer).size == range.count else {
            throw BenchmarkError("the range came in another size")
        }
    }

    private static func seconds(_ work: () throws -> Void) rethrows -> Double {
        let clock = ContinuousClock()
        return try clock.measure(work) / .seconds(1)
    }
}
