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
    var isRestored = false
    /// What the users want of each content; nil when it cannot be told.
    private(set) var deletedContents: [Bool]
    private(set) var isUnclear: [Bool]
    private(set) var flags: [FlagWish]

    /// The last flag that a single device has set on a content.
    struct FlagWish: Sendable {
        var hidden: (device: Int, value: Bool)?
        var favourite: (device: Int, value: Bool)?
        var isContested = false
    }

    init(devices: Int) {
        isRunning = Array(repeating: true, count: devices)
        lastLUID = Array(repeating: 0, count: devices)
        position = Array(repeating: .start, count: devices)
        deletedContents = Array(repeating: false, count: Content.count)
        isUnclear = Array(repeating: false, count: Content.count)
        flags = Array(repeating: FlagWish(), count: Content.count)
    }

    /// The program is gone, until it has started again.
    mutating func stopped(_ device: Int) {
        isRunning[device] = false
    }

    /// Bytes of it came to a folder, or the user wants it back.
    mutating func appeared(_ content: Int) {
        deletedContents[content] = false
        isUnclear[content] = true
        flags[content].isContested = true
    }

    mutating func disturbed(_ content: Int) {
        isUnclear[content] = true
        flags[content].isContested = true
    }

    mutating func meddled(_ act: Meddling, _ photo: ServerPhoto) {
        let content = Content.index(of: photo.hash)
        disturbed(content)
        if case .edit(_, let other) = act { appeared(other) }
        if case .copy = act { deletedContents[content] = false }
    }

    mutating func flagged(_ view: PhotoView, _ flag: Flag, _ value: Bool, _ device: Int) {
        guard let hash = view.content else { return }
        let content = Content.index(of: hash)
        let earlier = flag == .hidden ? flags[content].hidden : flags[content].favourite
        if let earlier, earlier.device != device { flags[content].isContested = true }
        if flag == .hidden {
            flags[content].hidden = (device, value)
        } else {
            flags[content].favourite = (device, value)
        }
    }

    mutating func deleted(_ view: PhotoView) {
        guard let hash = view.content else { return }
        deletedContents[Content.index(of: hash)] = true
        flags[Content.index(of: hash)].isContested = true
    }

    mutating func undone(_ part: Part, _ rows: MemoryRows) {
        for luid in part.luids {
            guard let hash = rows.contents[rows.resolve(luid)] else { continue }
            flags[Content.index(of: hash)].isContested = true
            if case .delete(let deletion) = part.work {
                for hash in deletion.hashes { appeared(Content.index(of: hash)) }
            }
        }
    }
}
