import Photos
import TestSupport
import Testing

@testable import Timeline

@Suite struct SnapshotTests {
    /// A snapshot of several levels, and the photos it ought to have.
    private func library(
        seed: UInt64, order: TimelineOrder, luids: Int = 9000
    ) -> (snapshot: Snapshot, model: NaiveTimeline) {
        var edits = RandomEdits(seed: seed, luids: luids)
        let accumulator = Accumulator(order: order)
        var model = NaiveTimeline(order: order)
        for _ in 0..<6 {
            var transaction = accumulator.transaction()
            for _ in 0..<luids / 5 {
                let record = edits.record()
                transaction.addPhoto(record)
                model.add(record)
            }
            for _ in 0..<luids / 30 {
                let luid = edits.luid()
                transaction.removePhoto(luid)
                model.remove(luid)
            }
            transaction.commit()
        }
        return (accumulator.snapshot, model)
    }

    @Test func nightBelongsToTheMonthOfItsEvening() {
        func month(day: Int, hour: Int, minute: Int = 0) -> CalendarMonth? {
            CaptureTime(year: 2024, month: 10, day: day, hour: hour, minute: minute, second: 0)
                .map { CalendarMonth(of: $0) }
        }
        #expect(month(day: 1, hour: 0, minute: 27) == CalendarMonth(year: 2024, month: 9))
        #expect(month(day: 1, hour: 3, minute: 59) == CalendarMonth(year: 2024, month: 9))
        #expect(month(day: 1, hour: 4) == CalendarMonth(year: 2024, month: 10))
        #expect(month(day: 31, hour: 23) == CalendarMonth(year: 2024, month: 10))
    }

    @Test(arguments: [TimelineOrder.newestFirst, .oldestFirst])
    func positionsPathsAndLUIDsLeadToOneAnother(order: TimelineOrder) {
        let (snapshot, model) = library(seed: 1, order: order)
        let photos = model.photos
        var path = PhotoPath(event: -1, index: 0)
        var events = model.events.map(\.count)[...]
        for position in photos.indices {
            if path.event < 0 || path.index + 1 == events[path.event] {
                path = PhotoPath(event: path.event + 1, index: 0)
            } else {
                path.index += 1
            }
            #expect(snapshot.path(ofPosition: position) == path)
            #expect(snapshot.position(of: path) == position)
            #expect(snapshot.eventIndex(ofPosition: position) == path.event)
            #expect(snapshot[position] == photos[position])
            #expect(snapshot.luid(at: position) == photos[position].luid)
            #expect(snapshot.position(of: photos[position].luid) == position)
            #expect(snapshot.record(of: photos[position].luid) == photos[position])
        }
        events = []
        for luid in 1...9100 where model.records[LUID(Int64(luid))] == nil {
            #expect(snapshot.position(of: LUID(Int64(luid))) == nil)
            #expect(snapshot.record(of: LUID(Int64(luid))) == nil)
        }
        for luid in [Int64.min, -1, 0, 1 << 40, .max] {
            #expect(snapshot.position(of: LUID(luid)) == nil)
        }
    }

    @Test func rangesGiveTheirPhotosAndEvents() {
        let (snapshot, model) = library(seed: 2, order: .newestFirst)
        let photos = model.photos
        let events = snapshot.events
        var edits = RandomEdits(seed: 3, luids: photos.count)
        for _ in 0..<200 {
            let first = edits.below(photos.count + 1)
            let range = first..<first + edits.below(photos.count + 1 - first)
            var found: [HotRecord] = []
            snapshot.forEachPhoto(in: range) { position, photo in
                #expect(position == range.lowerBound + found.count)
                found.append(photo)
            }
            #expect(found == Array(photos[range]))
            let firstEvent = edits.below(events.count)
            let eventRange = firstEvent..<firstEvent + edits.below(events.count - firstEvent)
            var foundEvents: [EventSummary] = []
            snapshot.forEachEvent(in: eventRange) { index, event in
                #expect(index == eventRange.lowerBound + foundEvents.count)
                foundEvents.append(event)
            }
            #expect(foundEvents == Array(events[eventRange]))
        }
    }

    @Test(arguments: [TimelineOrder.newestFirst, .oldestFirst], Seeds.first(3))
    func monthsAndDatesAreThoseOfThePhotos(order: TimelineOrder, seed: UInt64) {
        let (snapshot, model) = library(seed: seed, order: order, luids: 900)
        let photos = model.photos
        var months: [MonthMark] = []
        for (position, photo) in photos.enumerated() {
            let month = photo.taken.map {
                // Four hours of the night belong to the day before.
                let date = $0.advanced(byMilliseconds: -4 * 3_600_000).date
                return CalendarMonth(year: date.year, month: date.month)
            }
            if let last = months.last, last.month == month {
                months[months.count - 1] = MonthMark(
                    month: month, firstPosition: last.firstPosition,
                    photoCount: last.photoCount + 1)
            } else {
                months.append(MonthMark(month: month, firstPosition: position, photoCount: 1))
            }
        }
        #expect(snapshot.months == months)
        let times = photos.compactMap(\.taken)
        #expect(snapshot.dates?.lowerBound == times.min())
        #expect(snapshot.dates?.upperBound == times.max())
    }

    @Test(arguments: [TimelineOrder.newestFirst, .oldestFirst])
    func theScrubberFindsTheFirstPhotoAtATime(order: TimelineOrder) {
        let (snapshot, model) = library(seed: 4, order: order, luids: 500)
        let photos = model.photos
        var edits = RandomEdits(seed: 5, luids: 500)
        var times = (0..<300).compactMap { _ in edits.time() }
        times += [
            Int64.min, KeyCoding.firstTime - 1, KeyCoding.firstTime, KeyCoding.lastTime,
            KeyCoding.lastTime + 1, .max,
        ].map { CaptureTime(milliseconds: $0) }
        for time in times {
            let expected = photos.firstIndex { photo in
                guard let taken = photo.taken else { return order == .newestFirst }
                return order == .newestFirst ? taken <= time : taken >= time
            }
            #expect(snapshot.position(at: time) == expected ?? photos.count)
        }
    }

    @Test func anEmptyTimelineHasNothing() {
        for snapshot in [Snapshot.empty, Accumulator(order: .oldestFirst).snapshot] {
            #expect(snapshot.isEmpty && snapshot.photoCount == 0 && snapshot.eventCount == 0)
            #expect(snapshot.months.isEmpty && snapshot.dates == nil)
            #expect(snapshot.photos.isEmpty && snapshot.events.isEmpty)
            #expect(snapshot.position(of: LUID(1)) == nil)
            #expect(snapshot.position(at: CaptureTime(milliseconds: 0)) == 0)
            snapshot.checkInvariants()
        }
    }

    @Test func anOldSnapshotFindsAPhotoWhereItStoodThen() {
        let accumulator = Accumulator()
        var kept: [(snapshot: Snapshot, position: Int?)] = []
        for hours in [5, 1, 9, 3] as [Int64] {
            var transaction = accumulator.transaction()
            transaction.addPhoto(
                HotRecord(luid: LUID(1), taken: CaptureTime(milliseconds: hours * 3_600_000)))
            transaction.addPhoto(
                HotRecord(luid: LUID(2), taken: CaptureTime(milliseconds: 4 * 3_600_000)))
            kept.append((transaction.commit(), hours > 4 ? 0 : 1))
        }
        var transaction = accumulator.transaction()
        transaction.removePhoto(LUID(1))
        kept.append((transaction.commit(), nil))
        for (snapshot, position) in kept {
            #expect(snapshot.position(of: LUID(1)) == position)
        }
    }

    @Test(arguments: [-1, 1]) func aPositionOutsideIsAFault(position: Int) async {
        await #expect(processExitsWith: .failure) { [position] in
            var transaction = Accumulator().transaction()
            transaction.addPhoto(HotRecord(luid: LUID(1), taken: nil))
            _ = transaction.commit()[position]
        }
    }
}
