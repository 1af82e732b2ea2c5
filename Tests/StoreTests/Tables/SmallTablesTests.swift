import Photos
import Store
import TestSupport
import Testing

struct SmallTablesTests {
    @Test func rootIsAddedOnceAndCountsItsWalks() throws {
        let library = try TestLibrary()
        let rows = try library.write { transaction throws(StoreError) in
            let new = try transaction.addRoot(FilePath("/b"), addedMilliseconds: 7)
            let same = try transaction.addRoot(FilePath("/b"), addedMilliseconds: 9)
            try transaction.finishWalk(of: new.id)
            try transaction.setAvailable(false, new.id)
            return [new, same] + (try transaction.reading.roots())
        }
        #expect(rows[0] == rows[1])
        #expect(rows[2].path == FilePath("/photos"))
        #expect(
            rows[3]
                == RootRow(
                    id: rows[0].id, path: FilePath("/b"), addedMilliseconds: 7, walk: 1,
                    isAvailable: false))
    }

    @Test func eventsKeepTheirSpans() throws {
        let library = try TestLibrary()
        let event = { @Sendable (id: Int64, first: Int64?, last: Int64?) in
            EventRow(
                id: EventID(id), first: first.map(CaptureTime.init(milliseconds:)),
                last: last.map(CaptureTime.init(milliseconds:)))
        }
        let events = try library.write { transaction throws(StoreError) in
            try transaction.putEvents([event(3, 1, 2), event(1, nil, nil), event(2, 5, 6)])
            try transaction.putEvents([event(3, 1, 9)])
            try transaction.removeEvents([EventID(2), EventID(77)])
            return try transaction.reading.events()
        }
        #expect(events == [event(1, nil, nil), event(3, 1, 9)])
    }

    @Test func eventsOfAPartOfTheTimelineAreThoseThatEndInIt() throws {
        let library = try TestLibrary()
        let times = [10, 20, 20, 30, 40].map { CaptureTime(milliseconds: $0) }
        let rows =
            times.enumerated().map { index, time in
                EventRow(
                    id: EventID(Int64(index + 1)), first: CaptureTime(milliseconds: 1), last: time)
            } + [EventRow(id: EventID(9), first: nil, last: nil)]
        try library.write { transaction throws(StoreError) in
            try transaction.putEvents(rows)
        }
        func ids(from oldest: Int64?, before newer: Int64?) throws -> [Int64] {
            try library.store.read { transaction throws(StoreError) in
                try transaction.events(
                    from: oldest.map(CaptureTime.init(milliseconds:)),
                    before: newer.map(CaptureTime.init(milliseconds:)))
            }.map(\.id.rawValue).sorted()
        }
        #expect(try ids(from: 30, before: nil) == [4, 5])
        #expect(try ids(from: 20, before: 30) == [2, 3])
        #expect(try ids(from: nil, before: 20) == [1, 9])
        #expect(try ids(from: nil, before: nil) == [1, 2, 3, 4, 5, 9])
        let last = try library.store.read { transaction throws(StoreError) in
            try transaction.lastEventID()
        }
        #expect(last == EventID(9))
    }

    @Test func problemsAreOnePerPathInTheirOrder() throws {
        let library = try TestLibrary()
        let root = library.root
        let problem = { @Sendable (path: String, reason: ProblemReason, stamp: FileStamp?) in
            ProblemRow(
                path: FilePath(path), root: root, reason: reason, detail: "why", stamp: stamp)
        }
        let problems = try library.write { transaction throws(StoreError) in
            for reason in ProblemReason.allCases {
                try transaction.putProblem(problem("/p/\(reason.rawValue)", reason, nil))
            }
            try transaction.putProblem(problem("/p/a", .empty, .of(1)))
            try transaction.putProblem(problem("/p/a", .corrupt, .of(2)))
            try transaction.removeProblem(at: FilePath("/p/denied"))
            try transaction.removeProblem(at: FilePath("/p/none"))
            return try transaction.reading.problems()
        }
        let reasons = ProblemReason.allCases.filter { $0 != .denied }
            .sorted { $0.rawValue < $1.rawValue }
        #expect(
            problems == [problem("/p/a", .corrupt, .of(2))]
                + reasons.map { problem("/p/\($0.rawValue)", $0, nil) })
    }
}
