import DecoderProtocol
import Photos

extension SamplePlan {
    /// Videos beside some of the pictures, made at the same time; one is the
    /// moving part of a Live Photo.
    mutating func addVideos() {
        let pictures = files
        guard pictures.count >= Self.fewest else { return }
        for number in 0..<max(2, pictures.count / 100) {
            let beside = random.pick(pictures)
            let isApple = number % 2 == 0
            let seconds = beside.modified
            let utc = CaptureTime(milliseconds: seconds * 1000)
            let place = random.pick(SampleWorld.places)
            let offset = place.offset(inMonth: utc.date.month)
            let local = utc.advanced(byMilliseconds: Int64(offset) * 60_000)
            let isUpright = random.chance(30)
            let video = SampleVideo(
                fileExtension: isApple ? "mov" : "mp4",
                size: isUpright
                    ? PixelSize(width: 360, height: 640) : PixelSize(width: 640, height: 360),
                seconds: number == 0 ? 2 : random.number(in: 2...6),
                hue: random.number(below: 360),
                creationTime: SampleText.day(utc) + "T" + SampleText.clock(utc) + "Z",
                appleCreationDate: isApple
                    ? SampleText.day(local) + "T" + SampleText.clock(local)
                        + SampleText.offset(offset, separator: "") : nil,
                location: random.chance(50) ? SampleText.place(place) : nil)
            let (folder, stem) = Self.parts(of: beside.path)
            let name =
                number == 0 ? stem : Array("VID_\(SampleText.compact(local, separator: "_"))".utf8)
            add(
                folder: folder, stem: name, fileExtension: video.fileExtension, .video(video),
                modified: seconds)
        }
    }

    /// The same bytes again under other names: copies that people make.
    mutating func addCopies() {
        let originals = files.indices.filter {
            if case .picture = files[$0].content { true } else { false }
        }
        guard originals.count >= Self.fewest else { return }
        for number in 0..<max(2, originals.count / 60) {
            let original = random.pick(originals)
            let (folder, stem) = Self.parts(of: files[original].path)
            let dot = files[original].path.lastIndex(of: UInt8(ascii: ".")).map { $0 + 1 } ?? 0
            let fileExtension = String(decoding: files[original].path[dot...], as: UTF8.self)
            let isBackup = number % 2 == 0
            add(
                folder: isBackup ? Array("Backup of old laptop/Pictures".utf8) : folder,
                stem: isBackup ? stem : stem + Array(" (copy)".utf8),
                fileExtension: fileExtension, .copy(of: original),
                modified: files[original].modified)
        }
    }

    /// Files that are no pictures, whatever their names say.
    mutating func addBroken() {
        let total = files.count
        guard total >= Self.fewest else { return }
        for number in 0..<max(3, total / 100) {
            let content: [UInt8]
            let stem: String
            switch number % 3 {
            case 0:
                content = []
                stem = "empty"
            case 1:
                content = Array("This is a note about a picture, and no picture.\n".utf8)
                stem = "note"
            default:
                content = (0..<random.number(in: 600...6000)).map { _ in
                    UInt8(truncatingIfNeeded: random.next())
                }
                stem = "recovered"
            }
            let name = stem + SampleText.padded(count(stem), 3)
            add(
                folder: Array("Recovered/\(number / 20)".utf8), stem: Array(name.utf8),
                fileExtension: number % 9 == 7 ? "mp4" : "jpg", .bytes(content),
                modified: files[random.number(below: total)].modified)
        }
    }

    /// The folder and the name without its extension.
    private static func parts(of path: [UInt8]) -> (folder: [UInt8], stem: [UInt8]) {
        let slash = path.lastIndex(of: UInt8(ascii: "/"))
        let name = path[(slash.map { $0 + 1 } ?? 0)...]
        let dot = name.lastIndex(of: UInt8(ascii: ".")) ?? name.endIndex
        return (Array(path[..<(slash ?? 0)]), Array(name[..<dot]))
    }
}

extension SampleText {
    /// `+48.8584+002.2945/` (ISO 6709).
    fileprivate static func place(_ place: SampleWorld.Place) -> String {
        degrees(place.latitude, width: 2) + degrees(place.longitude, width: 3) + "/"
    }

    private static func degrees(_ value: Double, width: Int) -> String {
        let tenThousandths = Int((value.magnitude * 10_000).rounded())
        return (value < 0 ? "-" : "+") + padded(tenThousandths / 10_000, width) + "."
            + padded(tenThousandths % 10_000, 4)
    }
}
