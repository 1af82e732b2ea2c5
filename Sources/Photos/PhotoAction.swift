/// What a person does to photos. Each is one durable operation, whatever the
/// number of photos.
public enum PhotoAction: UInt8, Hashable, Sendable, Codable, CaseIterable {
    /// Out of the timeline; nothing happens to any file.
    case hide = 1
    case unhide
    case favourite
    case unfavourite
    /// Out of the timeline, and all files of the photo into the desktop's
    /// trash.
    case delete
    /// A deleted photo back, and its files out of the trash.
    case restore
}

/// What the user has set on a photo, all pending operations applied.
public struct UserFlags: OptionSet, Hashable, Sendable {
    /// As stored in `photos.user_flags`.
    public let rawValue: Int64

    public init(rawValue: Int64) {
        self.rawValue = rawValue
    }

    public static let hidden = UserFlags(rawValue: 1)
    public static let favourite = UserFlags(rawValue: 2)
    public static let deleted = UserFlags(rawValue: 4)
    /// No file is left, here or on the server, and it is to come back.
    public static let returning = UserFlags(rawValue: 8)
}

extension PhotoAction {
    /// The flag that the action is about.
    public var flag: UserFlags {
        switch self {
        case .hide, .unhide: .hidden
        case .favourite, .unfavourite: .favourite
        case .delete, .restore: .deleted
        }
    }

    /// Whether the action sets its flag or takes it away.
    public var sets: Bool {
        switch self {
        case .hide, .favourite, .delete: true
        case .unhide, .unfavourite, .restore: false
        }
    }

    /// The action that takes this one back.
    public var inverse: PhotoAction {
        switch self {
        case .hide: .unhide
        case .unhide: .hide
        case .favourite: .unfavourite
        case .unfavourite: .favourite
        case .delete: .restore
        case .restore: .delete
        }
    }
}
