import CommandLineKit
import Glibc
import Photos
import Timeline

/// The timeline that is measured, filled as at a start: newest first, in
/// growing batches.
struct BuiltLibrary {
    let made: MadePhotos
    let accumulator = Accumulator()
    private(set) var figures: [(String, JSONText)] = []

    init(_ made: MadePhotos) {
        self.made = made
        var photos = made.newestFirst()
        Memory.giveBack()
        let heap = Memory.resident()
        let start = ThreadClock.now()
        var place = 0
        var batch = 200
        var firstScreen = 0
        while place < photos.count {
            var transaction = accumulator.loaderTransaction()
            let end = min(photos.count, place + batch)
            for index in place..<end { transaction.addPhoto(photos[index]) }
            transaction.commit()
            if place == 0 { firstScreen = ThreadClock.now() - start }
            place = end
            batch = min(batch * 4, 50_000)
        }
        accumulator.finishLoading()
        let built = ThreadClock.now() - start
        Memory.giveBack()
        let bytes = Double(Memory.resident() - heap) / Double(photos.count)
        photos = []
        figures = [
            ("events", .integer(accumulator.snapshot.eventCount)),
            ("build_ms", .number(Double(built) / 1e6)),
            ("first_200_us", .number(Double(firstScreen) / 1e3)),
            ("bytes_per_photo", .number((bytes * 10).rounded() / 10)),
        ]
    }

    var snapshot: Snapshot { accumulator.snapshot }

    /// A photo of the library, each as likely as any other.
    func photo(_ random: inout Random) -> HotRecord {
        let snapshot = snapshot
        return snapshot[random.below(snapshot.photoCount)]
    }

    func hide(_ luid: LUID) {
        var transaction = accumulator.transaction()
        transaction.removePhoto(luid)
        transaction.commit()
    }

    /// Puts photos back that were hidden.
    func show(_ photos: some Sequence<HotRecord>) {
        var transaction = accumulator.transaction()
        for photo in photos { transaction.addPhoto(photo) }
        transaction.commit()
    }
}

enum Memory {
    /// Gives memory that is free but kept for later back to the system, so
    /// that what is resident is in use.
    static func giveBack() {
        // glibc's malloc_trim, which Swift's module of it does not have.
        guard let symbol = dlsym(nil, "malloc_trim") else { return }
        let trim = unsafeBitCast(symbol, to: (@convention(c) (Int) -> Int32).self)
        _ = trim(0)
    }

    /// Bytes of this process that are in memory.
    static func resident() -> Int {
        guard let file = fopen("/proc/self/statm", "r") else { return 0 }
        defer { fclose(file) }
        var line = [CChar](repeating: 0, count: 256)
        guard fgets(&line, 256, file) != nil else { return 0 }
        let fields = String(
            decoding: line.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self
        )
        .split(separator: " ")
        return fields.count > 1 ? (Int(fields[1]) ?? 0) * Int(sysconf(Int32(_SC_PAGESIZE))) : 0
    }
}
