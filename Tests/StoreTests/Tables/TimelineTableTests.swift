import Photos
@testable import Store
import TestSupport
import Testing

struct TimelineTableTests {
    @Test func orderIsByTimeThenNameThenLUIDNewestFirstAndUndatedLast() throws {
        let library = try TestLibrary()
        try library.add("IMG_10.jpg", taken: 1000)
        try library.add("IMG_9.jpg", taken: 1000)
        try library.add("x/IMG_10.jpg", taken: 1000)
        try library.add("undated.jpg")
        try library.add("before1970.jpg", taken: -5)
        try library.add("new.jpg", taken: 2000)
        #expect(
            try library.storedTimeline().map(\.luid.rawValue) == [6, 3, 1, 2, 5, 4])
        #expect(try library.storedTimeline() == library.toldTimeline)
    }

    @Test func cellKeepsAllThatARecordHas() throws {
        let records = [
            HotRecord(luid: LUID(1), taken: nil),
            HotRecord(
                luid: LUID(.max), taken: CaptureTime(milliseconds: -1),
                nameKey: NameKey(rawValue: .max), flags: PhotoFlags(rawValue: .max),
                width: .max, height: 1, durationSeconds: 65_535,
                thumbHash: ThumbHash(bytes: Array(1...25))!),
            HotRecord(
                luid: LUID(7), taken: CaptureTime(milliseconds: 1_397_000_000_123),
                nameKey: NameKey(rawValue: 5), flags: .video, width: 4032, height: 3024,
                durationSeconds: 9, thumbHash: ThumbHash(bytes: Array(1...9))!),
        ]
        for record in records {
            #expect(TimelineCell.bytes(of: record).count == 8 + record.thumbHash.count)
        }
        let library = try TestLibrary()
        let taken = try library.write { transaction throws(StoreError) in
            for record in records { try transaction.put(record) }
            return try transaction.reading.timeline(limit: 10)
        }
        #expect(taken == records.sorted(by: HotRecord.isNewer))
    }

    @Test func batchesJoinWithoutGapOrRepetition() throws {
        let library = try TestLibrary()
        let root = library.root
        try library.write { transaction throws(StoreError) in
            for number in 0..<1500 {
                let id = try transaction.addFile(
                    NewFile(
                        root: root, path: FilePath("/photos/\(number).jpg"), stamp: .of(1),
                        metadata: .taken(number % 50 == 0 ? nil : Int64(number / 7))))
                _ = try transaction.createPhoto(of: [id], content: nil)
            }
        }
        var sizes: [Int] = []
        var records: [HotRecord] = []
        try library.store.loadTimeline {
            sizes.append($0.count)
            records += $0
        }
        #expect(sizes == [200, 800, 500])
        #expect(records == library.toldTimeline)
        var listed: [LUID] = []
        try library.store.listPhotos { listed += $0.map(\.luid) }
        #expect(listed == records.map(\.luid))
    }

    @Test func readingGoesOnBehindAnyPhotoAlsoWithinOneTime() throws {
        let library = try TestLibrary()
        for number in 0..<12 {
            try library.add(
                "\(number % 5).jpg\(number)", taken: number % 4 == 0 ? nil : Int64(number % 3))
        }
        let all = library.toldTimeline
        #expect(all.count == 12)
        for (index, record) in all.enumerated() {
            for limit in 0...12 {
                let rest = try library.store.read { transaction throws(StoreError) in
                    try transaction.timeline(after: record, limit: limit)
                }
                #expect(rest == Array(all[(index + 1)...].prefix(limit)))
            }
        }
    }

    @Test func photoShowsTheFirstFileThatCanBeReached() throws {
        let library = try TestLibrary()
        let first = try library.add("a.jpg", taken: 1, content: .of(1))
        let second = try library.add("b.jpg", taken: 2, content: .of(1), isWaiting: true)
        try library.write { transaction throws(StoreError) in
            try transaction.attach(second, to: LUID(1))
        }
        #expect(library.toldTimeline.map(\.taken?.milliseconds) == [1])
        try library.write { transaction throws(StoreError) in
            try transaction.setMissing(true, [first])
        }
        #expect(library.toldTimeline.map(\.taken?.milliseconds) == [2])
        #expect(library.toldTimeline.map(\.flags) == [[]])
        try library.write { transaction throws(StoreError) in
            try transaction.setMissing(true, [second])
        }
        #expect(library.toldTimeline.map(\.taken?.milliseconds) == [1])
        #expect(library.toldTimeline.map(\.flags) == [.unavailable])
    }

    @Test func absentRootMakesItsPhotosUnavailableAndNeverGone() throws {
        let library = try TestLibrary()
        let root = library.root
        try library.add("a.jpg", taken: 1)
        try library.add("b.jpg", taken: 2)
        try library.write { transaction throws(StoreError) in
            try transaction.setAvailable(false, root)
        }
        #expect(library.toldTimeline.map(\.flags) == [.unavailable, .unavailable])
        // Once is enough.
        try library.write { transaction throws(StoreError) in
            try transaction.setAvailable(false, root)
            try transaction.setAvailable(true, root)
        }
        #expect(library.toldTimeline.map(\.flags) == [[], []])
    }

    @Test func changeThatNobodySeesIsNotTold() throws {
        let library = try TestLibrary()
        let id = try library.add("a.jpg", taken: 1)
        #expect(library.lastChanges.count == 1)
        let before = library.lastChanges
        try library.write { transaction throws(StoreError) in
            try transaction.setStamp(.of(1, modified: 99), of: id)
            try transaction.setHash(.hashed(.of(1)), of: id)
            try transaction.setContent(.of(1), of: LUID(1))
            try transaction.setMetadata(.taken(1), of: id)
        }
        #expect(library.lastChanges == before)
    }

    @Test func editedPhotoStaysAsItIsUntilTheEditIsJudged() throws {
        let library = try TestLibrary()
        let id = try library.add("a.jpg", taken: 1, content: .of(1))
        let before = library.toldTimeline
        try library.write { transaction throws(StoreError) in
            try transaction.changeFile(
                id, stamp: .of(2), metadata: .taken(500), edit: .otherShot)
        }
        #expect(library.toldTimeline == before)
        try library.write { transaction throws(StoreError) in
            try transaction.setHash(.hashed(.of(2)), of: id)
            _ = try transaction.createPhoto(of: [id], content: .of(2))
        }
        #expect(library.toldTimeline.map(\.luid) == [LUID(2)])
        #expect(try library.storedTimeline() == library.toldTimeline)
    }

    @Test func thumbnailsSetHashAndFlags() throws {
        let library = try TestLibrary()
        try library.add("a.jpg", taken: 1)
        let hash = ThumbHash(bytes: [1, 2, 3])!
        try library.write { transaction throws(StoreError) in
            try transaction.setThumbnailsMade(of: LUID(1), hash)
        }
        #expect(library.toldTimeline.map(\.thumbHash) == [hash])
        try library.write { transaction throws(StoreError) in
            try transaction.setThumbnailsImpossible(of: LUID(1))
        }
        #expect(library.toldTimeline.map(\.flags) == [.unreadablePicture])
        #expect(try library.photo(LUID(1))?.thumbnails == .impossible)
    }
}
