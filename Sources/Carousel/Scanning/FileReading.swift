import DecoderProtocol
import Dispatch
import Media
import Photos

/// Reads what files say about themselves: their first bytes here, the rest
/// in the decoder processes.
struct FileReading: Sendable {
    let decoders: DecoderPool
    /// The clock on the wall when the scan began: dates beyond are absurd.
    let today: CaptureTime
    private let queue = DispatchQueue(label: "carousel.probing")

    init(decoders: DecoderPool, today: CaptureTime) {
        self.decoders = decoders
        self.today = today
    }

    /// Reads files; the results are in the order of the files.
    ///
    /// What its name says to be a picture is left to the decoders at once. The
    /// others are looked into first, and what turns out to be none as well.
    ///
    /// - Parameter candidates: a few hundred; their files wait in the pool
    ///   together.
    func read(_ candidates: [Candidate]) async throws(LibraryError) -> [ReadFile] {
        var files = candidates.map(ReadFile.init)
        var media: [Int] = []
        var others: [Int] = []
        for (index, candidate) in candidates.enumerated() {
            if candidate.found.kind == .media { media.append(index) } else { others.append(index) }
        }
        for (index, probe) in zip(others, await probe(others.map { candidates[$0] })) {
            if probe.isMedia { media.append(index) } else { files[index].conclude(probe) }
        }
        let facts = await decoders.facts(of: media.map { files[$0].path })
        var odd: [Int] = []
        for (index, facts) in zip(media, facts) {
            files[index].content = try content(of: files[index], facts)
            files[index].earlyThumbnail = try? facts.get().earlyThumbnail
            if files[index].isNoPicture { odd.append(index) }
        }
        for (index, probe) in zip(odd, await probe(odd.map { candidates[$0] })) {
            files[index].conclude(probe)
        }
        return files
    }

    /// Opens the files one after another on a thread that may wait for a
    /// disk.
    private func probe(_ candidates: [Candidate]) async -> [Probe] {
        guard !candidates.isEmpty else { return [] }
        return await withCheckedContinuation { continuation in
            queue.async {
                continuation.resume(returning: candidates.map(probe))
            }
        }
    }

    private func probe(_ candidate: Candidate) -> Probe {
        do throws(MediaError) {
            let probe = try FileProbe(candidate.found.path)
            return .verdict(probe.verdict(candidate.found.kind), probe.stamp)
        } catch {
            return .failed(error)
        }
    }

    private func content(
        of file: ReadFile, _ facts: Result<FileFacts, DecoderError>
    ) throws(LibraryError) -> ReadFile.Content {
        switch facts {
        case .success(let facts):
            let modified = LocalClock.reading(ofNanoseconds: file.stamp.modifiedNanoseconds)
            return .metadata(
                MetadataMapping.metadata(
                    of: facts, fileName: file.path.name, fileModified: modified, today: today))
        case .failure(.file(let failure)):
            return .problem(failure.reason, detail: failure.detail)
        case .failure(let error):
            throw LibraryError(error)
        }
    }
}

/// What a file's first bytes tell.
private enum Probe: Sendable {
    case verdict(FileVerdict, FileStamp)
    case failed(MediaError)

    var isMedia: Bool {
        if case .verdict(.media, _) = self { true } else { false }
    }
}

extension ReadFile {
    fileprivate init(_ candidate: Candidate) {
        self.init(
            root: candidate.root, path: candidate.found.path, stamp: candidate.found.stamp,
            known: candidate.known, content: .ignored)
    }

    /// Whether the decoders know nothing of its kind.
    fileprivate var isNoPicture: Bool {
        switch content {
        case .problem(.notAPhoto, _), .problem(.empty, _): true
        default: false
        }
    }

    /// Takes over what the first bytes tell of a file that is no picture.
    fileprivate mutating func conclude(_ probe: Probe) {
        switch probe {
        case .failed(let error):
            content = .problem(error.reason ?? .unreadable, detail: error.description)
        case .verdict(.ignored, _):
            content = .ignored
        case .verdict(.problem(let reason), let stamp):
            self.stamp = stamp
            content = .problem(reason, detail: Self.words(reason))
        case .verdict(.media, _):
            // It is another file meanwhile: the next walk sees that.
            break
        }
    }

    private static func words(_ reason: ProblemReason) -> String {
        switch reason {
        case .empty: "The file has no bytes."
        case .unsupported: "Pictures of this kind cannot be shown yet."
        default: "The content is no picture or video that is known here."
        }
    }
}

extension LibraryError {
    /// An error of the decoders that says nothing about a file.
    init(_ error: DecoderError) {
        self =
            switch error {
            case .cancelled: .cancelled
            case .shutDown: .closed
            default: .decoder(cause: error.description)
            }
    }
}
