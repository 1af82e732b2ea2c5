import Photos
import Store
import Sync
import Testing

@testable import Carousel

/// Which photos are uploaded, and when.
@Suite struct UploadChoiceTests {
    private let library: LinkedLibrary

    init() throws {
        library = try LinkedLibrary("uploadchoice")
        try library.receive([])
        try library.page([], sequence: 1)
        // What came while the listing was read.
        try library.page([], sequence: 1)
    }

    private func answerHave() throws {
        let (number, request) = try #require(
            library.take { if case .have = $0 { true } else { false } })
        guard case .have(let hashes) = request else { return }
        try library.receive([
            .answer(number, .have(hashes.map { _ in .missing }, epoch: 1, sequence: 1))
        ])
    }

    private func takeUpload() -> (RequestNumber, Request)? {
        library.take { if case .upload = $0 { true } else { false } }
    }

    @Test func heldUploadsWaitAndGoOnWithTheNextEvent() throws {
        library.desk.setHoldingUploads(true)
        try library.add("a.jpg", 1)
        try answerHave()
        #expect(takeUpload() == nil)
        #expect(library.desk.isQuiet)
        library.desk.setHoldingUploads(false)
        try library.receive([.online])
        #expect(takeUpload() != nil)
        #expect(!library.desk.isQuiet)
    }

    @Test func heldUploadsStayHeldAfterACommitThatFailed() throws {
        library.desk.setHoldingUploads(true)
        try library.add("a.jpg", 1)
        #expect(throws: StoreError.self) {
            try library.receive([]) { _ throws(StoreError) in
                throw .closed(file: FilePath("/nowhere"))
            }
        }
        _ = library.take { if case .have = $0 { true } else { false } }
        try library.receive([.online])
        try answerHave()
        #expect(takeUpload() == nil)
    }

    @Test func aFolderThatIsOnlyShownMakesNoUploadsAndEndsThoseThatWait() throws {
        let file = try library.add("a.jpg", 1)
        try answerHave()
        #expect(takeUpload() != nil)
        // It has begun: it ends as it may. The next ones have not.
        for number in 2...5 as ClosedRange<UInt8> { try library.add("\(number).jpg", number) }
        #expect(library.desk.unfinished.count == 5)
        try setUploads(false)
        #expect(library.desk.unfinished.map(\.luids) == [[try luid(of: file)]])
        try library.add("late.jpg", 9)
        #expect(library.desk.unfinished.count == 1)
        try setUploads(true)
        #expect(library.desk.unfinished.count == 6)
    }

    private func luid(of file: FileID) throws -> LUID {
        try #require(
            try library.store.read { transaction throws(StoreError) in
                try transaction.localFile(file)?.luid
            })
    }

    private func setUploads(_ uploads: Bool) throws {
        let root = library.root
        let luids = try library.store.write { transaction throws(StoreError) in
            try transaction.setSettings(RootSettings(uploads: uploads), of: root)
            return transaction.touchedPhotos
        }
        try library.receive([.disk(.changed(luids))])
    }
}
