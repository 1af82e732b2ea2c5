import HTTPServer
import Photos

/// The packs that readers read from, and where in them every content is.
struct PackTable {
    /// One pack.
    struct Pack {
        let file: OpenFile
        /// Bytes of it, as far as any were ever named.
        var size = 0
        /// Bytes of what contents have there now.
        var live = 0
    }

    private(set) var index = ThumbnailIndex()
    var packs = EachSize<[Int: Pack]>(s75: [:], s256: [:])

    /// Notes where a content's thumbnails lie.
    /// - Precondition: the packs are here.
    mutating func set(_ places: ThumbnailIndex.Places, of hash: ContentHash) {
        let before = index.set(places, of: hash)
        for size in PackedSize.allCases {
            count(places[size], size, 1)
            if let before { count(before[size], size, -1) }
        }
    }

    /// Forgets a content.
    mutating func remove(_ hash: ContentHash) {
        guard let before = index.remove(hash) else { return }
        for size in PackedSize.allCases { count(before[size], size, -1) }
    }

    /// Where one thumbnail is.
    func find(_ hash: ContentHash, _ size: PackedSize) -> (file: OpenFile, place: PackPlace)? {
        guard let place = index[hash]?[size], let pack = packs[size][place.pack] else {
            return nil
        }
        return (pack.file, place)
    }

    /// Where the thumbnails of some contents are.
    func find(_ hashes: [ContentHash], _ size: PackedSize) -> FoundThumbnails {
        var found = FoundThumbnails(generation: index.generation)
        found.numbers.reserveCapacity(hashes.count)
        found.places.reserveCapacity(hashes.count)
        var last = ThumbnailIndex.none
        var lastPack = -1
        for hash in hashes {
            last = index.number(of: hash, after: last)
            found.numbers.append(last)
            guard last != ThumbnailIndex.none else {
                found.places.append(nil)
                continue
            }
            let place = index.places(last)[size]
            if place.pack != lastPack {
                lastPack = place.pack
                found.files[lastPack] = packs[size][lastPack]?.file
            }
            found.places.append(place)
        }
        return found
    }

    /// A full pack of which more than half is waste; nil without one.
    /// - Parameter current: the one that is added to.
    func wasted(_ size: PackedSize, but current: Int?) -> Int? {
        packs[size].filter { $0.key != current && 2 * $0.value.live < $0.value.size }
            .keys.min()
    }

    /// The lowest number that no pack has.
    func freeNumber(_ size: PackedSize) throws(ServerError) -> Int {
        for number in 0..<PackPlace.packLimit where packs[size][number] == nil { return number }
        throw .failed("there is no room for more thumbnails")
    }

    private mutating func count(_ place: PackPlace, _ size: PackedSize, _ sign: Int) {
        guard var pack = packs[size][place.pack] else { return }
        pack.live += sign * place.range.count
        pack.size = max(pack.size, Int(place.range.upperBound))
        packs[size][place.pack] = pack
    }
}

/// Where the thumbnails of some contents were at one moment. Their packs can be
/// read as long as this is there.
struct FoundThumbnails {
    /// Of each content in the index, or `ThumbnailIndex.none`.
    var numbers: [UInt32] = []
    /// Nil for contents without thumbnails.
    var places: [PackPlace?] = []
    /// The packs, by their numbers.
    var files: [Int: OpenFile] = [:]
    /// That of the index.
    var generation: UInt64
}
