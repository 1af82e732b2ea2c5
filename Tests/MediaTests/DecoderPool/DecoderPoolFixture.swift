import DecoderProtocol
import Foundation
import Media
import Photos
import TestSupport

/// A pool of real workers and files made by them.
struct DecoderPoolFixture {
    static let executable = FilePath(Program("carousel-decoder").executable)

    let pool: DecoderPool
    let folder: TemporaryFolder

    init(
        workers: Int = 2, limits: DecoderPool.Limits = .init(), _ name: String = #function
    ) throws {
        folder = try TemporaryFolder(name)
        pool = DecoderPool(executable: Self.executable, workers: workers, limits: limits)
    }

    func sample(
        _ seed: UInt64, width: Int = 320, height: Int = 240,
        format: SamplePicture.Format = .jpeg, orientation: Int = 1
    ) -> SamplePicture {
        SamplePicture(
            format: format, size: PixelSize(width: width, height: height), seed: seed,
            label: "\(seed)",
            exif: SampleEXIF(
                dateTimeOriginal: "2014:04:09 12:34:56", make: "Kamera", model: "Eins",
                orientation: orientation))
    }

    /// A file with the bytes of a sample picture.
    func file(_ name: String, _ sample: SamplePicture) async throws -> FilePath {
        FilePath(try folder.write(try await pool.samplePicture(sample), to: name))
    }

    func file(_ name: String, bytes: [UInt8]) throws -> FilePath {
        FilePath(try folder.write(bytes, to: name))
    }
}

/// What `/proc` says of a process.
enum ProcessState {
    static func exists(_ process: Int32) -> Bool {
        kill(process, 0) == 0
    }

    /// Peak resident memory in bytes; nil when the process is gone.
    static func peakMemory(_ process: Int32) -> Int? {
        let status = try? String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8)
        let line = status?.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
        return line?.split { !$0.isNumber }.first.flatMap { Int($0) }.map { $0 * 1024 }
    }

    /// Hundredths of a second that all threads of a process have used.
    static func processorTime(_ process: Int32) -> Int {
        let text = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8)
        // Behind the name, which is in parentheses: user and system time.
        let fields = text?.split(separator: ")").last?.split(separator: " ") ?? []
        guard fields.count > 12 else { return 0 }
        return (Int(fields[11]) ?? 0) + (Int(fields[12]) ?? 0)
    }

    /// Events that this process has open: what waits for a bell has one.
    static var openEvents: Int {
        let files = FileManager.default
        let descriptors = (try? files.contentsOfDirectory(atPath: "/proc/self/fd")) ?? []
        return descriptors.count {
            (try? files.destinationOfSymbolicLink(atPath: "/proc/self/fd/\($0)"))
                == "anon_inode:[eventfd]"
        }
    }

    /// Whether sanitizers are linked in, which need more memory than a worker
    /// may have otherwise.
    static var isSanitized: Bool {
        ["__asan_init", "__tsan_init"].contains { (name: String) in dlsym(nil, name) != nil }
    }
}
