import Photos
import Timeline

/// The design of 2014: an array of references to immutable events, and where
/// each ends; both are copied at each commit.
struct EventsArrayTimeline: Sendable {
    final class Event: Sendable {
        let id: Int
        /// Newest first.
        let photos: ContiguousArray<HotRecord>

        init(id: Int, photos: ContiguousArray<HotRecord>) {
            self.id = id
            self.photos = photos
        }
    }

    private(set) var events: ContiguousArray<Event> = []
    private var ends: ContiguousArray<Int32> = []

    /// - Parameter photos: Newest first.
    init(_ photos: ContiguousArray<HotRecord>) {
        var start = 0
        for index in photos.indices.dropFirst()
        where EventGrouping.standard.separates(photos[index - 1].taken, photos[index].taken) {
            events.append(Event(id: start, photos: ContiguousArray(photos[start..<index])))
            start = index
        }
        events.append(Event(id: start, photos: ContiguousArray(photos[start...])))
        refill(from: 0)
    }

    var photoCount: Int { Int(ends.last ?? 0) }

    /// A branch-free binary search over the ends.
    subscript(position: Int) -> HotRecord {
        let place = Int32(truncatingIfNeeded: position)
        let event = ends.withUnsafeBufferPointer { ends in
            var base = 0
            var length = ends.count
            while length > 1 {
                let half = length >> 1
                base = ends[base &+ half &- 1] <= place ? base &+ half : base
                length &-= half
            }
            return base
        }
        return events[event].photos[position - (event == 0 ? 0 : Int(ends[event - 1]))]
    }

    func forEachPhoto(_ body: (HotRecord) -> Void) {
        for event in events {
            for photo in event.photos { body(photo) }
        }
    }

    func removing(_ photo: HotRecord) -> EventsArrayTimeline {
        let index = event(atOrAfter: photo)
        guard index < events.count,
            let place = events[index].photos.firstIndex(where: { $0.luid == photo.luid })
        else { return self }
        var photos = events[index].photos
        photos.remove(at: place)
        var copy = self
        copy.replace(index..<index + 1, with: photos)
        return copy
    }

    func adding(_ photo: HotRecord) -> EventsArrayTimeline {
        let index = event(atOrAfter: photo)
        var range = index..<index
        var photos = ContiguousArray<HotRecord>()
        if index > 0, isTogether(events[index - 1].photos.last, photo) {
            range = index - 1..<index
            photos = events[index - 1].photos
        }
        if index < events.count {
            let next = events[index].photos
            if isTogether(next.first, photo) || next[0].isBefore(photo) {
                range = range.lowerBound..<index + 1
                photos += next
            }
        }
        photos.insert(photo, at: photos.firstIndex { photo.isBefore($0) } ?? photos.count)
        var copy = self
        copy.replace(range, with: photos)
        return copy
    }

    private func isTogether(_ a: HotRecord?, _ b: HotRecord) -> Bool {
        guard let a else { return false }
        return !EventGrouping.standard.separates(a.taken, b.taken)
    }

    /// The first event whose last photo is not before `photo`.
    private func event(atOrAfter photo: HotRecord) -> Int {
        var low = 0
        var high = events.count
        while low < high {
            let middle = low + (high - low) / 2
            if events[middle].photos[events[middle].photos.count - 1].isBefore(photo) {
                low = middle + 1
            } else {
                high = middle
            }
        }
        return low
    }

    private mutating func replace(_ range: Range<Int>, with photos: ContiguousArray<HotRecord>) {
        var made: [Event] = []
        var start = 0
        for index in photos.indices
        where index + 1 == photos.count || !isTogether(photos[index], photos[index + 1]) {
            let part =
                start == 0 && index + 1 == photos.count
                ? photos : ContiguousArray(photos[start...index])
            made.append(Event(id: range.isEmpty ? -1 : events[range.lowerBound].id, photos: part))
            start = index + 1
        }
        if made.count == range.count {
            for (index, event) in zip(range, made) { events[index] = event }
        } else {
            events.replaceSubrange(range, with: made)
        }
        refill(from: range.lowerBound)
    }

    /// Brings the ends up to date from an event on. When only their number
    /// of photos changed this could be a mere addition; it is memory that
    /// takes the time.
    private mutating func refill(from first: Int) {
        ends.removeLast(max(0, ends.count - events.count))
        while ends.count < events.count { ends.append(0) }
        var sum = first == 0 ? 0 : ends[first - 1]
        for index in first..<events.count {
            sum &+= Int32(truncatingIfNeeded: events[index].photos.count)
            ends[index] = sum
        }
    }
}
