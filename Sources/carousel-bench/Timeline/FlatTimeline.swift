import Photos
import Timeline

/// The simplest design: one array in order, newest first, whose events are
/// found anew after each change.
struct FlatTimeline {
    private(set) var photos: ContiguousArray<HotRecord>
    /// The position of each event's first photo.
    private(set) var starts: ContiguousArray<Int32> = []

    init(_ photos: ContiguousArray<HotRecord>) {
        self.photos = photos
        group()
    }

    mutating func remove(_ photo: HotRecord) {
        var low = 0
        var high = photos.count
        while low < high {
            let middle = low + (high - low) / 2
            if photos[middle].isBefore(photo) {
                low = middle + 1
            } else {
                high = middle
            }
        }
        guard low < photos.count, photos[low].luid == photo.luid else { return }
        photos.remove(at: low)
        group()
    }

    private mutating func group() {
        starts.removeAll(keepingCapacity: true)
        for index in photos.indices
        where index == 0
            || EventGrouping.standard.separates(photos[index - 1].taken, photos[index].taken)
        {
            starts.append(Int32(index))
        }
    }
}

extension HotRecord {
    /// The order of a timeline, newest first.
    func isBefore(_ other: HotRecord) -> Bool {
        let (a, b) = (taken?.milliseconds ?? .min, other.taken?.milliseconds ?? .min)
        if a != b { return a > b }
        return nameKey == other.nameKey ? luid > other.luid : nameKey > other.nameKey
    }
}
