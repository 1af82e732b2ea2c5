import Photos
import Testing

@testable import Timeline

@Suite struct TransactionTests {
    private func record(_ luid: Int64, at hours: Int64 = 0) -> HotRecord {
        HotRecord(luid: LUID(luid), taken: CaptureTime(milliseconds: hours * 3_600_000))
    }

    @Test func aDroppedTransactionChangesNothing() {
        let accumulator = Accumulator()
        do {
            var transaction = accumulator.transaction()
            transaction.addPhoto(record(1))
        }
        #expect(accumulator.snapshot.isEmpty)
        #expect(accumulator.snapshot.version == 0)
    }

    @Test func theLastEditOfALUIDCounts() {
        let accumulator = Accumulator()
        var transaction = accumulator.transaction()
        transaction.addPhoto(record(1, at: 1))
        transaction.addPhoto(record(2, at: 2))
        transaction.addPhoto(record(1, at: 3))
        transaction.removePhoto(LUID(2))
        transaction.removePhoto(LUID(3))
        transaction.addPhoto(record(3, at: 4))
        #expect(transaction.commit().photos == [record(3, at: 4), record(1, at: 3)])
    }

    @Test func theLastEditCountsThoughAllAdditionsAreInOrder() {
        let accumulator = Accumulator()
        var transaction = accumulator.transaction()
        for hours in [5, 4, 3, 2] as [Int64] { transaction.addPhoto(record(1, at: hours)) }
        let snapshot = transaction.commit()
        snapshot.checkInvariants()
        #expect(snapshot.photos == [record(1, at: 2)])
    }

    /// All ways of one photo through up to four places in one transaction, in
    /// the order of the timeline and not, with another beside it. Three of
    /// them were wrong when the fuzzer tried them.
    @Test(arguments: [1, 2, 3, 4])
    func aPhotoThatMovesSeveralTimesInOneTransactionIsWhereItWentLast(steps: Int) {
        for way in 0..<(1 << (3 * steps)) {
            let accumulator = Accumulator()
            var transaction = accumulator.transaction()
            transaction.addPhoto(record(1, at: 2))
            transaction.addPhoto(record(2, at: 2))
            transaction.commit()
            transaction = accumulator.transaction()
            var last: HotRecord?
            for step in 0..<steps {
                let choice = way >> (3 * step)
                var record = record(1, at: Int64(choice & 3))
                record.flags = choice & 4 == 0 ? [] : .favourite
                transaction.addPhoto(record)
                last = record
            }
            let snapshot = transaction.commit()
            snapshot.checkInvariants()
            #expect(snapshot.record(of: LUID(1)) == last)
            #expect(snapshot.photoCount == 2)
        }
    }

    @Test func aCommitThatChangesNothingPublishesNothing() {
        let accumulator = Accumulator()
        var transaction = accumulator.transaction()
        for luid in 1...300 { transaction.addPhoto(record(Int64(luid), at: Int64(luid))) }
        let version = transaction.commit().version
        #expect(accumulator.transaction().commit().version == version)
        var same = accumulator.transaction()
        same.addPhoto(record(200, at: 200))
        same.addPhoto(record(3, at: 3))
        same.removePhoto(LUID(1000))
        same.removePhoto(LUID(-5))
        same.removePhoto(LUID(.max))
        #expect(same.commit().version == version)
    }

    @Test func aRecordThatDoesNotPassTheFilterIsTakenOut() {
        let visible = Accumulator(filter: .visible)
        let hidden = Accumulator(filter: .hidden)
        var record = record(1)
        for isHidden in [false, true, false] {
            record.flags = isHidden ? .hidden : []
            for accumulator in [visible, hidden] {
                var transaction = accumulator.transaction()
                transaction.addPhoto(record)
                transaction.commit()
            }
            #expect(visible.snapshot.photoCount == (isHidden ? 0 : 1))
            #expect(hidden.snapshot.photoCount == (isHidden ? 1 : 0))
        }
    }

    @Test func theLoaderNeitherOverwritesNorResurrects() {
        let accumulator = Accumulator()
        var server = accumulator.transaction()
        var newer = record(1)
        newer.flags = .favourite
        server.addPhoto(newer)
        server.removePhoto(LUID(2))
        server.commit()
        var scanner = accumulator.transaction()
        scanner.addPhoto(record(3, at: 3))
        scanner.commit()
        var undone = accumulator.transaction()
        undone.removePhoto(LUID(3))
        undone.commit()

        var loader = accumulator.loaderTransaction()
        for luid in 1...4 { loader.addPhoto(record(Int64(luid), at: 9)) }
        loader.removePhoto(LUID(1))
        #expect(loader.commit().photos == [record(4, at: 9), newer])
        // What the loader itself brought it may change.
        var again = accumulator.loaderTransaction()
        again.addPhoto(record(4, at: 8))
        #expect(again.commit().photos == [record(4, at: 8), newer])
        accumulator.finishLoading()
        var after = accumulator.transaction()
        after.addPhoto(record(2, at: 9))
        #expect(after.commit().photoCount == 3)
    }

    @Test func aPhotoHiddenByTheFilterIsNotResurrectedEither() {
        let accumulator = Accumulator(filter: .visible)
        var server = accumulator.transaction()
        var hidden = record(1)
        hidden.flags = .hidden
        server.addPhoto(hidden)
        server.commit()
        var loader = accumulator.loaderTransaction()
        loader.addPhoto(record(1))
        #expect(loader.commit().isEmpty)
    }

    @Test func aLoaderAfterTheEndOfLoadingIsAFault() async {
        await #expect(processExitsWith: .failure) {
            let accumulator = Accumulator()
            var loader = accumulator.loaderTransaction()
            loader.addPhoto(HotRecord(luid: LUID(1), taken: nil))
            accumulator.finishLoading()
            loader.commit()
        }
    }

    @Test(arguments: [Int64(0), -1, 1 << 48])
    func aLUIDThatNoDatabaseGivesIsAFault(luid: Int64) async {
        await #expect(processExitsWith: .failure) { [luid] in
            var transaction = Accumulator().transaction()
            transaction.addPhoto(HotRecord(luid: LUID(luid), taken: nil))
        }
    }
}
