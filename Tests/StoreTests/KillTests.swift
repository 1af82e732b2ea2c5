import Foundation
import Photos
import Store
import Synchronization
import TestSupport
import Testing

#if canImport(Glibc)
    import Glibc
#endif

/// A process that writes is killed with SIGKILL at an arbitrary moment: every
/// commit whose `write` had returned is there, and nothing is half there.
struct KillTests {
    @Test(arguments: 0..<8 as Range<UInt64>)
    func everyAcknowledgedCommitSurvivesAKill(seed: UInt64) async throws {
        let folder = try TemporaryFolder("kill\(seed)")
        let path = folder.path
        try LibraryStore.open(at: folder.filePath).close()
        // The library lives through several deaths.
        var acknowledged = 0
        for life in 0..<3 as Range<UInt64> {
            await #expect(processExitsWith: .signal(SIGKILL)) {
                [path = path as String, seed = seed as UInt64, life = life as UInt64] in
                try KilledWriter.run(path, seed: seed * 10 + life)
            }
            let log = try Data(contentsOf: URL(fileURLWithPath: path + "/acknowledged"))
            #expect(log.count > acknowledged)
            acknowledged = log.count
            try check(folder.filePath, acknowledged: acknowledged)
        }
    }

    private func check(_ directory: FilePath, acknowledged: Int) throws {
        let store = try LibraryStore.open(at: directory)
        defer { store.close() }
        #expect(try store.integrityFaults() == [])
        var records: [HotRecord] = []
        try store.loadTimeline { records += $0 }
        // Each commit made the same number of photos; the last one may have
        // been on disk before it could be acknowledged.
        let commits = records.count / KilledWriter.photosPerCommit
        #expect(records.count % KilledWriter.photosPerCommit == 0)
        #expect(commits >= acknowledged)
        let counts = try store.read { transaction throws(StoreError) in
            try transaction.counts()
        }
        #expect(counts.files == records.count)
        for record in records {
            let photo = try store.read { transaction throws(StoreError) in
                try transaction.photo(record.luid)
            }
            #expect(photo?.files.count == 1)
        }
    }
}

/// What the killed process does.
private enum KilledWriter {
    static let photosPerCommit = 7

    static func run(_ path: String, seed: UInt64) throws {
        let store = try LibraryStore.open(at: FilePath(path))
        let root = try store.write { transaction throws(StoreError) in
            try transaction.addRoot(FilePath("/p"), addedMilliseconds: 0)
        }.id
        // Appended to by single system calls: what was written there before
        // the kill stays.
        let log = open(path + "/acknowledged", O_WRONLY | O_CREAT | O_APPEND, 0o600)
        guard log >= 0 else { throw CocoaError(.fileWriteUnknown) }
        let commits = Atomic(0)
        var random = SplitMix64(seed: seed)
        let deadly = Int.random(in: 1...25, using: &random)
        let delay = Int.random(in: 0...60_000, using: &random)
        // Kills in the midst of whatever the writer does some turns after its
        // n-th commit.
        let killer = Thread {
            while commits.load(ordering: .acquiring) < deadly {}
            let turns = Atomic(0)
            for _ in 0..<delay { turns.add(1, ordering: .sequentiallyConsistent) }
            kill(getpid(), SIGKILL)
        }
        killer.start()
        for number in 0... {
            try store.write { transaction throws(StoreError) in
                for photo in 0..<photosPerCommit {
                    let name = "/p/\(seed)-\(number)-\(photo)"
                    let id = try transaction.addFile(
                        NewFile(
                            root: root, path: FilePath(name), stamp: .of(1),
                            metadata: .taken(Int64(number))))
                    _ = try transaction.createPhoto(of: [id], content: nil)
                }
            }
            guard write(log, "x", 1) == 1 else { throw CocoaError(.fileWriteUnknown) }
            commits.add(1, ordering: .releasing)
        }
    }
}
