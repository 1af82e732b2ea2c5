import DecoderProtocol
import Foundation
import TestSupport
import Testing

@Suite struct FormatSnifferTests {
    private func format(_ bytes: [UInt8]) -> FileFormat? {
        FormatSniffer.format(of: bytes)
    }

    private func format(_ text: String, _ more: [UInt8] = []) -> FileFormat? {
        FormatSniffer.format(of: Array(text.utf8) + more)
    }

    @Test func fixedBeginningsTellTheirFormats() {
        #expect(format([0xFF, 0xD8, 0xFF, 0xE1]) == .jpeg)
        #expect(format([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) == .png)
        #expect(format("GIF89a") == .gif)
        #expect(format("RIFF\0\0\0\0WEBPVP8 ") == .webp)
        #expect(format("RIFF\0\0\0\0AVI LIST") == .avi)
        #expect(format("RIFF\0\0\0\0WAVE") == nil)
        #expect(format([0xFF, 0x0A, 0x00]) == .jpegXL)
        #expect(format("FUJIFILMCCD-RAW 0201") == .raw)
        #expect(format("FOVb") == .raw)
        #expect(format("IIRO\u{8}\0\0\0") == .raw)
        #expect(format("II\u{1A}\0\0\0HEAPCCDR") == .raw)
        #expect(format("%PDF-1.4") == nil)
        #expect(format([]) == nil)
    }

    @Test(arguments: [
        ("heic", "mif1", FileFormat.heif), ("mif1", "heic", .heif), ("mif1", "avif", .avif),
        ("avif", "mif1", .avif), ("msf1", "hevc", .heif), ("qt  ", "qt  ", .quickTime),
        ("isom", "mp41", .mp4), ("3gp5", "isom", .mp4), ("crx ", "isom", .raw),
        ("mp42", "mif1", .mp4),
    ])
    func theMajorBrandTellsABoxFile(major: String, other: String, expected: FileFormat) {
        let box: [UInt8] = [0, 0, 0, 20]
        #expect(
            FormatSniffer.format(of: box + Array("ftyp\(major)\0\0\0\0\(other)".utf8)) == expected)
    }

    @Test func soundAndOtherBoxFilesAreNoPictures() {
        let box: [UInt8] = [0, 0, 0, 20]
        #expect(FormatSniffer.format(of: box + Array("ftypM4A \0\0\0\0M4A ".utf8)) == nil)
        #expect(FormatSniffer.format(of: box + Array("ftypjp2 \0\0\0\0jp2 ".utf8)) == nil)
    }

    @Test func oldQuickTimeFilesBeginWithAnyOfTheirBoxes() {
        #expect(FormatSniffer.format(of: [0, 0, 0, 8] + Array("wide".utf8)) == .quickTime)
        #expect(
            FormatSniffer.format(
                of: [0, 0, 0, 8] + Array("free".utf8) + [0, 0, 1, 0]
                    + Array("moov".utf8)) == .quickTime)
        #expect(FormatSniffer.format(of: [0, 0, 0, 8] + Array("free".utf8)) == nil)
        #expect(FormatSniffer.format(of: [0, 1, 0, 0] + Array("free".utf8)) == .quickTime)
    }

    @Test func onlyMatroskaAndWebMCountAmongEBMLFiles() {
        let header: [UInt8] = [0x1A, 0x45, 0xDF, 0xA3, 0x93, 0x42, 0x82, 0x88]
        #expect(FormatSniffer.format(of: header + Array("matroska".utf8)) == .matroska)
        #expect(FormatSniffer.format(of: header + Array("webm".utf8)) == .matroska)
        #expect(FormatSniffer.format(of: header + Array("somethin".utf8)) == nil)
    }

    @Test func transportStreamsAreToldByTheirSyncBytes() {
        var plain = [UInt8](repeating: 0, count: 188 * 8)
        var stamped = [UInt8](repeating: 0, count: 192 * 8)
        for packet in 0..<8 {
            plain[packet * 188] = 0x47
            stamped[packet * 192 + 4] = 0x47
        }
        #expect(format(plain) == .mpegTransport)
        #expect(format(stamped) == .mpegTransport)
        plain[188 * 3] = 0
        #expect(format(plain) == nil)
    }

    /// A little-endian TIFF with these (tag, type, value) entries.
    private func tiff(_ entries: [(Int, Int, Int)]) -> [UInt8] {
        func bytes(_ value: Int, _ count: Int) -> [UInt8] {
            (0..<count).map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
        }
        return Array("II*\0".utf8) + bytes(8, 4) + bytes(entries.count, 2)
            + entries.flatMap { bytes($0.0, 2) + bytes($0.1, 2) + bytes(1, 4) + bytes($0.2, 4) }
    }

    @Test func rawFilesAreToldFromPlainTIFF() {
        #expect(format(tiff([(0x100, 3, 640), (0x101, 3, 480), (0x103, 3, 5)])) == .tiff)
        #expect(format(tiff([(0xFE, 4, 1), (0x100, 3, 160), (0x14A, 4, 99)])) == .raw)
        #expect(format(tiff([(0xFE, 4, 0), (0x14A, 4, 99)])) == .tiff)
        #expect(format(tiff([(0xC612, 1, 0x0401)])) == .raw)
        #expect(format(tiff([(0x103, 3, 34_713)])) == .raw)
        #expect(format("II*\0\u{10}\0\0\0CR\u{2}\0") == .raw)
        #expect(format("MM\0*") == .tiff)
    }

    @Test func anyBytesHaveAnAnswer() {
        let heads = [
            Array("II*\0".utf8), Array("MM\0*".utf8), [0, 0, 0, 20] + Array("ftyp".utf8),
            [0, 0, 0, 8] + Array("free".utf8), [0x1A, 0x45, 0xDF, 0xA3], [],
        ]
        var random = SplitMix64(seed: 11)
        for round in 0..<30_000 {
            let length = Int.random(in: 0..<300, using: &random)
            let bytes = (0..<length).map { _ in UInt8.random(in: 0...255, using: &random) }
            _ = format(heads[round % heads.count] + bytes)
        }
    }

    @Test func theCorpusIsSniffedAsItsManifestSays() throws {
        guard let folder = Corpus.folder else { return }
        // What exiftool calls the formats that we know.
        let names: [String: FileFormat] = [
            "JPEG": .jpeg, "MPO": .jpeg, "PNG": .png, "APNG": .png, "GIF": .gif, "WEBP": .webp,
            "Extended WEBP": .webp, "TIFF": .tiff, "HEIC": .heif, "HEIF": .heif, "AVIF": .avif,
            "JXL": .jpegXL, "JXL Codestream": .jpegXL, "CRW": .raw, "CR2": .raw, "CR3": .raw,
            "DNG": .raw, "NEF": .raw, "RW2": .raw, "X3F": .raw, "MP4": .mp4, "3GP": .mp4,
            "MOV": .quickTime, "MKV": .matroska, "AVI": .avi,
        ]
        // exiftool goes by the moving pictures of the first, which are AVIF's
        // own, and by the name of the second.
        let exceptions: [String: FileFormat?] = [
            "avif/colors-animated-8bpc-alpha-exif-xmp.avif": .avif,
            "hostile/issue_2340_poc.mp4": .quickTime,
        ]
        for file in Corpus.files {
            let path = folder + "/" + file.path
            let handle = try #require(FileHandle(forReadingAtPath: path))
            let head = try handle.read(upToCount: FormatSniffer.headLength) ?? Data()
            let expected = exceptions[file.path] ?? file["format"].flatMap { names[$0] }
            #expect(FormatSniffer.format(of: head) == expected, "\(file.path)")
        }
    }
}
