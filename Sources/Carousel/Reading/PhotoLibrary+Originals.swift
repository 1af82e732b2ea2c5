import Foundation
import Glibc
import Photos
import Store

extension PhotoLibrary {
    /// The original of a photo that lies on the server alone, fetched for the
    /// viewer and kept for a while; nil when the server has none either.
    func original(of luid: LUID) async throws(LibraryError) -> FilePath? {
        let photo = try LibraryError.converting {
            try opened.store.read { transaction throws(StoreError) in
                try transaction.primaryServerPhoto(of: luid)
            }
        }
        guard let photo else { return nil }
        let originals = Originals(directory)
        if let known = originals.file(of: photo.hash) { return known }
        guard let connection = linked.withLock({ $0?.connection }) else {
            throw .unreachable(luid, cause: "it is on the server, and nothing is synced now")
        }
        do throws(ServerProblem) {
            let backend = try await connection.backend()
            return try await originals.fetch(photo.hash, ofSize: photo.size) {
                sink throws(ServerProblem) in
                try await backend.download(photo, from: 0, into: sink)
            }
        } catch {
            throw .server(error)
        }
    }
}

/// Originals that were fetched from the server, by content: at most
/// `capacity` bytes, of which the one not asked for longest goes first.
struct Originals: Sendable {
    static let capacity: Int64 = 1 << 30

    private let folder: FilePath

    init(_ directory: LibraryDirectory) {
        folder = directory.path.appending("originals")
    }

    func file(of hash: ContentHash) -> FilePath? {
        let path = folder.appending(hash.hexadecimal)
        // Says that it is still of use.
        return path.withCString({ utimes($0, nil) }) == 0 ? path : nil
    }

    /// Fetches an original; one whose bytes are not what was asked for is not
    /// kept.
    func fetch(
        _ hash: ContentHash, ofSize size: Int64,
        _ download: (([UInt8]) async throws -> Void) async throws(ServerProblem) -> Void
    ) async throws(ServerProblem) -> FilePath {
        let path = folder.appending(hash.hexadecimal)
        do {
            try FileManager.default.createDirectory(
                atPath: folder.display, withIntermediateDirectories: true,
                attributes: [.posixPermissions: 0o700])
            makeRoom(for: size)
        } catch {
            throw .sourceChanged
        }
        let part = folder.appending(hash.hexadecimal + ".\(UInt64.random(in: 0 ... .max))")
        let descriptor = part.withCString {
            open($0, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        }
        guard descriptor >= 0 else { throw .sourceChanged }
        defer {
            close(descriptor)
            _ = part.withCString { unlink($0) }
        }
        struct NotWritten: Error {}
        var count: Int64 = 0
        try await download { piece in
            guard Glibc.write(descriptor, piece, piece.count) == piece.count else {
                throw NotWritten()
            }
            count += Int64(piece.count)
        }
        guard count == size,
            part.withCString({ from in path.withCString { rename(from, $0) } }) == 0
        else { throw .unreadable("an original of \(count) bytes instead of \(size)") }
        return path
    }

    private func makeRoom(for size: Int64) {
        var files: [(path: FilePath, size: Int64, used: Int64)] = []
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.display)) ?? []
        for name in names {
            let path = folder.appending(name)
            var status = stat()
            guard path.withCString({ stat($0, &status) }) == 0 else { continue }
            files.append((path, Int64(status.st_size), Int64(status.st_mtim.tv_sec)))
        }
        var total = files.reduce(size) { $0 + $1.size }
        for file in files.sorted(by: { $0.used < $1.used }) where total > Self.capacity {
            _ = file.path.withCString { unlink($0) }
            total -= file.size
        }
    }
}
