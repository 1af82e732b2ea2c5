public import Photos

/// What a written date says, before anybody judges whether it is sane.
public struct DateReading: Hashable, Sendable {
    /// Whose clock a reading was taken from.
    public enum Clock: Hashable, Sendable {
        /// The photographer's, offset unknown.
        case local
        /// The photographer's, this many minutes east of UTC.
        case localWithOffset(minutes: Int)
        /// One that shows UTC wherever it is.
        case utc
    }

    /// How much of the time was written; the rest counts as zero.
    public enum Precision: Hashable, Sendable, Comparable {
        case day, second
    }

    public var time: CaptureTime
    public var clock: Clock
    public var precision: Precision

    public init(time: CaptureTime, clock: Clock = .local, precision: Precision = .second) {
        self.time = time
        self.clock = clock
        self.precision = precision
    }
}
