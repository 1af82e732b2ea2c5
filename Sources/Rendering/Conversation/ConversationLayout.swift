import Photos

/// Messages from top to bottom, their photos in mosaics, in a column in the
/// middle of the window: one's own at its right, those of others at its left.
/// Lengths are logical pixels.
///
/// A value: copies are independent and share what they have in common.
public struct ConversationLayout: Sendable {
    /// Beside the column, above the first message and below the last.
    public static let margin = 16
    /// The widest that the column gets.
    public static let widestColumn = 640
    /// Between two messages, and between the parts of one.
    private static let spacing = (blocks: 12.0, parts: 4.0)

    private struct Placed: Hashable, Sendable {
        var block: ConversationBlock
        var mosaic: Mosaic
        var top: Double
        /// Photos of the messages above.
        var firstPosition: Int
    }

    public let width: Int
    private var placed: [Placed] = []
    public private(set) var height = Double(margin)
    public private(set) var photoCount = 0
    private var widestSide = 1

    /// - Complexity: O(messages).
    public init(_ blocks: [ConversationBlock] = [], width: Int) {
        self.width = max(1, width)
        placed.reserveCapacity(blocks.count)
        for block in blocks { append(block) }
        if !placed.isEmpty { height += Double(Self.margin) - Self.spacing.blocks }
    }

    private mutating func append(_ block: ConversationBlock) {
        let mosaic = Mosaic(count: block.photos.count, width: Self.mosaicWidth(width))
        let next = Placed(
            block: block, mosaic: mosaic, top: height, firstPosition: photoCount)
        placed.append(next)
        if mosaic.count > 0 { widestSide = max(widestSide, mosaic.widestSide) }
        photoCount += mosaic.count
        height = parts(of: placed.count - 1).bottom + Self.spacing.blocks
    }

    public var isEmpty: Bool { placed.isEmpty }

    public var messageCount: Int { placed.count }

    /// The width of the column that messages stand in.
    public static func columnWidth(_ width: Int) -> Int {
        max(1, min(width - 2 * margin, widestColumn))
    }

    /// What texts and photos take of the column at most: whose they are is
    /// seen by the side they stand at.
    public static func mosaicWidth(_ width: Int) -> Int { max(1, columnWidth(width) * 7 / 8) }

    /// The messages that touch [`top`, `bottom`), from above.
    /// - Complexity: O(log n + messages).
    public func blocks(from top: Double, to bottom: Double) -> [PlacedBlock] {
        indices(from: top, to: bottom).map(parts)
    }

    /// Where a message is.
    /// - Complexity: O(1).
    public func parts(of index: Int) -> PlacedBlock {
        let placed = placed[index]
        let block = placed.block
        let column = Double(Self.columnWidth(width))
        let left = ((Double(width) - column) / 2).rounded(.down)
        var y = placed.top
        func frame(_ width: Double, _ height: Double) -> CellFrame {
            let x = block.isOwn ? left + column - width : left
            defer { if height > 0 { y += height + Self.spacing.parts } }
            return CellFrame(x: x, y: y, width: width, height: height)
        }
        let heading = frame(column, block.headingHeight)
        let text = frame(block.textHeight > 0 ? block.textWidth : 0, block.textHeight)
        let photos = frame(Double(placed.mosaic.width), Double(placed.mosaic.height))
        var note = frame(column, block.noteHeight)
        if note.height == 0 { note.y = max(placed.top, y - Self.spacing.parts) }
        return PlacedBlock(index: index, heading: heading, text: text, photos: photos, note: note)
    }

    /// The photo at a point: its message, and its place there.
    /// - Complexity: O(log n).
    public func photo(atX x: Double, y: Double) -> (message: Int, place: Int)? {
        for cell in cells(from: y, to: y + 1)
        where x >= cell.frame.x && x < cell.frame.x + cell.frame.width && y >= cell.frame.y
            && y < cell.frame.bottom
        {
            return message(ofPosition: cell.position)
        }
        return nil
    }

    /// The message of a photo, and the photo's place there.
    /// - Precondition: `0 <= position < photoCount`.
    /// - Complexity: O(log n).
    public func message(ofPosition position: Int) -> (message: Int, place: Int) {
        precondition(0 <= position && position < photoCount, "photo \(position) of \(photoCount)")
        // The last one that begins at it or before: those after it, with photos
        // or without, begin behind it.
        let message = firstIndex { $0.firstPosition > position } - 1
        return (message, position - placed[message].firstPosition)
    }

    private func indices(from top: Double, to bottom: Double) -> Range<Int> {
        guard bottom > top, !placed.isEmpty else { return 0..<0 }
        let first = max(0, firstIndex { $0.top > top } - 1)
        let end = firstIndex { $0.top >= bottom }
        guard first < end else { return 0..<0 }
        return (parts(of: first).bottom > top ? first : first + 1)..<end
    }

    /// The first one of which it is true; they are in order.
    private func firstIndex(_ isBehind: (Placed) -> Bool) -> Int {
        var low = 0
        var high = placed.count
        while low < high {
            let middle = (low + high) / 2
            if isBehind(placed[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}

extension ConversationLayout: CellLayout {
    public var widestCell: Int { widestSide }

    public func cells(from top: Double, to bottom: Double) -> [Cell] {
        var cells: [Cell] = []
        for index in indices(from: top, to: bottom) {
            let placed = placed[index]
            guard placed.mosaic.count > 0 else { continue }
            let origin = parts(of: index).photos
            for photo in placed.mosaic.photos(from: top - origin.y, to: bottom - origin.y) {
                var frame = placed.mosaic.frame(of: photo)
                frame.x += origin.x
                frame.y += origin.y
                guard frame.y < bottom, frame.bottom > top else { continue }
                cells.append(
                    Cell(
                        position: placed.firstPosition + photo, record: placed.block.photos[photo],
                        frame: frame, side: Int(frame.width)))
            }
        }
        return cells
    }

    /// No photo of a conversation is folded away.
    public func folds(from top: Double, to bottom: Double) -> [FoldCell] { [] }

    public func photos(of fold: FoldCell, atMost count: Int) -> [HotRecord] {
        preconditionFailure("a conversation has no folds")
    }

    public func screenCapacity(height: Double) -> Int {
        Mosaic(count: 3, width: Self.mosaicWidth(width)).capacity(height: height)
    }
}
