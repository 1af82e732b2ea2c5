public import Photos
public import Rendering
import Store

/// Reads and decodes thumbnails of items of conversations, on as many threads
/// at once as ask.
public struct SharedThumbnails: Sendable {
    private let library: PhotoLibrary
    private let decoders = DecoderSlots(count: processorCount() + 1)

    init(_ library: PhotoLibrary) {
        self.library = library
    }

    /// Square pictures of items, in their order; nil where there is none yet.
    public func pixels(
        of items: [ConversationView.Item], _ size: ThumbnailSize, side: Int
    ) -> [SquarePixels?] {
        let thumbnails = zip(items, library.thumbnails(of: items, size))
        return decoders.pixels(of: thumbnails.map { ($0.name, $1) }, size, side: side)
    }
}

extension PhotoLibrary {
    /// Decodes thumbnails for the cells of a conversation.
    public var sharedThumbnails: SharedThumbnails { SharedThumbnails(self) }

    /// The JPEG bytes of thumbnails of items, in their order: those of the own
    /// library's photo where there is one, else what the server has given. They
    /// are fetched with the messages; `conversationChanges` tells of new ones.
    public func thumbnails(
        of items: [ConversationView.Item], _ size: ThumbnailSize
    ) -> [[UInt8]?] {
        do throws(StoreError) {
            let own = try opened.thumbnails.bytes(of: items.map { $0.luid ?? LUID(0) }, size)
            let missing = zip(items, own).compactMap { $1 == nil ? $0.content : nil }
            guard !missing.isEmpty else { return own }
            let shared = try opened.thumbnails.sharedBytes(of: missing, size)
            let found = Dictionary(zip(missing, shared), uniquingKeysWith: { first, _ in first })
            return zip(items, own).map { item, bytes in
                bytes ?? item.content.flatMap { found[$0] ?? nil }
            }
        } catch {
            Log.shared.warning("thumbnails of \(items.count) shared photos: \(error)")
            return items.map { _ in nil }
        }
    }

    /// The original of a shared photo: a file of the own library, or what is
    /// fetched from the server and kept for a while.
    ///
    /// - Throws: `conversation` when there is no such photo, `server` when it
    ///   cannot be had now or its owner has deleted it.
    public func original(
        of item: ConversationView.Item, of message: MessageID, in conversation: ConversationID
    ) async throws(LibraryError) -> FilePath {
        if let luid = item.luid, let path = try details(of: luid)?.paths.first { return path }
        let found = try reading { transaction throws(StoreError) in
            try transaction.sharedSize(of: item.place, in: message)
        }
        guard let found else { throw .conversation(.noSuchItem) }
        let originals = Originals(directory)
        if let known = originals.file(of: found.content) { return known }
        guard let connection = linked.withLock({ $0?.connection }) else {
            throw .server(.unreachable("nothing is synced now"))
        }
        do throws(ServerProblem) {
            let backend = try await connection.backend()
            return try await originals.fetch(found.content, ofSize: found.size) {
                sink throws(ServerProblem) in
                try await backend.downloadShared(
                    item.place, of: message, in: conversation, into: sink)
            }
        } catch {
            throw .server(error)
        }
    }
}
