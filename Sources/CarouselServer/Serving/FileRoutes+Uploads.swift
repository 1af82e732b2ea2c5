import DropboxAPI
import HTTPServer
import Photos

extension FileRoutes {
    /// Bytes that one call may bring: 150 MiB.
    static let uploadLimit: Int64 = 150 << 20

    /// Puts `files/upload` on the router.
    func addUploads(to router: inout WireRouter) {
        router.upload(Routes.upload) { [self] argument, call in
            do {
                return try await withTaskExecutorPreference(store.threads) {
                    try await upload(argument, call)
                }
            } catch ServerError.diskFull {
                // The bytes are gone with the room that was missing.
                throw ServerError.refused(
                    UploadError.path(.insufficientSpace, session: try newSessionID()))
            }
        }
    }

    private func upload(
        _ named: Named<UploadArgument>, _ call: WireCall
    ) async throws -> Marked<FileMetadata> {
        let argument = named.argument
        let body = call.request.body
        guard body.announcedLength ?? 0 <= Self.uploadLimit else {
            throw ServerError.refused(UploadError.payloadTooLarge)
        }
        let number = store.blobs.nextNumber()
        // Does nothing once the bytes have been given their name.
        defer { store.blobs.discard(staged: number) }
        let arriving = try ArrivingBytes.staged(number, in: store.blobs)
        guard let (bytes, hash) = try await receive(body, into: arriving), let hash else {
            throw ServerError.refused(UploadError.payloadTooLarge)
        }
        guard argument.contentHash == nil || argument.contentHash == hash else {
            throw ServerError.refused(UploadError.contentHashMismatch)
        }
        let staged = StagedContent(hash: hash, size: bytes.count, number: number)
        let kept = try newSessionID()
        let name = named.operation.map { NamedCall($0, uploading: hash) }
        let result = try await store.once(for: call, named.operation, named: { _ in name }) {
            machine, caller throws(ServerError) in
            try machine.upload(argument.commit, staged, keptAs: kept, by: caller)
        }
        return try Self.value(of: result)
    }

    /// Takes a body's bytes as they come.
    /// - Returns: nil when there are more than that, or than one call may bring.
    func receive(
        _ body: RequestBody, into arriving: consuming ArrivingBytes,
        upTo limit: Int64 = Self.uploadLimit
    ) async throws -> (AppendedBytes, ContentHash?)? {
        let limit = min(limit, Self.uploadLimit)
        var count: Int64 = 0
        if let length = body.announcedLength { arriving.expect(length) }
        for try await chunk in body {
            count += Int64(chunk.count)
            guard count <= limit else { return nil }
            try arriving.append(chunk)
        }
        return try arriving.finish()
    }

    /// An id nobody can guess.
    func newSessionID() throws(ServerError) -> SessionID {
        guard let id = SessionID(store.surroundings.randomName()) else {
            throw .failed("a random name was none")
        }
        return id
    }

    /// The value, or the failure thrown.
    static func value<Value, Failure: WireFailure>(
        of result: Result<Value, Failure>
    ) throws(ServerError) -> Value {
        switch result {
        case .success(let value): return value
        case .failure(let failure): throw .refused(failure)
        }
    }
}
