/// A time as a clock shows it, read from a text.
struct TimeOfDay {
    var hour = 0
    var minute = 0
    var second = 0
    /// Nil when none were written.
    var millisecond: Int?

    /// Takes `14:42`, `14:42:59`, `14.42.59,5`, `2:42:59 PM` and the like;
    /// nil when no such time stands here or the figures are no time.
    ///
    /// - Parameters:
    ///   - separators: any one of them, the same between all figures.
    ///   - needsSeconds: whether hour and minute alone are no time.
    static func take(
        _ reader: inout ByteReader, separators: StaticBytes, needsSeconds: Bool
    ) -> TimeOfDay? {
        var trial = reader
        var time = TimeOfDay()
        guard let hour = trial.number(digits: 1...2),
            let separator = trial.take(anyOf: separators),
            let minute = trial.number(digits: 2)
        else { return nil }
        time.hour = hour
        time.minute = minute
        var seconds = trial
        if seconds.next == separator {
            seconds.skip(1)
            if let second = seconds.number(digits: 1...2) {
                time.second = second
                trial = seconds
                time.takeFraction(&trial)
            } else if needsSeconds {
                return nil
            }
        } else if needsSeconds {
            return nil
        }
        time.takeHalfOfDay(&trial)
        guard time.isValid else { return nil }
        reader = trial
        return time
    }

    /// Takes `144259` or, with milliseconds, `144259123`.
    static func takeCompact(_ reader: inout ByteReader) -> TimeOfDay? {
        var trial = reader
        let run = trial.digitRun
        guard run == 6 || run == 9, let hour = trial.number(digits: 2),
            let minute = trial.number(digits: 2), let second = trial.number(digits: 2)
        else { return nil }
        let time = TimeOfDay(
            hour: hour, minute: minute, second: second, millisecond: trial.number(digits: 3))
        guard time.isValid else { return nil }
        reader = trial
        return time
    }

    private var isValid: Bool { hour <= 23 && minute <= 59 && second <= 60 }

    private mutating func takeFraction(_ reader: inout ByteReader) {
        var trial = reader
        guard trial.take(anyOf: ".,") != nil, let milliseconds = trial.milliseconds() else {
            return
        }
        millisecond = milliseconds
        reader = trial
    }

    private mutating func takeHalfOfDay(_ reader: inout ByteReader) {
        var trial = reader
        // Between time and AM Apple writes a blank, a no-break space or a
        // narrow one.
        while trial.take(word: " ") || trial.take(word: "\u{A0}") || trial.take(word: "\u{202F}") {}
        let isMorning = trial.take(word: "AM")
        guard isMorning || trial.take(word: "PM"), (1...12).contains(hour) else { return }
        hour = hour % 12 + (isMorning ? 0 : 12)
        reader = trial
    }
}
