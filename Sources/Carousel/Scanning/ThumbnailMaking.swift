import DecoderProtocol
import Media
import Photos
import Store

/// Makes the thumbnails that the library wants, newest photos first, until
/// none is wanted any more.
///
/// The list of wanted ones is the library's own, so that work which was
/// interrupted goes on where it was.
struct ThumbnailMaking: Sendable {
    /// Photos that are stored together.
    private static let batchSize = 48
    /// Wanted photos that are read from the library at once.
    private static let listSize = 512

    let intake: Intake
    let thumbnails: ThumbnailStore
    let decoders: DecoderPool
    /// Decoder processes; twice as many photos are under way.
    let workers: Int
    /// Told how many photos are done with.
    let finished: @Sendable (Int) -> Void
    /// Photos that go before all others.
    let wantedSoon: WantedSoon
    /// Whether to leave the rest for later, asked between batches.
    var yields: @Sendable () -> Bool = { false }

    func run() async throws(LibraryError) {
        try await LibraryError.converting {
            try await withThrowingTaskGroup(of: (PhotoToDraw, MadePicture?).self) { group in
                var state = State()
                while true {
                    try Task.checkCancellation()
                    try await refill(&state)
                    try await prefer(&state)
                    while state.underWay.count < workers * 2, let photo = state.next() {
                        group.addTask { (photo, try await make(photo)) }
                    }
                    guard let (photo, picture) = try await group.next() else { break }
                    state.underWay.remove(photo.luid)
                    if let picture {
                        state.made.append(picture)
                    } else {
                        state.leftOut.insert(photo.luid)
                    }
                    if state.made.count >= Self.batchSize {
                        try await store(&state)
                        if yields() { break }
                    }
                }
                try await store(&state)
            }
        }
    }

    /// What is under way.
    private struct State {
        /// Wanted and not begun, newest last.
        var waiting: [PhotoToDraw] = []
        var underWay: Set<LUID> = []
        /// Done and not stored yet.
        var made: [MadePicture] = []
        /// Wanted still, but not to be had now.
        var leftOut: Set<LUID> = []
        /// The list was read to its end.
        var isExhausted = false

        mutating func next() -> PhotoToDraw? {
            guard let photo = waiting.popLast() else { return nil }
            underWay.insert(photo.luid)
            return photo
        }
    }

    /// Reads on in the list of wanted photos when nothing waits. Photos under
    /// way are still on it, and are passed over.
    private func refill(_ state: inout State) async throws(LibraryError) {
        guard state.waiting.isEmpty, !state.isExhausted else { return }
        try await store(&state)
        let passedOver = state.underWay.union(state.leftOut)
        let limit = Self.listSize + passedOver.count
        let wanted = try await intake.read { transaction throws(StoreError) in
            try transaction.photosWantingThumbnails(limit: limit)
        }
        state.waiting = wanted.reversed().filter { !passedOver.contains($0.luid) }
        state.isExhausted = state.waiting.isEmpty
    }

    /// What somebody looks at is made first, wherever it is on the list.
    private func prefer(_ state: inout State) async throws(LibraryError) {
        let soon = wantedSoon.take()
        guard !soon.isEmpty else { return }
        let photos = try await intake.read { transaction throws(StoreError) in
            try transaction.photosWantingThumbnails(among: soon)
        }.filter { !state.underWay.contains($0.luid) && !state.leftOut.contains($0.luid) }
        let preferred = Set(photos.map(\.luid))
        state.waiting.removeAll { preferred.contains($0.luid) }
        state.waiting += photos.reversed()
    }

    private func store(_ state: inout State) async throws(LibraryError) {
        guard !state.made.isEmpty else { return }
        try await intake.keep(state.made, in: thumbnails)
        finished(state.made.count)
        state.made = []
    }

    /// Nil when the file went away: the next scan sees what has become of it.
    private func make(_ photo: PhotoToDraw) async throws(LibraryError) -> MadePicture? {
        do throws(DecoderError) {
            let made = try await decoders.thumbnails(of: photo.file.path)
            return MadePicture(photo: photo, outcome: .made(made))
        } catch .file(let failure) {
            guard failure.reason != .vanished else { return nil }
            return MadePicture(
                photo: photo, outcome: .impossible(failure.reason, detail: failure.detail))
        } catch {
            throw LibraryError(error)
        }
    }
}
