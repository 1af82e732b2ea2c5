import Dispatch
import Media
import Photos
import Store

/// Reads the new and changed sidecars of a root that was walked, and gives
/// their photos what they say. Unchanged ones were only looked at from
/// outside, by the walk.
struct SidecarPass: Sendable {
    /// Sidecars that are read and stored together.
    private static let batchSize = 200

    let intake: Intake
    let decoders: DecoderPool
    /// Dates beyond are absurd.
    let today: CaptureTime
    let root: RootID
    private let queue = DispatchQueue(label: "carousel.sidecars")

    init(intake: Intake, decoders: DecoderPool, today: CaptureTime, root: RootID) {
        self.intake = intake
        self.decoders = decoders
        self.today = today
        self.root = root
    }

    func run(_ sightings: SidecarSightings, _ walk: WalkReport) async throws(LibraryError) {
        try await intake.fillPlaces()
        var folders = sightings.folders
        var fresh = sightings.fresh[...]
        while !fresh.isEmpty {
            guard !Task.isCancelled else { throw .cancelled }
            let rows = try await read(Array(fresh.prefix(Self.batchSize)))
            try await intake.put(rows)
            fresh = fresh.dropFirst(Self.batchSize)
        }
        folders.formUnion(
            try await intake.removeSidecars(
                sightings.known.unseenFiles(on: walk.devices).gone, walk))
        for folder in try await intake.foldersWithSidecars(among: folders) {
            guard !Task.isCancelled else { throw .cancelled }
            try await intake.applySidecars(in: folder, today: today)
        }
    }

    private func read(_ files: [FoundFile]) async throws(LibraryError) -> [SidecarRow] {
        let takeout = await readTakeout(files.filter { kind($0) == .takeout })
        var rows: [SidecarRow] = []
        for file in files {
            guard let kind = kind(file) else { continue }
            var row = SidecarRow(
                root: root, path: file.path, stamp: file.stamp, kind: kind,
                metadata: SidecarMetadata())
            switch kind {
            case .takeout: row.metadata = takeout[file.path] ?? SidecarMetadata()
            case .xmp: row.metadata = try await readXMP(file.path)
            case .adjustments, .thumbnail: break
            }
            rows.append(row)
        }
        return rows
    }

    private func kind(_ file: FoundFile) -> SidecarKind? {
        SidecarMatching.kind(of: file.path.name)
    }

    /// On a thread that may wait for a disk.
    private func readTakeout(_ files: [FoundFile]) async -> [FilePath: SidecarMetadata] {
        await withCheckedContinuation { continuation in
            queue.async {
                var found: [FilePath: SidecarMetadata] = [:]
                for file in files {
                    do throws(MediaError) {
                        found[file.path] = try TakeoutSidecar.metadata(at: file.path)
                    } catch {
                        Log.shared.warning("sidecar not read: \(error)")
                    }
                }
                continuation.resume(returning: found)
            }
        }
    }

    /// One that makes no sense says nothing: it is no photo that could be
    /// missed.
    private func readXMP(_ path: FilePath) async throws(LibraryError) -> SidecarMetadata {
        do throws(DecoderError) {
            return MetadataMapping.sidecar(of: try await decoders.sidecar(of: path), today: today)
        } catch .file(let failure) {
            Log.shared.warning("sidecar \(path) not read: \(failure.detail)")
            return SidecarMetadata()
        } catch {
            throw LibraryError(error)
        }
    }
}
