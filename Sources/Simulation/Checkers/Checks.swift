import Photos
import Sync

/// A broken invariant, by its number in the design.
public struct Failure: Hashable, Sendable {
    public var invariant: Int
    public var text: String
}

/// What the checkers remember of a world.
struct Checks: Sendable {
    var failure: Failure?
    /// Whether a device's program runs.
    var isRunning: [Bool]
    /// The highest LUID and position each device has committed.
    var lastLUID: [Int64]
    var position: [FeedPosition]
    /// Whether a listing ran before the event.
    var wasListing: [Bool]
    /// Whether the server has lost some of its memory.
    var isRestored = false
    /// What the users want of each content.
    private(set) var wishes: [ContentWish]
    /// Parts whose making was acknowledged to the user (1).
    private(set) var acknowledged: [[OperationID]]

    /// What can be said for sure of a content.
    struct ContentWish: Sendable {
        /// It was deleted, and nothing since could have brought it back.
        var isDeleted = false
        var hidden: Bool?
        var favourite: Bool?
    }

    init(devices: Int) {
        isRunning = Array(repeating: true, count: devices)
        lastLUID = Array(repeating: 0, count: devices)
        wasListing = Array(repeating: true, count: devices)
        position = Array(repeating: .start, count: devices)
        acknowledged = Array(repeating: [], count: devices)
        wishes = Array(repeating: ContentWish(), count: Content.count)
    }

    /// The program is gone, until it has started again.
    mutating func stopped(_ device: Int) {
        isRunning[device] = false
    }

    mutating func acknowledge(_ ids: [OperationID], of device: Int) {
        acknowledged[device] += ids
    }

    /// Bytes of it came to a folder, or the user wants it back.
    mutating func appeared(_ content: Int) {
        wishes[content].isDeleted = false
    }

    /// Nothing can be said of it any more.
    mutating func disturbed(_ content: Int) {
        wishes[content] = ContentWish()
    }

    mutating func flagged(_ content: Int, _ flag: Flag, _ value: Bool?) {
        switch flag {
        case .hidden: wishes[content].hidden = value
        case .favourite: wishes[content].favourite = value
        }
    }

    mutating func deleted(_ content: Int, forSure: Bool) {
        disturbed(content)
        wishes[content].isDeleted = forSure
    }

    mutating func meddled(_ act: Meddling, _ photo: ServerPhoto) {
        disturbed(Content.index(of: photo.hash))
        if case .edit(_, let other) = act { disturbed(other) }
    }

    mutating func undone(_ part: Part, _ rows: MemoryRows) {
        for luid in part.luids {
            if let hash = rows.contents[luid] { disturbed(Content.index(of: hash)) }
        }
        if case .delete(let deletion) = part.work {
            for hash in deletion.hashes { disturbed(Content.index(of: hash)) }
        }
    }
}
