import Dispatch
import Glibc
import Photos

/// Makes short films with the program `ffmpeg`.
struct FilmMaker: Sendable {
    private let executable: String

    /// Nil when `ffmpeg` is not in the search path.
    init?(searchPath: String?) {
        let folders = (searchPath ?? "").split(separator: ":").map(String.init)
        guard let folder = folders.first(where: { access($0 + "/ffmpeg", X_OK) == 0 }) else {
            return nil
        }
        executable = folder + "/ffmpeg"
    }

    /// The film's bytes; nil when ffmpeg cannot make it (a build without
    /// H.264). The same film has the same bytes with the same ffmpeg.
    func film(_ video: SampleVideo) async -> [UInt8]? {
        let command = arguments(for: video)
        return await withCheckedContinuation { continuation in
            // Waiting for a child blocks a thread, which must not be one of
            // the tasks'.
            DispatchQueue.global().async {
                continuation.resume(
                    returning: output(of: command, fileExtension: video.fileExtension))
            }
        }
    }

    private func arguments(for video: SampleVideo) -> [String] {
        let pattern = "testsrc2=size=\(video.size.width)x\(video.size.height):rate=25"
        var arguments = [
            executable, "-v", "error", "-nostdin", "-y", "-f", "lavfi", "-i",
            "\(pattern):duration=\(video.seconds),hue=h=\(video.hue)", "-c:v", "libx264",
            "-preset", "ultrafast", "-pix_fmt", "yuv420p", "-threads", "1", "-fflags", "+bitexact",
            "-flags:v", "+bitexact", "-metadata", "creation_time=\(video.creationTime)",
        ]
        if let date = video.appleCreationDate {
            arguments += [
                "-movflags", "use_metadata_tags", "-metadata",
                "com.apple.quicktime.creationdate=\(date)",
            ]
            if let location = video.location {
                arguments += [
                    "-metadata", "com.apple.quicktime.location.ISO6709=\(location)",
                ]
            }
        } else if let location = video.location {
            arguments += ["-metadata", "location=\(location)"]
        }
        return arguments
    }

    private func output(of command: [String], fileExtension: String) -> [UInt8]? {
        var folder = Array("/tmp/carousel-film-XXXXXX".utf8CString)
        guard mkdtemp(&folder) != nil else { return nil }
        let bytes = folder.prefix { $0 != 0 }.map(UInt8.init(bitPattern:))
        guard let path = FilePath(bytes: bytes) else { return nil }
        let file = path.appending("film.\(fileExtension)")
        defer {
            _ = file.withCString { unlink($0) }
            _ = path.withCString { rmdir($0) }
        }
        guard run(command + [file.display]) else { return nil }
        return try? OpenFile(file).readAll()
    }

    /// Whether the program ran and ended well.
    private func run(_ command: [String]) -> Bool {
        var process = pid_t()
        let words = command.map { strdup($0) }
        defer { words.forEach { free($0) } }
        guard posix_spawn(&process, executable, nil, nil, words + [nil], environ) == 0 else {
            return false
        }
        var status: Int32 = 0
        while waitpid(process, &status, 0) < 0 {
            if errno != EINTR { return false }
        }
        return status == 0
    }
}
