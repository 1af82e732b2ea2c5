/// A node on its way into a branch, with what the branch holds of it.
struct TreeChild {
    var block: Block
    /// Not above any key in the node, and above those of the node before it.
    var separator: OrderKey
    var photoCount: Int32
    var eventCount: Int32

    init(_ block: Block, separator: OrderKey) {
        self.block = block
        self.separator = separator
        photoCount = Int32(truncatingIfNeeded: block.photoCount)
        eventCount = Int32(truncatingIfNeeded: block.eventCount)
    }

    /// A branch's child.
    init(_ branch: Branch, _ index: Int, separator: OrderKey) {
        block = branch.children[index]
        self.separator = index == 0 ? separator : branch.separators[index - 1]
        photoCount = branch.photoEnds[index] &- Int32(truncatingIfNeeded: branch.photoStart(index))
        eventCount = branch.eventEnds[index] &- Int32(truncatingIfNeeded: branch.eventStart(index))
    }

    /// Whether it has too little in it to stay as it is beside others.
    var isUnderfull: Bool {
        block.height == 0
            ? Int(photoCount) < Leaf.least : Branch(block).count < Branch.least
    }
}

extension Branch {
    /// A branch of these children.
    /// - Precondition: they are 1 to 32, of the same height.
    /// - Complexity: O(capacity).
    static func make(
        _ children: ArraySlice<TreeChild>, height: Int, birth: UInt64
    ) -> Branch {
        let branch = allocate(count: children.count, height: height, birth: birth)
        var (photos, events): (Int32, Int32) = (0, 0)
        for index in 0..<children.count {
            let child = children[children.startIndex + index]
            photos += child.photoCount
            events += child.eventCount
            if index > 0 { branch.separators[index - 1] = child.separator }
            branch.children[index] = child.block
            branch.photoEnds[index] = photos
            branch.eventEnds[index] = events
        }
        for index in children.count..<capacity {
            branch.separators[index - 1] = .last
            branch.children[index] = branch.children[0]
            branch.photoEnds[index] = .max
            branch.eventEnds[index] = .max
        }
        return branch
    }

    /// Puts another node in the place of a child, in a branch that is not
    /// published yet.
    /// - Complexity: O(capacity).
    func replace(_ index: Int, with child: TreeChild) {
        let photos = child.photoCount &- (photoEnds[index] &- Int32(photoStart(index)))
        let events = child.eventCount &- (eventEnds[index] &- Int32(eventStart(index)))
        children[index] = child.block
        for later in index..<count {
            photoEnds[later] &+= photos
            eventEnds[later] &+= events
        }
    }
}
