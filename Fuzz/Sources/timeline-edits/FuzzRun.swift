import Photos
import Timeline

/// One input: the first byte chooses the order, the others are edits.
struct FuzzRun {
    private var bytes: Slice<UnsafeBufferPointer<UInt8>>
    private let accumulator: Accumulator
    private(set) var records: [LUID: HotRecord] = [:]
    /// What the loader may not touch.
    private var touched = Set<LUID>()
    private var isLoading = true
    private(set) var kept: [(snapshot: Snapshot, photos: [HotRecord])] = []
    var layout: RowLayout

    init(_ bytes: UnsafeBufferPointer<UInt8>) {
        self.bytes = bytes[...]
        let first = self.bytes.popFirst() ?? 0
        let order: TimelineOrder = first & 1 == 0 ? .newestFirst : .oldestFirst
        accumulator = Accumulator(order: order)
        layout = RowLayout(
            .empty, metrics: RowMetrics(columns: 3, cellHeight: 10, headerHeight: 5, monthHeight: 7)
        )
    }

    mutating func go() {
        while !bytes.isEmpty {
            commit()
        }
    }

    /// A transaction of up to eight edits or so.
    private mutating func commit() {
        let head = next()
        let isLoader = head & 8 != 0 && isLoading
        var transaction =
            isLoader ? accumulator.loaderTransaction() : accumulator.transaction()
        var last: [LUID: HotRecord?] = [:]
        for _ in 0...(head & 7) {
            edit(&transaction, &last)
        }
        if head & 16 != 0 {
            // Dropped: nothing happens.
            return
        }
        let snapshot = transaction.commit()
        for (luid, record) in last {
            if isLoader && touched.contains(luid) { continue }
            if isLoading && !isLoader { touched.insert(luid) }
            records[luid] = record
        }
        if head & 0xE0 == 0xE0 && isLoading {
            accumulator.finishLoading()
            isLoading = false
        }
        check(snapshot)
        if head & 32 != 0 { kept.append((snapshot, photos(of: snapshot))) }
        if kept.count > 6 { kept.removeFirst(3) }
    }

    private mutating func edit(
        _ transaction: inout Transaction, _ last: inout [LUID: HotRecord?]
    ) {
        let kind = next()
        switch kind & 15 {
        case 0...8:
            let record = record()
            transaction.addPhoto(record)
            last[record.luid] = .some(record)
        case 9:
            // Many photos in a row, so that leaves split.
            var record = record()
            for step in 0..<Int64(next()) {
                record.luid = LUID((record.luid.rawValue + step) % 2048 + 1)
                record.taken = record.taken?.advanced(byMilliseconds: step * 1_000_000)
                transaction.addPhoto(record)
                last[record.luid] = .some(record)
            }
        case 10...12:
            let luid = luid()
            transaction.removePhoto(luid)
            last[luid] = .some(nil)
        case 13:
            let first = luid().rawValue
            for luid in first..<first + Int64(next()) {
                transaction.removePhoto(LUID(luid))
                last[LUID(luid)] = .some(nil)
            }
        case 14:
            transaction.addEvent(
                StoredEvent(id: EventID(Int64(next()) - 1), first: time(), last: time()))
        default:
            transaction.removeEvent(EventID(Int64(next())))
        }
    }

    private mutating func next() -> UInt8 { bytes.popFirst() ?? 0 }

    private mutating func luid() -> LUID {
        let low = Int64(next())
        return LUID(next() == 255 ? (1 << 48) - 1 - low : 1 + low)
    }

    private mutating func time() -> CaptureTime? {
        switch next() {
        case 0: nil
        case 1: CaptureTime(milliseconds: .max)
        case 2: CaptureTime(milliseconds: -5_000_000_000_000)
        case let scale: CaptureTime(milliseconds: Int64(next()) * (Int64(scale) * 30_000))
        }
    }

    private mutating func record() -> HotRecord {
        HotRecord(
            luid: luid(), taken: time(), nameKey: NameKey(rawValue: UInt32(next() & 3)),
            flags: PhotoFlags(rawValue: UInt16(next() & 3)))
    }
}
