import Foundation
import Photos
import TestSupport

/// What the manifest says of one file, in the terms of `carousel timeline`.
struct CorpusExpectation {
    private let file: Corpus.File

    init(_ file: Corpus.File) {
        self.file = file
    }

    /// Where a line of the timeline differs from the manifest.
    func faults(of line: TimelineLine) -> [String] {
        var faults: [String] = []
        func expect(_ name: String, _ found: String?, _ wanted: String?) {
            guard let wanted, found != wanted else { return }
            faults.append("\(name) \(found ?? "none") instead of \(wanted)")
        }
        expect("kind", line.kind, kind)
        expect("size", line.width.flatMap { w in line.height.map { "\(w)x\($0)" } }, size)
        expect("taken", line.taken, taken)
        expect("offset", line.utcOffsetMinutes.map(String.init), offset)
        expect("place", place(line.latitude, line.longitude), place)
        return faults
    }

    private var kind: String {
        file["mime"]?.hasPrefix("video/") == true && !file.path.hasPrefix("avif/")
            ? "video" : "photo"
    }

    private var size: String? { file["display_size"] }

    /// The picture's own date to the millisecond; videos are judged by
    /// `container` dates, whose zone the manifest does not settle.
    private var taken: String? {
        let photo = kind == "photo"
        guard photo, let text = file["date_original"] ?? file["create_date"],
            let date = time(of: text)
        else { return nil }
        return date.description
    }

    private func time(of text: String) -> CaptureTime? {
        let figures = text.prefix(19).split { !$0.isNumber }.compactMap { Int($0) }
        guard figures.count == 6 else { return nil }
        let fraction = (file["subsec"] ?? "").prefix(3)
        let millisecond = Int(fraction + String(repeating: "0", count: 3 - fraction.count)) ?? 0
        let today = CaptureTime(milliseconds: Int64(Date().timeIntervalSince1970 * 1000))
        return CaptureTime(
            year: figures[0], month: figures[1], day: figures[2], hour: figures[3],
            minute: figures[4], second: figures[5], millisecond: millisecond
        ).flatMap { $0.isSane(asOf: today) ? $0 : nil }
    }

    private var offset: String? {
        guard kind == "photo", let text = file["offset"], text.count == 6,
            let hours = Int(text.dropFirst().prefix(2)), let minutes = Int(text.suffix(2))
        else { return nil }
        return String((text.hasPrefix("-") ? -1 : 1) * (hours * 60 + minutes))
    }

    private var place: String? {
        guard let parts = file["gps"]?.split(separator: ",").compactMap({ Double($0) }),
            parts.count == 2, Coordinate(latitude: parts[0], longitude: parts[1]) != nil
        else { return nil }
        return place(parts[0], parts[1])
    }

    /// To three decimals, about 100 m: tools round the last ones their way.
    private func place(_ latitude: Double?, _ longitude: Double?) -> String? {
        guard let latitude, let longitude else { return nil }
        return String(format: "%.3f,%.3f", latitude + 0.0, longitude + 0.0)
    }
}
