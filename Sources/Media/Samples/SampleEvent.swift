import Photos

/// Some hours that somebody spent taking photos.
struct SampleEvent {
    let start: CaptureTime
    let photos: Int
    let place: SampleWorld.Place
    let camera: SampleWorld.Camera
    let occasion: String

    /// Minutes east of UTC.
    var offset: Int { place.offset(inMonth: start.date.month) }

    /// The point of time, in seconds since 1970-01-01 UTC.
    func unixSeconds(of moment: CaptureTime) -> Int64 {
        moment.milliseconds / 1000 - Int64(offset) * 60
    }
}

extension SamplePlan {
    /// Events over ten years with that many photos in all. Most are small, a
    /// few large: the sizes are log-normal with a median of 8.
    mutating func events(photos: Int) -> [SampleEvent] {
        var sizes: [Int] = []
        var rest = photos
        while rest > 0 {
            // Six dice make a bell, close enough.
            let bell = (0..<6).reduce(0) { sum, _ in sum + random.number(in: 0...100) } - 300
            var size = 8.0
            for _ in 0..<(abs(bell) / 10) { size *= bell > 0 ? 1.22 : 0.82 }
            let held = min(rest, max(1, Int(size)))
            sizes.append(held)
            rest -= held
        }
        let days = sizes.map { _ in random.number(below: Self.days) }.sorted()
        return zip(days, sizes).map { day, size in
            let date = CalendarDate(daysSince1970: Self.firstDay.daysSince1970 + day)
            let minute = random.number(in: 7 * 60...20 * 60)
            return SampleEvent(
                start: CaptureTime(
                    date: date, millisecondOfDay: minute * 60_000 + random.number(below: 60_000)),
                photos: size, place: random.pick(SampleWorld.places),
                camera: random.pick(SampleWorld.cameras),
                occasion: random.pick(SampleWorld.occasions))
        }
    }

    /// When an event's photos were taken: with pauses of some minutes, and
    /// now and then a burst of several within a second or two.
    mutating func moments(of event: SampleEvent) -> [CaptureTime] {
        var moments: [CaptureTime] = []
        var time = event.start
        while moments.count < event.photos {
            let shots = random.chance(12) ? random.number(in: 3...9) : 1
            for _ in 0..<min(shots, event.photos - moments.count) {
                moments.append(time)
                time = time.advanced(byMilliseconds: Int64(random.number(in: 80...450)))
            }
            time = time.advanced(byMilliseconds: Int64(random.number(in: 4000...420_000)))
        }
        return moments
    }

    private static var firstDay: CalendarDate { CalendarDate(daysSince1970: 16_436) }
    /// 2015-01-01 to 2024-12-31.
    private static var days: Int { 3653 }
}
