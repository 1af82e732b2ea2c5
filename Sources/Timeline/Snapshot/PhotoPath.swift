/// A photo by its event and its place in that: an index path.
public struct PhotoPath: Hashable, Comparable, Sendable {
    /// The index of the event in the timeline, from 0.
    public var event: Int
    /// The index of the photo in the event, from 0.
    public var index: Int

    public init(event: Int, index: Int) {
        self.event = event
        self.index = index
    }

    public static func < (a: PhotoPath, b: PhotoPath) -> Bool {
        (a.event, a.index) < (b.event, b.index)
    }
}

extension PhotoPath: CustomStringConvertible {
    public var description: String { "\(event).\(index)" }
}
