import CommandLineKit
import Foundation
import Photos
import Store

/// What a rescan adds to the walk: reading what is known, and looking each
/// file up in it.
enum RescanMeasures {
    static func figures(_ directory: FilePath) throws -> [(String, JSONText)] {
        let store = try LibraryStore.openReadOnly(at: directory)
        let count = try store.read { transaction throws(StoreError) in
            try transaction.counts().files
        }
        let files = (1...Int64(count)).map { number in
            (MadeLibrary.path(of: LUID(number)), MadeLibrary.stamp(of: LUID(number)))
        }
        let before = Memory.resident()
        let start = ThreadClock.now()
        var known = try store.read { transaction throws(StoreError) in
            try transaction.knownFiles(of: RootID(1))
        }
        let read = ThreadClock.now() - start
        let resident = Memory.resident() - before
        let looking = ThreadClock.now()
        var unchanged = 0
        for (path, stamp) in files {
            if case .unchanged = known.see(path, stamp) { unchanged += 1 }
        }
        let looked = ThreadClock.now() - looking
        guard unchanged == count, known.unseenFiles(on: []).isEmpty else {
            throw BenchmarkError("a rescan of unchanged files found \(count - unchanged) changed")
        }
        return [
            ("known_files_read_ns", rounded(Double(read) / Double(count))),
            ("known_files_look_up_ns", rounded(Double(looked) / Double(count))),
            ("known_files_bytes", rounded(Double(resident) / Double(count))),
        ]
    }
}
