import Photos
import Timeline

/// What the header of an event says.
struct EventWords: Hashable {
    /// "Friday, 9 May".
    let title: String
    /// "14:02 – 18:30 · 34 photos, 2 videos".
    let details: String

    init(_ event: EventSummary, of snapshot: Snapshot, in dates: DateWords) {
        var videos = 0
        snapshot.forEachPhoto(in: event.positions) { _, record in
            if record.flags.contains(.video) { videos += 1 }
        }
        let count = Self.count(photos: event.photoCount - videos, videos: videos)
        guard let first = event.first, let last = event.last else {
            title = "Photos without a date"
            details = count
            return
        }
        // A night out belongs to the evening's day.
        let lastDay = last.advanced(byMilliseconds: -Self.dayStart).date
        if lastDay <= first.date {
            title = dates.day(first.date)
            let times = [dates.time(first), dates.time(last)]
            details =
                times[0] == times[1]
                ? "\(times[0]) · \(count)"
                : "\(times[0]) – \(times[1]) · \(count)"
        } else {
            title = dates.days(from: first.date, to: lastDay)
            details = count
        }
    }

    /// "34 photos, 2 videos".
    static func count(photos: Int, videos: Int) -> String {
        var parts: [String] = []
        if photos > 0 { parts.append(photos == 1 ? "1 photo" : "\(grouped(photos)) photos") }
        if videos > 0 { parts.append(videos == 1 ? "1 video" : "\(grouped(videos)) videos") }
        return parts.joined(separator: ", ")
    }

    /// "12,345": thin spaces would be finer and are not in every font.
    static func grouped(_ number: Int) -> String {
        let digits = Array(String(number))
        var text = ""
        for (index, digit) in digits.enumerated() {
            if index > 0, (digits.count - index) % 3 == 0 { text.append(",") }
            text.append(digit)
        }
        return text
    }

    /// When a day begins for a title, as it does for the grouping: 4 a.m.
    private static let dayStart = EventGrouping.standard.dayStart
}
