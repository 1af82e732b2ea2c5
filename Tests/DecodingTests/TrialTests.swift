import DecoderProtocol
import Foundation
import TestSupport
import Testing

@Suite(.serialized) struct TrialTests {
    @Test func trial() async throws {
        guard let folder = Corpus.folder else { return }
        for file in Corpus.files where !file.path.hasPrefix("hostile/") {
            let path = folder + "/" + file.path
            let start = ContinuousClock.now
            var line = file.path + " | " + (file["expected"] ?? "") + " | "
            do {
                let f = try await SharedDecoder.only.facts(path)
                let size = f.size.map { "\($0.width)x\($0.height)" }
                if size != file["display_size"] {
                    line += "SIZE \(size ?? "nil") not \(file["display_size"] ?? "nil") "
                }
                let gps = f.location.map { String(format: "%.3f,%.3f", $0.latitude, $0.longitude) }
                let want = file["gps"].map {
                    $0.split(separator: ",").map { String(format: "%.3f", Double($0)!) }.joined(
                        separator: ",")
                }
                if gps != want { line += "GPS \(gps ?? "nil") not \(want ?? "nil") " }
                let d = f.fields[.exifDateTimeOriginal]
                if d != file["date_original"] {
                    line += "DATE \(d ?? "nil") not \(file["date_original"] ?? "nil") "
                }
                let c = f.fields[.exifDateTimeDigitized]
                if c != file["create_date"] {
                    line += "CREATE \(c ?? "nil") not \(file["create_date"] ?? "nil") "
                }
                if f.isAnimated || f.durationMilliseconds != nil {
                    line += "anim \(f.durationMilliseconds ?? 0) \(file["duration_s"] ?? "") "
                }
                if f.fields[.contentIdentifier] != nil || file["pair_id"] != nil {
                    line += "CI \(f.fields[.contentIdentifier] ?? "nil") \(file["pair_id"] ?? "")"
                }
                if f.format.kind == .video { line += "\(f.fields)" }
                let mm = [f.fields[.make], f.fields[.model]].compactMap { $0 }.joined(
                    separator: " ")
                if mm != (file["make_model"] ?? "") {
                    line += "MM \(mm) not \(file["make_model"] ?? "")"
                }
            } catch {
                line += "FACTS \(error) "
            }
            let t1 = ContinuousClock.now
            do {
                let t = try await SharedDecoder.only.thumbnails(path)
                if let d = t.damage { line += "DAMAGE \(d) " }
                let out =
                    "/tmp/thumbs/" + file.path.replacingOccurrences(of: "/", with: "_") + ".jpg"
                try Data(t.s256).write(to: URL(fileURLWithPath: out))
                if file["expected"] != "readable" { line += "SHOWN " }
            } catch {
                if file["expected"] == "readable" { line += "THUMB " }
                line += "\(error)"
            }
            let t2 = ContinuousClock.now
            print("##", line, "ms", (t1 - start) / .milliseconds(1), (t2 - t1) / .milliseconds(1))
        }
    }
}
