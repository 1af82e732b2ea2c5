/// A place in one of the two trees that are compared: before a subtree, or at
/// a photo of a leaf.
struct DiffCursor {
    private let tree: Tree
    private var path = ContiguousArray<(branch: Branch, child: Int)>()
    /// The subtree ahead; nil at a photo and at the end.
    private(set) var subtree: Block?
    private var leaf: Leaf?
    private var index = 0
    private var nextMark = 0

    /// Photos before this place.
    private(set) var position = 0
    /// Events that begin up to this place.
    private(set) var events = 0
    /// The id of the event that is open here; `shared` when it began in a
    /// part that both trees have.
    private(set) var openID = Self.shared
    private var openStart: Int?
    /// The event that was open behind the last shared part.
    private(set) var sharedEvents = 0
    /// Shared parts passed in which an event begins.
    private(set) var region = 0
    /// Marks passed one by one.
    private(set) var marks = ContiguousArray<Mark>()

    struct Mark {
        var id: Int64
        var event: Int
        var region: Int
    }

    /// No id: ids are positive.
    static let shared: Int64 = 0

    init(_ tree: Tree) {
        self.tree = tree
        subtree = tree.root
    }

    var isAtEnd: Bool { subtree == nil && leaf == nil }

    /// The height of what is ahead: −1 for a photo.
    var height: Int { subtree?.height ?? -1 }

    /// The key of the next photo.
    /// - Complexity: O(height).
    var key: OrderKey {
        if let subtree { return subtree.firstKey }
        // Not called at the end.
        return leaf.unsafelyUnwrapped.photos[index].key
    }

    /// The photo at hand.
    var photo: UnsafePointer<PackedPhoto> {
        UnsafePointer(leaf.unsafelyUnwrapped.photos + index)
    }

    /// The path of the photo at hand.
    /// - Complexity: O(1), O(log n) for the first one behind a shared part.
    mutating func photoPath() -> PhotoPath {
        let start = openStart ?? tree.eventStart(events - 1).position
        openStart = start
        return PhotoPath(event: events - 1, index: position - start)
    }

    /// Goes into the subtree ahead.
    /// - Complexity: O(1).
    mutating func descend() {
        guard let node = subtree else { return }
        if node.height > 0 {
            let branch = Branch(node)
            path.append((branch, 0))
            subtree = branch.children[0]
        } else {
            subtree = nil
            leaf = Leaf(node)
            index = 0
            nextMark = 0
            passMark()
        }
    }

    /// How many photos from the one at hand on are equal in both trees, up to
    /// the next mark or the end of a leaf.
    /// - Complexity: O(length of the run).
    func equalRun(with other: DiffCursor) -> Int {
        let limit = min(photosToMark, other.photosToMark)
        let (a, b) = (photo, other.photo)
        var run = 0
        while run < limit && PackedPhoto.areSame(a + run, b + run) { run += 1 }
        return run
    }

    private var photosToMark: Int {
        guard let leaf else { return 0 }
        return (nextMark < leaf.eventCount ? Int(leaf.starts[nextMark]) : leaf.count) - index
    }

    /// Goes past photos of one event in one leaf, the first one at hand.
    /// - Complexity: O(1), O(height) at the end of a leaf.
    mutating func passPhotos(_ count: Int) {
        guard let leaf else { return }
        position += count
        index += count
        if index < leaf.count {
            passMark()
        } else {
            self.leaf = nil
            goToSibling()
        }
    }

    /// Goes past the subtree ahead, which the other tree has too.
    /// - Complexity: O(1), O(height) at the end of a branch.
    mutating func skip() {
        let (photos, events) = sizes()
        position += photos
        if events > 0 {
            self.events += events
            openID = Self.shared
            openStart = nil
            sharedEvents = self.events
            region += 1
        }
        subtree = nil
        goToSibling()
    }

    /// Photos and events of the subtree ahead, without a look at it where
    /// its branch knows them.
    private func sizes() -> (photos: Int, events: Int) {
        guard let (branch, child) = path.last else { return (tree.photoCount, tree.eventCount) }
        return (
            Int(branch.photoEnds[child]) - branch.photoStart(child),
            Int(branch.eventEnds[child]) - branch.eventStart(child)
        )
    }

    private mutating func goToSibling() {
        while let (branch, child) = path.last {
            if child + 1 < branch.count {
                path[path.count - 1].child = child + 1
                subtree = branch.children[child + 1]
                return
            }
            path.removeLast()
        }
    }

    private mutating func passMark() {
        guard let leaf, nextMark < leaf.eventCount, Int(leaf.starts[nextMark]) == index
        else { return }
        openID = leaf.ids[nextMark]
        openStart = position
        events += 1
        nextMark += 1
        marks.append(Mark(id: openID, event: events - 1, region: region))
    }
}
