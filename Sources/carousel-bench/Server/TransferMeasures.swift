import CCrypto
import CommandLineKit
import Foundation
import Glibc

/// Large uploads and downloads, and many small uploads at once.
enum TransferMeasures {
    private static let block = [UInt8](repeating: 0x5A, count: 1 << 20)

    static func figures(
        in folder: String, megabytes: Int, rounds: Int
    ) throws -> [(String, JSONText)] {
        let served = try ServedFolder(in: folder)
        try served.start()
        defer { served.stop() }
        var figures = try uploads(served, in: folder, megabytes: megabytes, rounds: rounds)
        figures += try ranges(served, rounds: rounds)
        figures += try manyUploads(served, in: folder, rounds: rounds)
        return figures
    }

    /// One long upload in parts of 125 MB.
    private static func uploads(
        _ served: ServedFolder, in folder: String, megabytes: Int, rounds: Int
    ) throws -> [(String, JSONText)] {
        var (uploads, hashes, writes): ([Double], [Double], [Double]) = ([], [], [])
        var hashing = 0
        _ = try upload(1, "/warm", served)
        try served.memory.resetPeak()
        let before = try served.memory.residentBytes()
        var spent = try served.processorMilliseconds()
        for round in 0..<max(3, rounds) {
            uploads.append(
                try seconds { _ = try upload(megabytes, "/large \(round)", served) })
            let start = ThreadClock.now()
            hashes.append(seconds { hash(megabytes) })
            hashing += ThreadClock.now() - start
            writes.append(try seconds { try write(megabytes, to: folder + "/plain") })
        }
        spent = try served.processorMilliseconds() - spent
        let growth = try served.memory.peakBytes() - before
        let size = Double(megabytes)
        return [
            ("upload_mb_per_s", .number(size / median(uploads))),
            ("sha256_mb_per_s", .number(size / median(hashes))),
            ("plain_write_mb_per_s", .number(size / median(writes))),
            ("upload_cpu_ms_per_100mb", .number(spent / Double(uploads.count) / size * 100)),
            ("upload_cpu_vs_sha256", .number(Double(hashing) / 1e6 / spent)),
            ("upload_vs_sha256", .number(median(zip(hashes, uploads).map(/)))),
            ("upload_vs_plain_write", .number(median(zip(writes, uploads).map(/)))),
            ("upload_rss_growth_bytes", .integer(max(0, growth))),
        ]
    }

    /// - Returns: the content hash of the answer.
    @discardableResult
    private static func upload(
        _ megabytes: Int, _ path: String, _ served: ServedFolder
    ) throws -> String {
        let client = try served.client()
        let part = 125
        var sent = min(part, megabytes)
        func bytes(_ count: Int) -> (PlainClient) throws -> Void {
            { connection in for _ in 0..<count { try connection.send(block) } }
        }
        let start = try client.upload(
            "files/upload_session/start", "{}", length: sent << 20, bytes(sent))
        guard let session = WireClient.field("session_id", of: start) else {
            throw BenchmarkError("no session")
        }
        while sent < megabytes {
            let count = min(part, megabytes - sent)
            _ = try client.upload(
                "files/upload_session/append_v2",
                #"{"cursor":{"session_id":"\#(session)","offset":\#(sent << 20)}}"#,
                length: count << 20, bytes(count))
            sent += count
        }
        let file = try client.upload(
            "files/upload_session/finish",
            #"{"cursor":{"session_id":"\#(session)","offset":\#(sent << 20)},"#
                + #""commit":{"path":"\#(path)","mode":"overwrite"}}"#, length: 0, bytes(0))
        guard let hash = WireClient.field("content_hash", of: file) else {
            throw BenchmarkError("the upload was refused")
        }
        return hash
    }

    /// The SHA-256 of as many megabytes in memory.
    private static func hash(_ megabytes: Int) {
        let context = EVP_MD_CTX_new()
        defer { EVP_MD_CTX_free(context) }
        EVP_DigestInit_ex(context, EVP_sha256(), nil)
        for _ in 0..<megabytes { EVP_DigestUpdate(context, block, block.count) }
        var digest = [UInt8](repeating: 0, count: 32)
        EVP_DigestFinal_ex(context, &digest, nil)
        consume(digest)
    }

    /// Writes a file and waits until it is durable.
    private static func write(_ megabytes: Int, to path: String) throws {
        let descriptor = open(path, O_CREAT | O_WRONLY | O_TRUNC, 0o600)
        defer {
            close(descriptor)
            unlink(path)
        }
        for _ in 0..<megabytes {
            guard Glibc.write(descriptor, block, block.count) == block.count else {
                throw BenchmarkError("the disk is full")
            }
        }
        guard fsync(descriptor) == 0 else { throw BenchmarkError("the disk failed") }
    }

    /// A hundred megabytes from the middle of a file, ten times over each
    /// connection, against nginx with the same file.
    private static func ranges(
        _ served: ServedFolder, rounds: Int
    ) throws -> [(String, JSONText)] {
        let hash = try upload(200, "/ranged", served)
        let blob =
            [hash.prefix(2) + "", "recent"].map { "\($0)/\(hash)" }.first {
                FileManager.default.fileExists(atPath: served.data + "/blobs/" + $0)
            } ?? ""
        let nginx = try NginxServer(serving: served.data + "/blobs")
        defer { nginx.stop() }
        let range = "Range: bytes=\(10 << 20)-\((110 << 20) - 1)\r\n\r\n"
        let ours =
            "POST /2/files/download HTTP/1.1\r\nHost: localhost\r\n"
            + "Authorization: Bearer \(served.token)\r\n"
            + "Dropbox-API-Arg: {\"path\":\"/ranged\"}\r\nContent-Length: 0\r\n" + range
        let theirs = "GET /\(blob) HTTP/1.1\r\nHost: localhost\r\n" + range
        // The upload has gone past the page cache.
        try download(over: PlainClient(port: nginx.port), theirs, 100 << 20)
        var (our, their): ([Double], [Double]) = ([], [])
        for connection in 0..<max(10, rounds) {
            let (us, them) = (
                try PlainClient(port: served.port), try PlainClient(port: nginx.port)
            )
            for round in 0..<10 {
                for isOurs in (connection + round).isMultiple(of: 2)
                    ? [true, false] : [false, true]
                {
                    let time = try seconds {
                        try download(over: isOurs ? us : them, isOurs ? ours : theirs, 100 << 20)
                    }
                    if isOurs { our.append(time) } else { their.append(time) }
                }
            }
        }
        return [
            ("range_mb_per_s", .number(100 / median(our))),
            ("range_nginx_mb_per_s", .number(100 / median(their))),
            ("range_vs_nginx", .number(median(their) / median(our))),
        ]
    }

    private static func download(
        over client: PlainClient, _ request: String, _ size: Int
    ) throws {
        try client.send(request)
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 256 << 10, alignment: 64)
        defer { buffer.deallocate() }
        guard try client.answer(into: buffer).size == size else {
            throw BenchmarkError("the range came in another size")
        }
    }

    /// Sixteen at once, a megabyte each time, against a plain loop that writes
    /// and syncs one after the other.
    private static func manyUploads(
        _ served: ServedFolder, in folder: String, rounds: Int
    ) throws -> [(String, JSONText)] {
        let each = 12
        var (ours, theirs): ([Double], [Double]) = ([], [])
        for round in 0..<max(3, rounds) {
            let start = ContinuousClock().now
            let threads = (0..<16).map { number in
                let done = Finished()
                let (port, token) = (served.port, served.token)
                Thread.detachNewThread {
                    done.finish {
                        let client = try WireClient(port: port, token: token)
                        for index in 0..<each {
                            let path = "/many/\(round)-\(number)-\(index).jpg"
                            var bytes = block
                            bytes.replaceSubrange(..<path.utf8.count, with: path.utf8)
                            _ = try client.upload(
                                "files/upload", #"{"path":"\#(path)"}"#, length: bytes.count
                            ) { try $0.send(bytes) }
                        }
                    }
                }
                return done
            }
            for thread in threads { try thread.wait() }
            ours.append(Double(16 * each) / ((ContinuousClock().now - start) / .seconds(1)))
            let count = 3 * each
            let time = try seconds {
                for index in 0..<count { try write(1, to: folder + "/plain-\(index)") }
            }
            theirs.append(Double(count) / time)
        }
        return [
            ("durable_files_per_s", .number(median(ours))),
            ("plain_files_per_s", .number(median(theirs))),
            ("durable_vs_plain", .number(median(zip(ours, theirs).map(/)))),
        ]
    }

    private static func seconds(_ work: () throws -> Void) rethrows -> Double {
        try ContinuousClock().measure(work) / .seconds(1)
    }
}
