@testable import Carousel
import Foundation
import Photos
import Store
import Sync
import Synchronization
import TestSupport
import Testing

#if canImport(Glibc)
    import Glibc
#endif

/// A process with the sync machine is killed with SIGKILL at an arbitrary
/// moment: every act that was acknowledged is in the queue or has an outcome,
/// and the photo shows the last one.
struct MachineKillTests {
    private static let lives: UInt64 = 3

    @Test("every acknowledged act survives a kill", arguments: Seeds.first(7))
    func everyAcknowledgedActSurvivesAKill(seed: UInt64) async throws {
        let folder = try TemporaryFolder("machine\(seed)")
        let path = folder.path
        try KilledMachine.prepare(folder.filePath)
        var acknowledged = 0
        for life in 0..<Self.lives {
            await #expect(processExitsWith: .signal(SIGKILL)) {
                [path = path as String, seed = seed as UInt64, life = life as UInt64] in
                try KilledMachine.run(path, seed: seed * 10 + life)
            }
            let log = try Data(contentsOf: URL(fileURLWithPath: path + "/acknowledged"))
            #expect(log.count > acknowledged)
            acknowledged = log.count
            try check(folder.filePath, log)
        }
    }

    private func check(_ directory: FilePath, _ log: Data) throws {
        let store = try LibraryStore.open(at: directory)
        defer { store.close() }
        #expect(try store.integrityFaults() == [])
        let bytes = Array(log)
        let names = stride(from: 0, to: bytes.count - 15, by: 16).compactMap {
            OperationID(bytes: Array(bytes[$0..<$0 + 16]))
        }
        #expect(names.count == bytes.count / 16)
        try store.read { transaction throws(StoreError) in
            for name in names {
                let number = try transaction.operationNumber(of: name)
                let parts = try number.map { number throws(StoreError) in
                    try transaction.parts(of: number)
                }
                #expect(parts?.isEmpty == false, "\(name) is gone")
            }
            for photo in 1...KilledMachine.photos {
                try checkShown(LUID(photo), transaction)
            }
        }
    }

    /// What is shown is what the last act of each flag says.
    private func checkShown(
        _ luid: LUID, _ transaction: ReadTransaction
    ) throws(StoreError) {
        var wanted: UserFlags = []
        for part in try transaction.unfinishedParts() where part.luids == [luid] {
            guard case .flag(let change) = part.work else { continue }
            let flag: UserFlags = change.flag == .hidden ? .hidden : .favourite
            if change.value { wanted.insert(flag) } else { wanted.remove(flag) }
        }
        #expect(try transaction.userFlags(of: luid) == wanted)
    }
}

/// What the killed process does: flags, one after another, as fast as it can.
private enum KilledMachine {
    static let photos: Int64 = 8

    static func prepare(_ directory: FilePath) throws {
        let store = try LibraryStore.open(at: directory)
        defer { store.close() }
        try store.write { transaction throws(StoreError) in
            let root = try transaction.addRoot(FilePath("/p"), addedMilliseconds: 0)
            for number in 1...photos {
                let file = try transaction.addFile(
                    NewFile(
                        root: root.id, path: FilePath("/p/\(number)"),
                        stamp: FileStamp(
                            identity: FileIdentity(device: 1, inode: UInt64(number)),
                            size: number, modifiedNanoseconds: 1, statusChangedNanoseconds: 1),
                        metadata: PhotoMetadata(kind: .photo, taken: nil)))
                try transaction.setHash(.hashed(.of(UInt8(number))), of: file)
                _ = try transaction.createPhoto(of: [file], content: .of(UInt8(number)))
            }
            try transaction.link(
                ServerAccountRow(url: "", account: "", device: "", linkedMilliseconds: 0))
        }
    }

    static func run(_ path: String, seed: UInt64) throws {
        let store = try LibraryStore.open(at: FilePath(path))
        let desk = SyncDesk(store: store, chance: Chance(seed, seed ^ 77))
        // Appended to by single system calls: what was written there before
        // the kill stays.
        let log = open(path + "/acknowledged", O_WRONLY | O_CREAT | O_APPEND, 0o600)
        guard log >= 0 else { throw CocoaError(.fileWriteUnknown) }
        let commits = Atomic(0)
        var random = SplitMix64(seed: seed)
        let deadly = Int.random(in: 1...25, using: &random)
        let delay = Int.random(in: 0...60_000, using: &random)
        // Kills in the midst of whatever the machine does some turns after its
        // n-th act.
        let killer = Thread {
            while commits.load(ordering: .acquiring) < deadly {}
            let turns = Atomic(0)
            for _ in 0..<delay { turns.add(1, ordering: .sequentiallyConsistent) }
            kill(getpid(), SIGKILL)
        }
        killer.start()
        for moment in 0... {
            let name = OperationID(using: &random)
            let luid = LUID(Int64.random(in: 1...photos, using: &random))
            let flag: Flag = Bool.random(using: &random) ? .hidden : .favourite
            _ = try desk.receive(
                [.user(.set(flag, Bool.random(using: &random), [luid]))],
                at: Instant(milliseconds: Int64(moment)),
                LibraryRows.Context(act: name, nowMilliseconds: 0))
            guard name.bytes.withUnsafeBytes({ write(log, $0.baseAddress, 16) }) == 16 else {
                throw CocoaError(.fileWriteUnknown)
            }
            commits.add(1, ordering: .releasing)
        }
    }
}
