/// The body of a request: chunks as they arrive.
///
/// It can be read once. Reading is what lets more come: when the handler
/// does not read, the server stops receiving after `ServerLimits.bodyBuffer`
/// bytes, and the client has to wait. A client that waits for
/// `100 Continue` gets it with the first read.
public struct RequestBody: Sendable, AsyncSequence {
    enum Storage: Sendable {
        case empty
        case whole([UInt8])
        case channel(BodyChannel)
    }

    let storage: Storage
    /// The length the client announced; nil when it sends chunks. Zero when
    /// there is no body.
    public let announcedLength: Int64?

    /// A body that is already there, for tests of handlers.
    public init(_ bytes: [UInt8] = []) {
        storage = bytes.isEmpty ? .empty : .whole(bytes)
        announcedLength = Int64(bytes.count)
    }

    init(channel: BodyChannel, announcedLength: Int64?) {
        storage = .channel(channel)
        self.announcedLength = announcedLength
    }

    /// The whole body.
    ///
    /// - Throws: `.tooLarge` as soon as there are more than `limit` bytes.
    nonisolated(nonsending) public func collect(
        upTo limit: Int
    ) async throws(RequestBodyError) -> [UInt8] {
        switch storage {
        case .empty: return []
        case .whole(let bytes):
            guard bytes.count <= limit else { throw .tooLarge(limit: Int64(limit)) }
            return bytes
        case .channel(let channel):
            if let announcedLength, announcedLength > limit {
                throw .tooLarge(limit: Int64(limit))
            }
            var all: [UInt8] = []
            while let chunk = try await channel.next() {
                guard all.count + chunk.count <= limit else {
                    throw .tooLarge(limit: Int64(limit))
                }
                if all.isEmpty { all = chunk } else { all.append(contentsOf: chunk) }
            }
            return all
        }
    }

    public func makeAsyncIterator() -> Iterator {
        Iterator(storage: storage)
    }

    /// Gives the chunks; nil at the end of a complete body.
    public struct Iterator: AsyncIteratorProtocol {
        var storage: Storage

        /// The next bytes, never empty; nil when the body is complete.
        ///
        /// - Throws: when the body will not become complete, or the task is
        ///   cancelled.
        public mutating func next(
            isolation actor: isolated (any Actor)? = #isolation
        ) async throws(RequestBodyError) -> [UInt8]? {
            switch storage {
            case .empty: return nil
            case .whole(let bytes):
                storage = .empty
                return bytes
            case .channel(let channel): return try await channel.next()
            }
        }
    }
}
