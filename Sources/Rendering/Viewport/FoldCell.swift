/// The cell that stands for all photos of a folded event that have no cell
/// of their own.
public struct FoldCell: Hashable, Sendable {
    /// The event's index in the snapshot that is laid out.
    public let event: Int
    /// Positions of the photos it stands for, at least one.
    public let hidden: Range<Int>
    public let frame: CellFrame

    public init(event: Int, hidden: Range<Int>, frame: CellFrame) {
        self.event = event
        self.hidden = hidden
        self.frame = frame
    }
}
