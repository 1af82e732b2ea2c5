/// Adds thumbnails to the last pack of a size, and begins another where that is
/// full.
struct PackAppender {
    /// A thumbnail and the checksum that it is kept with.
    typealias Added = (place: PackPlace, sum: UInt32)

    /// The end of what rows name.
    struct Mark {
        var pack: Int
        var end: Int
    }

    private let files: PackFolder
    private let size: PackedSize
    private let capacity: Int
    /// The pack that is added to; nil before the first.
    private(set) var pack: Int?
    private var file: DurableFile?
    private(set) var end = 0
    /// Whether the folder has a name that is not durable.
    private var hasNewName = false

    init(_ files: PackFolder, _ size: PackedSize, capacity: Int) {
        self.files = files
        self.size = size
        self.capacity = capacity
    }

    var mark: Mark? { pack.map { Mark(pack: $0, end: end) } }

    /// Goes on with a pack that is there: what lies behind its end is cut off.
    mutating func resume(_ pack: Int, at end: Int) throws(ServerError) {
        let file = try DurableFile(creating: files.path(size, pack))
        try file.setLength(Int64(end))
        self.file = file
        self.pack = pack
        self.end = end
    }

    /// Forgets what was added since a mark.
    /// - Precondition: no row was written that names it.
    mutating func rewind(to mark: Mark?) {
        // What lies in a pack begun since stays there as waste.
        if let mark, mark.pack == pack { end = mark.end }
    }

    /// Adds thumbnails, one behind the other.
    /// - Parameters:
    ///   - number: gives the number of a new pack.
    ///   - opened: is told of it once the pack is there.
    mutating func append(
        _ jpegs: [[UInt8]], number: () throws(ServerError) -> Int,
        opened: (Int) throws(ServerError) -> Void
    ) throws(ServerError) -> [Added] {
        var added: [Added] = []
        var bytes: [UInt8] = []
        for jpeg in jpegs {
            guard jpeg.count < PackPlace.lengthLimit else {
                throw .failed("a thumbnail of \(jpeg.count) bytes cannot be kept")
            }
            let count = PackPlace.prefix + jpeg.count
            if pack == nil || end + bytes.count + count > capacity {
                try flush(&bytes)
                let number = try number()
                try begin(number)
                try opened(number)
            }
            guard let pack else { preconditionFailure("no pack was begun") }
            let place = PackPlace(pack: pack, offset: end + bytes.count, length: jpeg.count)
            added.append((place, PackChecksum.of(jpeg)))
            bytes.append(contentsOf: PackFolder.prefix(of: jpeg))
            bytes.append(contentsOf: jpeg)
        }
        try flush(&bytes)
        return added
    }

    /// Makes durable what was added.
    mutating func sync() throws(ServerError) {
        if let file { try file.sync() }
        if hasNewName {
            try files.sync()
            hasNewName = false
        }
    }

    private mutating func begin(_ number: Int) throws(ServerError) {
        // Rows will name the one before too.
        if let file { try file.sync() }
        file = try DurableFile(creating: files.path(size, number), truncating: true)
        pack = number
        end = 0
        hasNewName = true
    }

    private mutating func flush(_ bytes: inout [UInt8]) throws(ServerError) {
        guard let file, !bytes.isEmpty else { return }
        try file.write(bytes, at: Int64(end))
        end += bytes.count
        bytes.removeAll(keepingCapacity: true)
    }
}
