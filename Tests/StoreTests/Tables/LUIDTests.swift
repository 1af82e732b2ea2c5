import Photos
import Store
import TestSupport
import Testing

struct LUIDTests {
    @Test func secondPathOfAContentJoinsItsPhoto() throws {
        let library = try TestLibrary()
        try library.add("a.jpg", taken: 1, content: .of(1))
        let second = try library.add("b.jpg", taken: 2, content: .of(1), isWaiting: true)
        #expect(try library.file(second)?.luid == nil)
        try library.write { transaction throws(StoreError) in
            try transaction.attach(second, to: LUID(1))
        }
        let photo = try #require(try library.photo(LUID(1)))
        #expect(photo.files.map(\.path.display) == ["/photos/a.jpg", "/photos/b.jpg"])
        #expect(photo.contentHash == .of(1) && photo.thumbnails == .wanted)
        #expect(library.toldTimeline.count == 1)
    }

    @Test func contentHasOneOwnerForEver() throws {
        let library = try TestLibrary()
        try library.add("a.jpg", content: .of(1))
        try library.write { transaction throws(StoreError) in
            try transaction.removeFiles([FileID(1)])
        }
        #expect(throws: StoreError.self) {
            try library.add("b.jpg", content: .of(1))
        }
        let id = try library.add("b.jpg", size: 1, content: .of(1), isWaiting: true)
        let rows = try library.store.read { transaction throws(StoreError) in
            try transaction.standings(ofSizes: [1])
        }
        let dead = ContentOwner(hash: .of(1), size: 1, luid: LUID(1), isShown: false)
        #expect(rows.owners == [dead])
        #expect(rows.sizes == [SizeStanding(size: 1, hasOthers: true)])
        try library.write { transaction throws(StoreError) in
            try transaction.attach(id, to: LUID(1))
        }
        #expect(library.toldTimeline.map(\.luid) == [LUID(1)])
    }

    @Test func mergedLUIDResolvesToTheOther() throws {
        let library = try TestLibrary()
        for (number, content) in [(1, nil), (2, ContentHash.of(1)), (3, .of(3))] {
            try library.add("\(number).jpg", taken: Int64(number), content: content)
        }
        try library.write { transaction throws(StoreError) in
            try transaction.setHash(.hashed(.of(1)), of: FileID(1))
            try transaction.merge(LUID(1), into: LUID(2))
        }
        #expect(library.toldTimeline.map(\.luid) == [LUID(3), LUID(2)])
        let photo = try #require(try library.photo(LUID(1)))
        #expect(photo.luid == LUID(2) && photo.files.map(\.id) == [FileID(1), FileID(2)])
        // A second merge takes the first along.
        try library.add("4.jpg", taken: 4)
        try library.write { transaction throws(StoreError) in
            try transaction.merge(LUID(2), into: LUID(3))
        }
        let resolved = try library.store.read { transaction throws(StoreError) in
            try [1, 2, 3, 4].map { (luid: Int64) throws(StoreError) in
                try transaction.resolve(LUID(luid))
            }
        }
        #expect(resolved == [3, 3, 3, 4].map(LUID.init))
        #expect(try library.storedTimeline() == library.toldTimeline)
        #expect(try library.store.integrityFaults() == [])
    }

    @Test func editInPlaceMovesTheContentAndWantsThumbnails() throws {
        let library = try TestLibrary()
        let id = try library.add("a.jpg", taken: 1, content: .of(1))
        let thumbHash = ThumbHash(bytes: [1])!
        try library.write { transaction throws(StoreError) in
            try transaction.setThumbnailsMade(of: LUID(1), thumbHash)
            try transaction.changeFile(
                id, stamp: .of(2), metadata: .taken(1), edit: .sameShot)
            try transaction.setHash(.hashed(.of(2)), of: id)
            try transaction.replaceContent(of: LUID(1), with: .of(2), in: [id])
        }
        let photo = try #require(try library.photo(LUID(1)))
        #expect(photo.contentHash == .of(2) && photo.thumbnails == .wanted)
        #expect(photo.files.map(\.edit) == [nil])
        // The old picture shows until there is a new one.
        #expect(library.toldTimeline.map(\.thumbHash) == [thumbHash])
        // The old content is free.
        try library.add("old.jpg", size: 1, taken: 2, content: .of(1))
        #expect(library.toldTimeline.map(\.luid) == [LUID(2), LUID(1)])
    }

    @Test func standingsAreTheRowsThatASettlementNeeds() throws {
        let library = try TestLibrary()
        // Shown unhashed; settled; at the gate; of another size.
        let shown = try library.add("shown.jpg", size: 5)
        try library.add("settled.jpg", size: 5, content: .of(1))
        let waiting = try library.add("waiting.jpg", size: 5, isWaiting: true)
        let edited = try library.add("edited.jpg", size: 7, content: .of(2))
        let holder = try library.add("holder.jpg", size: 7, content: .of(2), isWaiting: true)
        try library.write { transaction throws(StoreError) in
            try transaction.attach(holder, to: LUID(3))
            try transaction.changeFile(
                edited, stamp: .of(6), metadata: .taken(1), edit: .sameShot)
            try transaction.setHash(.hashed(.of(1)), of: edited)
        }
        let rows = { (sizes: [Int64]) in
            try library.store.read { transaction throws(StoreError) in
                try transaction.standings(ofSizes: sizes)
            }
        }
        let five = try rows([5])
        #expect(five.files.map(\.id) == [shown, waiting])
        #expect(five.sizes == [SizeStanding(size: 5, hasOthers: true)])
        let six = try rows([6])
        #expect(
            six.files == [
                FileStanding(
                    id: edited, size: 6, hash: .hashed(.of(1)), luid: LUID(3), edit: .sameShot),
                FileStanding(id: holder, size: 7, hash: .hashed(.of(2)), luid: LUID(3)),
            ])
        #expect(six.owners.map(\.luid) == [LUID(2), LUID(3)])
        #expect(six.sizes == [SizeStanding(size: 6, hasOthers: false)])
        let unsettled = try library.store.read { transaction throws(StoreError) in
            try transaction.unsettledSizes()
        }
        #expect(unsettled == [5, 6])
    }

    @Test func hashThatThePhotoDoesNotKnowIsUnsettledUntilItDoes() throws {
        let library = try TestLibrary()
        let id = try library.add("a.jpg", size: 5)
        let unsettled = {
            try library.store.read { transaction throws(StoreError) in
                try transaction.unsettledSizes()
            }
        }
        #expect(try unsettled() == [])
        try library.write { transaction throws(StoreError) in
            try transaction.setHash(.hashed(.of(1)), of: id)
        }
        #expect(try unsettled() == [5])
        try library.write { transaction throws(StoreError) in
            try transaction.setContent(.of(1), of: LUID(1))
        }
        #expect(try unsettled() == [])
    }

    @Test func fileThatCannotBeReachedHoldsUpNobody() throws {
        let library = try TestLibrary()
        let root = library.root
        let id = try library.add("a.jpg", size: 5)
        try library.write { transaction throws(StoreError) in
            try transaction.setAvailable(false, root)
        }
        let rows = try library.store.read { transaction throws(StoreError) in
            try transaction.standings(ofSizes: [5])
        }
        #expect(rows.files == [FileStanding(id: id, size: 5, hash: .failed, luid: LUID(1))])
    }

    @Test func photosWantingThumbnailsComeNewestFirstAndInPages() throws {
        let library = try TestLibrary()
        for number in 1...5 {
            try library.add("\(number).jpg", taken: number == 3 ? nil : Int64(number))
        }
        try library.write { transaction throws(StoreError) in
            try transaction.setThumbnailsMade(of: LUID(4), .empty)
            try transaction.setMissing(true, [FileID(2)])
        }
        let page = { (after: PhotoToDraw?, limit: Int) in
            try library.store.read { transaction throws(StoreError) in
                try transaction.photosWantingThumbnails(after: after, limit: limit)
            }
        }
        let first = try page(nil, 2)
        #expect(first.map(\.luid.rawValue) == [5, 1])
        #expect(first[0].file.path == FilePath("/photos/5.jpg"))
        #expect(try page(first[1], 9).map(\.luid.rawValue) == [3])
        try library.write { transaction throws(StoreError) in
            try transaction.setAllThumbnailsWanted()
        }
        #expect(try page(nil, 9).map(\.luid.rawValue) == [5, 4, 1, 3])
    }
}
