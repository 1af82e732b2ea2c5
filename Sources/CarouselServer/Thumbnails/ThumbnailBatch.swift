import DropboxAPI
import HTTPServer
import Photos

/// The body of a batch, put together from stretches of packs.
struct ThumbnailBatch {
    /// What stands in the body, one behind the other.
    private enum Part {
        case stretch(OpenFile, Range<Int64>)
        case mark(BatchedThumbnail)
    }

    private var parts: [Part] = []
    /// The stretch that the next thumbnail may go on with.
    private var stretch: (pack: Int, file: OpenFile, range: Range<Int64>)?
    private var size = 0
    /// Thumbnails in it.
    private(set) var made = 0
    /// Places of contents whose thumbnails should be there and are not.
    private(set) var lost: [Int] = []

    /// - Parameter standings: of the contents that were looked for.
    init(_ found: FoundThumbnails, standings: [PhotoStanding]) {
        for (index, place) in found.places.enumerated() {
            guard standings[index] == .ready else {
                add(standings[index].thumbnail)
                continue
            }
            guard let place, let file = file(of: place, found) else {
                lost.append(index)
                add(.pending)
                continue
            }
            made += 1
            size += place.range.count
            if let last = stretch, last.pack == place.pack,
                last.range.upperBound == place.range.lowerBound
            {
                stretch?.range = last.range.lowerBound..<place.range.upperBound
            } else {
                endStretch()
                stretch = (place.pack, file, place.range)
            }
        }
        endStretch()
    }

    private func file(of place: PackPlace, _ found: FoundThumbnails) -> OpenFile? {
        stretch?.pack == place.pack ? stretch?.file : found.files[place.pack]
    }

    private mutating func add(_ thumbnail: BatchedThumbnail) {
        endStretch()
        parts.append(.mark(thumbnail))
        size += PackPlace.prefix
    }

    private mutating func endStretch() {
        guard let stretch else { return }
        parts.append(.stretch(stretch.file, stretch.range))
        self.stretch = nil
    }

    /// The body; nil when the disk does not give all of it. Where all lies in
    /// one piece the kernel sends it from the pack.
    var body: ResponseBody? {
        if parts.count == 1, case .stretch(let file, let range) = parts[0] {
            return .file(file, range)
        }
        var isWhole = true
        let bytes = [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
            var rest = UnsafeMutableRawBufferPointer(buffer)
            for part in parts {
                let length = Self.length(of: part)
                let place = UnsafeMutableRawBufferPointer(rebasing: rest[..<length])
                isWhole = isWhole && Self.fill(place, with: part)
                rest = UnsafeMutableRawBufferPointer(rebasing: rest[length...])
            }
            count = isWhole ? size : 0
        }
        return isWhole ? .bytes(bytes) : nil
    }

    private static func length(of part: Part) -> Int {
        switch part {
        case .stretch(_, let range): range.count
        case .mark: PackPlace.prefix
        }
    }

    private static func fill(_ place: UnsafeMutableRawBufferPointer, with part: Part) -> Bool {
        switch part {
        case .stretch(let file, let range):
            // Whoever asks takes one by one then, which finds the damaged.
            return (try? file.fill(place, at: range.lowerBound)) ?? false
        case .mark(let thumbnail):
            var bytes: [UInt8] = []
            ThumbnailBatchCoding.append(thumbnail, to: &bytes)
            place.copyBytes(from: bytes)
            return true
        }
    }
}

extension PhotoStanding {
    /// What a batch has in a thumbnail's stead.
    var thumbnail: BatchedThumbnail {
        switch self {
        case .ready, .pending: .pending
        case .failed: .failed
        case .notFound: .notFound
        }
    }
}
