@testable import Carousel
import Photos
import Store
import Sync
import TestSupport
import Testing

/// Public reports against other photo libraries about what devices and
/// servers tell each other, each rebuilt at the sync machine over a real
/// library and shown not to happen here.
@Suite struct SyncPainTests {
    private func photo(_ content: UInt8, id: String, size: Int64? = nil) -> ServerPhoto {
        ServerPhoto(
            id: ServerPhotoID(id), hash: .of(content), size: size ?? 100 + Int64(content),
            revision: "r1", hidden: false, favourite: false, order: Int64(content))
    }

    /// Answers that the server misses all contents it was asked for.
    private func missAll(_ library: LinkedLibrary) throws {
        while let (number, request) = library.take({
            if case .have = $0 { true } else { false }
        }) {
            guard case .have(let hashes) = request else { return }
            try library.receive([
                .answer(
                    number, .have(hashes.map { _ in .missing }, epoch: 1, sequence: 1))
            ])
        }
    }

    private func takeUpload(
        of content: UInt8, _ library: LinkedLibrary
    ) -> (RequestNumber, Request)? {
        library.take { request in
            guard case .upload(_, _, let upload) = request else { return false }
            return upload.hash == .of(content)
        }
    }

    private func land(
        _ number: RequestNumber, _ photo: ServerPhoto, sequence: Int64, _ library: LinkedLibrary
    ) throws {
        try library.receive([
            .answer(
                number, .done(Answer.Effect(epoch: 1, sequence: sequence, landed: photo)))
        ])
    }

    @Test("immich-app/immich 3985: bytes that change on their way are hashed and sent anew")
    func immich3985() throws {
        let library = try LinkedLibrary()
        let file = try library.add("a.jpg", 1, size: 101)
        try library.page([], sequence: 1)
        let luid = try #require(try library.timeline.first?.luid)
        try missAll(library)
        let (upload, _) = try #require(takeUpload(of: 1, library))
        // The camera writes the rest while the file is read.
        try library.receive([.answer(upload, .sourceChanged)])
        let metadata = PhotoMetadata(kind: .photo, taken: CaptureTime(milliseconds: 5_000))
        let stamp = FileStamp(
            identity: FileIdentity(device: 1, inode: 1), size: 102, modifiedNanoseconds: 2,
            statusChangedNanoseconds: 2)
        try library.receive([
            .disk(.walkBegan(library.root)), .disk(.seen(file, root: library.root, size: 102)),
        ]) { transaction throws(StoreError) in
            try transaction.changeFile(file, stamp: stamp, metadata: metadata, edit: .sameShot)
        }
        try library.receive([.disk(.hashed(file, .of(2), edit: .sameShot))])
        try library.receive([.disk(.walkEnded(library.root, complete: true, gone: []))])
        try library.wait()
        #expect(takeUpload(of: 1, library) == nil, "the bytes that are no more")
        try missAll(library)
        let (again, _) = try #require(takeUpload(of: 2, library))
        try land(again, photo(2, id: "id:2"), sequence: 2, library)
        try library.page([.photo(photo(2, id: "id:2"))], sequence: 2)
        #expect(try library.timeline.map(\.luid) == [luid])
        #expect(library.desk.unfinished.isEmpty)
        #expect(try library.store.integrityFaults() == [])
    }

    @Test("immich-app/immich 24930: photos are shown once while hashing takes its time")
    func immich24930() throws {
        let library = try LinkedLibrary()
        try library.receive([])
        // Known of the server before the disk is looked at.
        try library.page(
            [.photo(photo(1, id: "id:1")), .photo(photo(2, id: "id:2"))], sequence: 1)
        let file = try library.see("1.jpg", 1, size: 101)
        #expect(try library.timeline.count == 2, "not the server's and the disk's")
        // Seen on the disk before the server tells of it.
        let other = try library.see("3.jpg", 3, size: 103)
        #expect(try library.timeline.count == 3)
        try library.page([.photo(photo(3, id: "id:3"))], sequence: 2)
        #expect(try library.timeline.count == 3)
        let before = Set(try library.timeline.map(\.luid))
        try library.receive([.disk(.hashed(file, .of(1), edit: nil))])
        try library.receive([.disk(.hashed(other, .of(3), edit: nil))])
        #expect(Set(try library.timeline.map(\.luid)) == before, "the join is silent")
        try missAll(library)
        #expect(takeUpload(of: 1, library) == nil && takeUpload(of: 3, library) == nil)
        #expect(library.desk.unfinished.isEmpty)
    }

    @Test("immich-app/immich 2136: one upload that fails for ever ends none of the others")
    func immich2136() throws {
        let library = try LinkedLibrary()
        for content in 1...5 as ClosedRange<UInt8> {
            try library.add("\(content).jpg", content, size: 100 + Int64(content))
        }
        try library.page([], sequence: 1)
        var tries = 0
        var landed: Set<UInt8> = []
        for round in 0..<4 {
            try missAll(library)
            while let (number, _) = takeUpload(of: 1, library) {
                tries += 1
                try library.receive([.answer(number, .failed(retryAfterMilliseconds: nil))])
                try missAll(library)
            }
            for content in 2...5 as ClosedRange<UInt8> {
                while let (number, _) = takeUpload(of: content, library) {
                    let photo = photo(content, id: "id:\(content)")
                    try land(number, photo, sequence: 1 + Int64(content), library)
                    landed.insert(content)
                }
            }
            if round == 0 { #expect(tries == 1, "it is not tried again at once") }
            try library.wait()
        }
        #expect(landed == [2, 3, 4, 5])
        #expect(tries >= 2, "it is not given up either")
        #expect(try library.timeline.count == 5)
    }

    @Test("immich-app/immich 5275: the film of a Live Photo is retried until it is there")
    func immich5275() throws {
        let library = try LinkedLibrary()
        try library.add("IMG_1.HEIC", 1, size: 101)
        try library.add("IMG_1.MOV", 2, size: 102)
        try library.page([], sequence: 1)
        try missAll(library)
        let (still, _) = try #require(takeUpload(of: 1, library))
        let (film, _) = try #require(takeUpload(of: 2, library))
        try land(still, photo(1, id: "id:1"), sequence: 2, library)
        try library.receive([.answer(film, .failed(retryAfterMilliseconds: nil))])
        try library.page([.photo(photo(1, id: "id:1"))], sequence: 2)
        // The program ends before it is tried again.
        try library.restart()
        try library.receive([])
        try library.wait()
        try missAll(library)
        #expect(takeUpload(of: 1, library) == nil)
        let (again, _) = try #require(takeUpload(of: 2, library))
        try land(again, photo(2, id: "id:2"), sequence: 3, library)
        try library.page([.photo(photo(2, id: "id:2"))], sequence: 3)
        #expect(library.desk.unfinished.isEmpty)
    }

    @Test("ZhFahim/anchor 125: an hour that a device's clock is off decides nothing")
    func anchor125() throws {
        let library = try LinkedLibrary()
        try library.receive([])
        try library.page([.photo(photo(1, id: "id:1"))], sequence: 1)
        let luid = try #require(try library.timeline.first?.luid)
        try library.receive([.user(.set(.hidden, true, [luid]))])
        // From here on the device believes that it is an hour earlier.
        library.clockErrorMilliseconds = -3_600_000
        try library.receive([.user(.set(.hidden, false, [luid]))])
        try library.receive([.user(.set(.favourite, true, [luid]))])
        #expect(try library.timeline.map(\.flags) == [.favourite])
        var sent: [String] = []
        var sequence: Int64 = 1
        while let (number, request) = library.take({
            if case .setFlag = $0 { true } else { false }
        }) {
            guard case .setFlag(_, let flag, let value, _) = request else { break }
            sent.append("\(flag) \(value)")
            sequence += 1
            try library.receive([
                .answer(number, .done(Answer.Effect(epoch: 1, sequence: sequence)))
            ])
        }
        // Those of one photo one after another, in the order of the acts.
        #expect(sent == ["hidden true", "hidden false", "favourite true"])
        // What another device, whose clock is right, did before all that is
        // read afterwards, and does not come back over it.
        var shown = photo(1, id: "id:1")
        shown.favourite = true
        try library.page([.photo(shown)], sequence: sequence)
        #expect(try library.timeline.map(\.flags) == [.favourite])
        // Later in the server's order stands, however slow the clock.
        shown.favourite = false
        shown.hidden = true
        try library.page([.photo(shown)], sequence: sequence + 1)
        #expect(try library.timeline.map(\.flags) == [.hidden])
    }
}
