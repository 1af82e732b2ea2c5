import Glibc
import Photos
import Timeline

/// A library made up from a seed: events of log-normal size (median 8, mean
/// about 25, some above 2,000), and one very large.
///
/// LUIDs follow folders that were scanned in no order: runs of 500
/// neighbours, the runs shuffled.
struct MadePhotos {
    let count: Int
    /// Photos of the largest event: 70,000, or a tenth of a small library.
    let largestEvent: Int
    private let runs: [Int]

    init(count: Int) {
        self.count = count
        largestEvent = min(70_000, count / 10)
        var random = Random(seed: 3)
        var runs = Array(0..<max(1, count / Self.run))
        runs.shuffle(using: &random)
        self.runs = runs
    }

    private static let run = 500

    /// Calls `body` with the photos of each event, oldest first.
    func forEachEvent(_ body: ([HotRecord]) -> Void) {
        var random = Random(seed: 7)
        var time: Int64 = -300_000_000_000
        var made = 0
        var hasLargest = false
        while made < count {
            var size = max(1, Int(exp(log(8.0) + 1.51 * random.normal()).rounded()))
            if !hasLargest && made >= count / 2 {
                size = largestEvent
                hasLargest = true
            }
            size = min(size, count - made)
            var event: [HotRecord] = []
            event.reserveCapacity(size)
            for _ in 0..<size {
                event.append(record(rank: made, time: time, &random))
                made += 1
                time += Int64(200 + random.below(60_000))
            }
            body(event)
            time += Int64(23_400_000 + random.below(50_000_000))
        }
    }

    /// All photos, newest first: as the store's loader reads them.
    func newestFirst() -> ContiguousArray<HotRecord> {
        var photos = ContiguousArray<HotRecord>()
        photos.reserveCapacity(count)
        forEachEvent { photos.append(contentsOf: $0) }
        photos.reverse()
        return photos
    }

    private func record(rank: Int, time: Int64, _ random: inout Random) -> HotRecord {
        let run = rank / Self.run
        let base = run < runs.count ? runs[run] * Self.run : run * Self.run
        return HotRecord(
            luid: LUID(Int64(1 + base + rank % Self.run)), taken: CaptureTime(milliseconds: time),
            nameKey: NameKey(rawValue: UInt32(rank % 10_000)), width: 4032, height: 3024,
            thumbHash: random.thumbHash())
    }
}

/// SplitMix64 with the distributions that the benchmarks need.
struct Random: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) {
        state = seed
    }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    mutating func below(_ bound: Int) -> Int {
        Int(next().multipliedFullWidth(by: UInt64(bound)).high)
    }

    /// Box and Muller's method.
    mutating func normal() -> Double {
        let unit = (Double(next() >> 11) + 0.5) * 0x1p-53
        let angle = 2 * Double.pi * Double(next() >> 11) * 0x1p-53
        return (-2 * log(unit)).squareRoot() * cos(angle)
    }

    /// A hash of full length.
    mutating func thumbHash() -> ThumbHash {
        var bytes = InlineArray<25, UInt8>(repeating: 0)
        for index in 0..<25 { bytes[index] = UInt8(truncatingIfNeeded: next()) }
        // Not nil: 25 bytes are allowed.
        return withUnsafeBytes(of: &bytes) { ThumbHash($0) }.unsafelyUnwrapped
    }
}
