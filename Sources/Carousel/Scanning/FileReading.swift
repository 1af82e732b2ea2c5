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

    /// Reads files side by side; the results are in the order of the files.
    func read(_ candidates: [Candidate]) async throws(LibraryError) -> [ReadFile] {
        let verdicts = await probe(candidates)
        var results: [ReadFile?] = Array(repeating: nil, count: candidates.count)
        try await LibraryError.converting {
            try await withThrowingTaskGroup(of: (Int, ReadFile).self) { group in
                for (index, verdict) in verdicts.enumerated() {
                    group.addTask { (index, try await read(candidates[index], verdict)) }
                }
                for try await (index, result) in group {
                    results[index] = result
                }
            }
        }
        return results.compactMap { $0 }
    }

    private enum Probe: Sendable {
        case verdict(FileVerdict, FileStamp)
        case failed(MediaError)
    }

    /// Opens the files one after another on a thread that may wait for a
    /// disk.
    private func probe(_ candidates: [Candidate]) async -> [Probe] {
        await withCheckedContinuation { continuation in
            queue.async {
                continuation.resume(returning: candidates.map(probe))
            }
        }
    }

    private func probe(_ candidate: Candidate) -> Probe {
        do throws(MediaError) {
            let probe = try FileProbe(candidate.found.path)
            let verdict = FileVerdict(candidate.found.kind, head: probe.head)
            return .verdict(verdict, probe.stamp)
        } catch {
            return .failed(error)
        }
    }

    private func read(
        _ candidate: Candidate, _ probe: Probe
    ) async throws(LibraryError) -> ReadFile {
        var file = ReadFile(
            root: candidate.root, path: candidate.found.path, stamp: candidate.found.stamp,
            known: candidate.known, content: .ignored)
        switch probe {
        case .failed(let error):
            let reason = error.reason ?? .unreadable
            file.content = .problem(reason, detail: error.description)
        case .verdict(.ignored, _):
            break
        case .verdict(.problem(let reason), let stamp):
            file.stamp = stamp
            file.content = .problem(reason, detail: Self.words(reason))
        case .verdict(.media, let stamp):
            file.stamp = stamp
            file.content = try await content(of: file)
        }
        return file
    }

    private func content(of file: ReadFile) async throws(LibraryError) -> ReadFile.Content {
        do throws(DecoderError) {
            let facts = try await decoders.facts(of: file.path)
            let modified = LocalClock.reading(ofNanoseconds: file.stamp.modifiedNanoseconds)
            return .metadata(
                MetadataMapping.metadata(
                    of: facts, fileName: file.path.name, fileModified: modified, today: today))
        } catch .file(let failure) {
            return .problem(failure.reason, detail: failure.detail)
        } catch {
            throw LibraryError(error)
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
