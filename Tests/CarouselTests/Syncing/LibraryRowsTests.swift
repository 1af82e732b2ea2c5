@testable import Carousel
import Photos
import Store
import Sync
import TestSupport
import Testing

@Suite("The sync machine over the library")
struct LibraryRowsTests {
    private func photo(
        _ content: UInt8, id: String, hidden: Bool = false, order: Int64 = 1
    ) -> ServerPhoto {
        ServerPhoto(
            id: ServerPhotoID(id), hash: .of(content), size: 100 + Int64(content),
            revision: "r1", hidden: hidden, favourite: false, order: order)
    }

    private func content(_ name: String, taken: Int64) -> ServerContentRow {
        ServerContentRow(
            metadata: PhotoMetadata(
                kind: .photo, taken: CaptureTime(milliseconds: taken),
                size: PixelSize(width: 40, height: 30)), name: name)
    }

    @Test("a photo of the server alone stands in the timeline with its facts")
    func serverPhotoStandsInTheTimeline() throws {
        let library = try LinkedLibrary()
        try library.receive([])
        let facts = content("a.jpg", taken: 9_000)
        try library.receive([]) { transaction throws(StoreError) in
            try transaction.putServerContent(facts, of: .of(7))
        }
        try library.page([.photo(photo(7, id: "id:7", hidden: true))], sequence: 3)
        let record = try #require(try library.timeline.first)
        #expect(record.taken == CaptureTime(milliseconds: 9_000))
        #expect(record.width == 40 && record.flags == .hidden)
        try library.page([.deleted(ServerPhotoID("id:7"))], sequence: 4)
        #expect(try library.timeline.isEmpty)
    }

    @Test("a photo hidden before its upload is uploaded, claimed, and hidden on the server")
    func hideBeforeUploadLands() throws {
        let library = try LinkedLibrary()
        try library.add("a.jpg", 1, size: 101)
        try library.page([], sequence: 1)
        let luid = try #require(try library.timeline.first?.luid)
        try library.receive([.user(.set(.hidden, true, [luid]))])
        #expect(try library.timeline.map(\.flags) == [.hidden])
        try library.restart()
        try library.receive([])
        #expect(library.desk.unfinished.count == 2)
        let (have, _) = try #require(
            library.take { if case .have = $0 { true } else { false } })
        try library.receive([.answer(have, .have([.missing], epoch: 1, sequence: 1))])
        let (upload, _) = try #require(
            library.take { if case .upload = $0 { true } else { false } })
        let landed = photo(1, id: "id:1")
        try library.receive([
            .answer(upload, .done(Answer.Effect(epoch: 1, sequence: 2, landed: landed)))
        ])
        try library.page([.photo(landed)], sequence: 2)
        let (flag, request) = try #require(
            library.take { if case .setFlag = $0 { true } else { false } })
        guard case .setFlag(_, .hidden, true, [landed.id]) = request else {
            Issue.record("\(request)")
            return
        }
        try library.receive([.answer(flag, .done(Answer.Effect(epoch: 1, sequence: 3)))])
        #expect(try library.timeline.map(\.flags) == [.hidden])
        var shown = landed
        shown.hidden = true
        try library.page([.photo(shown)], sequence: 3)
        #expect(library.desk.unfinished.isEmpty)
        #expect(try library.timeline.map(\.flags) == [.hidden])
        #expect(try library.store.integrityFaults() == [])
    }

    @Test("what the user did without a server is the queue when the library is linked")
    func actsBeforeLinkingAreTheQueue() throws {
        let library = try LinkedLibrary(isLinked: false)
        let id = OperationID(high: 1, low: 1)
        let luid = try library.store.write { [root = library.root] transaction throws(StoreError) in
            let file = try transaction.addFile(
                NewFile(
                    root: root, path: FilePath("/photos/a.jpg"),
                    stamp: FileStamp(
                        identity: FileIdentity(device: 1, inode: 1), size: 9,
                        modifiedNanoseconds: 1, statusChangedNanoseconds: 1),
                    metadata: PhotoMetadata(kind: .photo, taken: nil)))
            try transaction.setHash(.hashed(.of(1)), of: file)
            let luid = try transaction.createPhoto(of: [file], content: .of(1))
            _ = try transaction.perform(.favourite, on: [luid], as: id, madeMilliseconds: 1)
            return luid
        }
        try library.link()
        try library.receive([])
        let parts = library.desk.unfinished
        let change = FlagChange(flag: .favourite, value: true, prior: false, ids: [])
        #expect(parts.map(\.work) == [.flag(change)])
        let number = try library.store.read { transaction throws(StoreError) in
            try transaction.operationNumber(of: id)
        }
        try library.receive([.user(.undo(try #require(number)))])
        #expect(library.desk.unfinished.allSatisfy { !$0.isFlag })
        let flags = try library.store.read { transaction throws(StoreError) in
            try transaction.userFlags(of: luid)
        }
        #expect(flags == [])
    }

    @Test("what was there before the library was linked is uploaded then")
    func linkingDerivesUploads() throws {
        let library = try LinkedLibrary(isLinked: false)
        let root = library.root
        try library.store.write { transaction throws(StoreError) in
            for number in 1...3 as ClosedRange<UInt8> {
                let file = try transaction.addFile(
                    NewFile(
                        root: root, path: FilePath("/photos/\(number).jpg"),
                        stamp: FileStamp(
                            identity: FileIdentity(device: 1, inode: 1), size: 9,
                            modifiedNanoseconds: 1, statusChangedNanoseconds: 1),
                        metadata: PhotoMetadata(kind: .photo, taken: nil)))
                try transaction.setHash(.hashed(.of(number)), of: file)
                _ = try transaction.createPhoto(of: [file], content: .of(number))
            }
        }
        try library.link()
        try library.receive([.linked])
        #expect(library.desk.unfinished.map(\.luids) == [[LUID(1)], [LUID(2)], [LUID(3)]])
        try library.receive([.linked])
        #expect(library.desk.unfinished.count == 3)
    }

    @Test("a delete takes files and server photos, is queued whole, and its undo brings all back")
    func deleteAndUndo() throws {
        let library = try LinkedLibrary()
        let file = try library.add("a.jpg", 1, size: 101)
        try library.page([.photo(photo(1, id: "id:1"))], sequence: 1)
        let luid = try #require(try library.timeline.first?.luid)
        try library.receive([.user(.set(.favourite, true, [luid]))])
        let act = OperationID(high: 5, low: 5)
        let actions = try library.receive([.user(.delete([luid]))], as: act)
        #expect(actions.contains(.trash(file, .of(1))))
        #expect(try library.timeline.isEmpty)
        let before = library.desk.unfinished
        try library.restart()
        let again = try library.receive([])
        #expect(again.contains(.trash(file, .of(1))))
        #expect(library.desk.unfinished.map(\.id) == before.map(\.id))
        #expect(library.desk.unfinished.map(\.work) == before.map(\.work))
        let number = try library.store.read { transaction throws(StoreError) in
            try transaction.operationNumber(of: act)
        }
        try library.receive([.disk(.trashed(file, done: true))])
        let back = try library.receive([.user(.undo(try #require(number)))])
        #expect(back.contains(.untrash(file)))
        #expect(try library.timeline.count == 1)
        try library.receive([.disk(.returned(file, done: true))])
        let row = try library.store.read { transaction throws(StoreError) in
            try transaction.localFile(file)
        }
        #expect(row?.luid == luid)
    }

    @Test("unlinking keeps photos of this disk and the user's acts, and nothing of the account")
    func unlinking() throws {
        let library = try LinkedLibrary()
        try library.add("a.jpg", 1, size: 101)
        try library.page([.photo(photo(7, id: "id:7"))], sequence: 1)
        #expect(try library.timeline.count == 2)
        try library.store.write { transaction throws(StoreError) in try transaction.unlink() }
        #expect(try library.timeline.count == 1)
        let left = try library.store.read { transaction throws(StoreError) in
            (try transaction.serverAccount(), try transaction.feedPosition())
        }
        #expect(left.0 == nil && left.1 == .start)
        #expect(try library.store.integrityFaults() == [])
    }

    @Test("a failed transaction leaves rows as they were and a machine that starts from them")
    func failedTransaction() throws {
        let library = try LinkedLibrary()
        try library.add("a.jpg", 1, size: 101)
        let luid = try #require(try library.timeline.first?.luid)
        let before = library.desk.unfinished
        #expect(throws: StoreError.self) {
            try library.receive([.user(.set(.hidden, true, [luid]))]) {
                transaction throws(StoreError) in
                throw StoreError.closed(file: FilePath("/"))
            }
        }
        #expect(try library.timeline.map(\.flags) == [[]])
        try library.receive([])
        #expect(library.desk.unfinished.map(\.id) == before.map(\.id))
    }
}

extension Part {
    fileprivate var isFlag: Bool {
        if case .flag = work { true } else { false }
    }
}
