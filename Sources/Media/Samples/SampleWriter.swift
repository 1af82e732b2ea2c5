import DecoderProtocol
import Photos

/// Makes the files of a plan, several at a time.
struct SampleWriter: Sendable {
    typealias Draw = @Sendable (SamplePicture) async throws(DecoderError) -> [UInt8]

    enum Outcome {
        case picture, video, copy, broken, leftAlone, missingVideo
    }

    let folder: FilePath
    let files: [SampleFile]
    let films: FilmMaker?
    let draw: Draw

    func run(
        progress: (SampleFolder.Progress) -> Void
    ) async throws(MediaError) -> SampleFolder.Report {
        var report = SampleFolder.Report()
        var made = 0
        // Copies need their originals, so they come last.
        let originals = files.indices.filter { !files[$0].isCopy }
        for indices in [originals, files.indices.filter { files[$0].isCopy }] {
            let result = await makeAll(indices) { outcome in
                made += 1
                report.count(outcome)
                progress(SampleFolder.Progress(made: made, total: files.count))
            }
            try result.get()
        }
        return report
    }

    /// Makes some files, at most `width` at a time; ends at the first error.
    private func makeAll(
        _ indices: [Int], each: (Outcome) -> Void
    ) async -> Result<Void, MediaError> {
        await withTaskGroup(of: Result<Outcome, MediaError>.self) { group in
            var rest = indices[...]
            func addOne() {
                guard let index = rest.popFirst() else { return }
                group.addTask { await result(of: files[index]) }
            }
            for _ in 0..<Self.width { addOne() }
            for await result in group {
                switch result {
                case .success(let outcome):
                    each(outcome)
                    addOne()
                case .failure(let error):
                    group.cancelAll()
                    return .failure(error)
                }
            }
            return .success(())
        }
    }

    private func result(of file: SampleFile) async -> Result<Outcome, MediaError> {
        do throws(MediaError) {
            return .success(try await make(file))
        } catch {
            return .failure(error)
        }
    }

    private func make(_ file: SampleFile) async throws(MediaError) -> Outcome {
        if Task.isCancelled { throw .cancelled }
        let path = folder.appending(file.path)
        guard !NewFile.isTaken(path) else { return .leftAlone }
        let bytes: [UInt8]
        let outcome: Outcome
        switch file.content {
        case .picture(let picture):
            bytes = try await drawn(picture)
            outcome = .picture
        case .cutPicture(let picture, let perMille):
            let whole = try await drawn(picture)
            bytes = Array(whole.prefix(whole.count * perMille / 1000))
            outcome = .picture
        case .video(let video):
            guard let film = await films?.film(video) else { return .missingVideo }
            bytes = film
            outcome = .video
        case .copy(let original):
            bytes = try OpenFile(folder.appending(files[original].path)).readAll()
            outcome = .copy
        case .bytes(let own):
            bytes = own
            outcome = .broken
        }
        if Task.isCancelled { throw .cancelled }
        do throws(MediaError) {
            try NewFile.write(bytes, to: path, modified: file.modified)
            return outcome
        } catch .alreadyThere {
            return .leftAlone
        }
    }

    private func drawn(_ picture: SamplePicture) async throws(MediaError) -> [UInt8] {
        do throws(DecoderError) {
            return try await draw(picture)
        } catch {
            throw error == .cancelled ? .cancelled : .decoder(error)
        }
    }

    /// Enough to keep the decoder's processes busy while files are written.
    private static let width = 8
}

extension SampleFile {
    fileprivate var isCopy: Bool {
        if case .copy = content { true } else { false }
    }
}

extension SampleFolder.Report {
    fileprivate mutating func count(_ outcome: SampleWriter.Outcome) {
        switch outcome {
        case .picture: pictures += 1
        case .video: videos += 1
        case .copy: copies += 1
        case .broken: broken += 1
        case .leftAlone: leftAlone += 1
        case .missingVideo: missingVideos += 1
        }
    }
}
