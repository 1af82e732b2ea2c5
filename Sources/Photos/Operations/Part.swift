/// What the user may set on a photo.
public enum Flag: UInt8, Hashable, Sendable {
    case hidden
    case favourite
}

/// One piece of an operation, sent and answered by itself: an action on a
/// hundred photos is one operation of a hundred parts. Only a share is whole.
public struct Part: Hashable, Sendable {
    /// Its place in the order of all parts of this device.
    public var number: Int64
    /// The user's action it belongs to.
    public var operation: OperationNumber
    /// The name it is sent under.
    public var id: OperationID
    /// The photos it concerns: one, but for a share.
    public var luids: [LUID]
    public var work: Work
    public var state: State

    public enum State: Hashable, Sendable {
        case waiting
        /// Sent at least once; perhaps the server has it.
        case sent
        /// Answered; leaves when the changes read reach the answer.
        case answered(epoch: UInt64, sequence: Int64)
    }

    public init(
        number: Int64, operation: OperationNumber, id: OperationID, luids: [LUID], work: Work
    ) {
        self.number = number
        self.operation = operation
        self.id = id
        self.luids = luids
        self.work = work
        state = .waiting
    }

    /// Whether only its effect is yet to be read.
    package var isAnswered: Bool {
        if case .answered = state { true } else { false }
    }
}

/// The number of a user's action, of which the parts are made.
public struct OperationNumber: Hashable, Comparable, Sendable {
    public let rawValue: Int64

    public init(_ rawValue: Int64) {
        self.rawValue = rawValue
    }

    public static func < (a: OperationNumber, b: OperationNumber) -> Bool {
        a.rawValue < b.rawValue
    }
}
