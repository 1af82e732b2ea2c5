import DecoderProtocol
import Photos

/// What a sample folder shall hold: decided by a number and a seed, before
/// anything is made.
struct SamplePlan {
    private(set) var files: [SampleFile] = []
    var random: SampleRandom
    private var taken: Set<[UInt8]> = []
    private var counters: [String: Int] = [:]
    private let formats: Set<SamplePicture.Format>
    /// Pictures planned so far, of all kinds.
    private var pictures = 0

    /// - Parameter formats: that can be written; others become JPEGs.
    init(photos: Int, seed: UInt64, formats: Set<SamplePicture.Format>) {
        random = SampleRandom(seed: seed)
        self.formats = formats
        for event in events(photos: max(0, photos)) {
            for moment in moments(of: event) {
                addPicture(moment, event)
            }
        }
        spoilSome()
        addVideos()
        addCopies()
        addBroken()
    }

    /// A file name's number in a folder of its kind: `0001` …
    mutating func count(_ name: String) -> Int {
        counters[name, default: 0] += 1
        return counters[name, default: 0]
    }

    /// Plans a file under the first free name: `name.jpg`, `name-1.jpg` …
    mutating func add(
        folder: [UInt8], stem: [UInt8], fileExtension: String, _ content: SampleFile.Content,
        modified: Int64
    ) {
        let suffix = Array(".\(fileExtension)".utf8)
        let room = 255 - suffix.count - 4
        let separator = folder.isEmpty ? [] : [UInt8(ascii: "/")]
        var attempt = 0
        while true {
            let number = attempt == 0 ? [] : Array("-\(attempt)".utf8)
            let path = folder + separator + Array(stem.prefix(room)) + number + suffix
            if taken.insert(path.map(\.asciiLowercased)).inserted {
                files.append(SampleFile(path: path, content: content, modified: modified))
                return
            }
            attempt += 1
        }
    }

    func writable(_ format: SamplePicture.Format) -> SamplePicture.Format {
        formats.contains(format) ? format : .jpeg
    }

    private mutating func addPicture(_ moment: CaptureTime, _ event: SampleEvent) {
        pictures += 1
        let shot = shot(number: pictures, moment, event)
        add(
            folder: shot.folder, stem: shot.stem, fileExtension: shot.fileExtension,
            .picture(shot.picture), modified: event.unixSeconds(of: moment))
    }

    /// Cuts a few pictures short: what their metadata says can be read, what
    /// they show only in part.
    private mutating func spoilSome() {
        guard files.count >= Self.fewest else { return }
        for _ in 0..<max(1, files.count / 200) {
            let index = random.number(below: files.count)
            guard case .picture(let picture) = files[index].content, picture.format == .jpeg else {
                continue
            }
            let share = random.number(in: 300...700)
            files[index].content = .cutPicture(picture, perMille: share)
        }
    }

    /// Below this many pictures a folder holds nothing else.
    static let fewest = 10
}
