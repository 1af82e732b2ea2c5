import Foundation
import TestSupport

/// One real JPEG, made by the program itself.
enum GoodPhoto {
    static func jpeg() throws -> [UInt8] {
        try made.get()
    }

    private static let made = Result<[UInt8], any Error> {
        let folder = try TemporaryFolder("GoodPhoto")
        let outcome = try Program("carousel").run(["sample", folder.path, "--photos", "6"])
        guard outcome.status == 0 else { throw Failure(errors: outcome.errors) }
        let names = try FileManager.default.subpathsOfDirectory(atPath: folder.path).sorted()
        let sizes = try names.filter { $0.lowercased().hasSuffix(".jpg") }.map {
            try Array(Data(contentsOf: URL(fileURLWithPath: folder.path + "/" + $0)))
        }
        guard let largest = sizes.max(by: { $0.count < $1.count }) else {
            throw Failure(errors: "the sample has no JPEG")
        }
        return largest
    }

    struct Failure: Error {
        let errors: String
    }
}

/// A PNG that promises many pixels and is small itself.
enum PNGBomb {
    static func bytes(side: UInt32) -> [UInt8] {
        let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
        let header = big(side) + big(side) + [1, 0, 0, 0, 0]
        // One deflate block of zeros, far too short for the picture.
        let data: [UInt8] = [0x78, 0x9C, 0x63, 0, 0, 0, 1, 0, 1]
        return signature + chunk("IHDR", header) + chunk("IDAT", data) + chunk("IEND", [])
    }

    private static func chunk(_ type: String, _ body: [UInt8]) -> [UInt8] {
        let typed = Array(type.utf8) + body
        return big(UInt32(body.count)) + typed + big(crc(typed))
    }

    private static func big(_ value: UInt32) -> [UInt8] {
        (0..<4).map { UInt8(truncatingIfNeeded: value >> (24 - 8 * UInt32($0))) }
    }

    /// CRC-32 (ISO 3309), which PNG puts behind each chunk.
    private static func crc(_ bytes: [UInt8]) -> UInt32 {
        var crc = ~UInt32(0)
        for byte in bytes {
            crc ^= UInt32(byte)
            for _ in 0..<8 {
                let isOdd = crc & 1 == 1
                crc >>= 1
                if isOdd { crc ^= 0xEDB8_8320 }
            }
        }
        return ~crc
    }
}

/// The head of a database file, changed behind the program's back.
struct SQLiteFile {
    let path: String

    init(_ path: String) {
        self.path = path
    }

    /// Writes `PRAGMA user_version`: four bytes at offset 60 (SQLite,
    /// "Database File Format").
    func setUserVersion(_ version: UInt32) throws {
        let handle = try FileHandle(forUpdating: URL(fileURLWithPath: path))
        try handle.seek(toOffset: 60)
        let bytes = (0..<4).map { UInt8(truncatingIfNeeded: version >> (24 - 8 * UInt32($0))) }
        try handle.write(contentsOf: Data(bytes))
        try handle.close()
    }
}
