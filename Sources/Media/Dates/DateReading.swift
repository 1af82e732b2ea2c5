import Photos

/// What a written date says, before anybody judges whether it is sane.
struct DateReading: Hashable {
    /// Whose clock a reading was taken from.
    enum Clock: Hashable {
        /// The photographer's, offset unknown.
        case local
        /// The photographer's, this many minutes east of UTC.
        case localWithOffset(minutes: Int)
        /// One that shows UTC wherever it is.
        case utc
    }

    /// How much of the time was written; the rest is zero.
    enum Precision: Hashable, Comparable {
        case day, second, millisecond
    }

    var time: CaptureTime
    var clock: Clock = .local
    var precision: Precision = .second
}
