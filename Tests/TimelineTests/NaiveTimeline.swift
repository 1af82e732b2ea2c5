import Photos
import Timeline

/// What a timeline is, said in the simplest way: an array that is sorted and
/// grouped anew whenever it is asked.
struct NaiveTimeline {
    let order: TimelineOrder
    let grouping: EventGrouping
    private(set) var records: [LUID: HotRecord] = [:]

    init(order: TimelineOrder = .newestFirst, grouping: EventGrouping = .standard) {
        self.order = order
        self.grouping = grouping
    }

    mutating func add(_ record: HotRecord) {
        var record = record
        if let taken = record.taken, !(1826...9000).contains(taken.date.year) {
            record.taken = nil
        }
        records[record.luid] = record
    }

    mutating func remove(_ luid: LUID) {
        records[luid] = nil
    }

    var photos: [HotRecord] {
        let ascending = records.values.sorted {
            (
                $0.taken?.milliseconds ?? .min, $0.nameKey, $0.luid
            ) < (
                $1.taken?.milliseconds ?? .min, $1.nameKey, $1.luid
            )
        }
        return order == .oldestFirst ? ascending : ascending.reversed()
    }

    /// The photos of each event.
    var events: [[HotRecord]] {
        var events: [[HotRecord]] = []
        for photo in photos {
            if let last = events.last?.last, !grouping.separates(last.taken, photo.taken) {
                events[events.count - 1].append(photo)
            } else {
                events.append([photo])
            }
        }
        return events
    }
}

extension Snapshot {
    var photos: [HotRecord] {
        var photos: [HotRecord] = []
        forEachPhoto(in: 0..<photoCount) { _, photo in photos.append(photo) }
        return photos
    }

    var events: [EventSummary] {
        var events: [EventSummary] = []
        forEachEvent(in: 0..<eventCount) { _, event in events.append(event) }
        return events
    }
}
