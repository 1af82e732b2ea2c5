import Photos
import Testing

@testable import DropboxAPI

/// What one end writes the other reads: every message of the wire, as
/// argument by a strict reader and as result by a tolerant one.
@Suite struct RoundTripTests {
    private func check<Value: WireValue & Equatable>(
        _ value: Value, _ strictness: WireStrictness, _ location: SourceLocation = #_sourceLocation
    ) throws {
        for escaping in [JSONWriter.Escaping.minimal, .headerSafe] {
            let bytes = value.jsonBytes(escaping: escaping)
            let back = try Value(jsonBytes: bytes, strictness: strictness)
            #expect(back == value, sourceLocation: location)
        }
    }

    private var revision: Revision { Revision("0123456789abcdef") ?? Revision.placeholder }
    private var file: FileMetadata {
        FileMetadata(
            name: "ü 😀.jpg", id: FileID("id:abc") ?? FileID.placeholder,
            clientModified: Timestamp(seconds: 1), serverModified: Timestamp(seconds: 2),
            revision: revision, size: 1 << 40, pathLower: "/ü 😀.jpg", pathDisplay: "/Ü 😀.jpg",
            contentHash: ContentHash(bytes: Array(repeating: 7, count: 32)))
    }
    private var folder: FolderMetadata {
        FolderMetadata(
            name: "a", id: FileID("id:f") ?? FileID.placeholder, pathLower: "/a", pathDisplay: "/A")
    }

    @Test func argumentsAreReadAsWritten() throws {
        try check(
            ListFolderArgument(
                path: PathArgument(""), recursive: true, includeDeleted: true,
                includeMediaInfo: true, includeRestorableInfo: true, limit: 7), .strict)
        try check(LongpollArgument(cursor: ListCursor("c") ?? .placeholder, timeout: 480), .strict)
        try check(GetMetadataArgument(path: PathArgument("/a"), includeDeleted: true), .strict)
        try check(DownloadArgument(path: PathArgument("id:a"), revision: revision), .strict)
        try check(ReadPathArgument(path: PathArgument("rev:0123456789")), .strict)
        try check(
            ListRevisionsArgument(
                path: PathArgument("/a"), mode: .id, limit: 100, before: revision), .strict)
        try check(RestoreArgument(path: PathArgument("/a"), revision: revision), .strict)
        let commit = CommitInfo(
            path: PathArgument("/ü\"\\😀"), mode: .update(revision), autorename: true,
            clientModified: Timestamp(seconds: -1), mute: true, strictConflict: true)
        let hash = ContentHash(bytes: Array(repeating: 9, count: 32))
        try check(UploadArgument(commit: commit, contentHash: hash), .strict)
        try check(SessionStartArgument(close: true, kind: .concurrent, contentHash: hash), .strict)
        try check(SessionStartBatchArgument(kind: .sequential, count: 1000), .strict)
        let cursor = SessionCursor(sessionID: SessionID("s") ?? .placeholder, offset: 1 << 33)
        try check(SessionAppendArgument(cursor: cursor, close: true, contentHash: hash), .strict)
        let finish = SessionFinishArgument(cursor: cursor, commit: commit, contentHash: nil)
        try check(SessionFinishBatchArgument(entries: [finish, finish]), .strict)
        try check(
            DeleteBatchArgument(entries: [
                DeleteArgument(path: PathArgument("/a"), parentRevision: revision)
            ]),
            .strict)
        try check(
            RelocationArgument(
                from: PathArgument("id:a"), to: PathArgument("/b"), autorename: true),
            .strict)
        try check(
            RelocationBatchArgument(
                entries: [RelocationPath(from: PathArgument("/a"), to: PathArgument("/b"))]),
            .strict)
        try check(
            CreateFolderBatchArgument(
                paths: [PathArgument("/a")], autorename: true, forceAsync: true),
            .strict)
        try check(CreateFolderArgument(path: PathArgument("/a"), autorename: true), .strict)
        try check(PollArgument(jobID: AsyncJobID("j") ?? .placeholder), .strict)
        try check(
            CreateLinkArgument(
                path: PathArgument("/a"),
                settings: LinkSettings(password: "x", expires: Timestamp(seconds: 5))), .strict)
        try check(
            ListLinksArgument(path: PathArgument("/a"), cursor: "c", directOnly: true), .strict)
        try check(ShareFolderArgument(path: PathArgument("/a"), forceAsync: true), .strict)
        try check(PathRoot.namespace("12"), .strict)
    }

    @Test func resultsAreReadAsWritten() throws {
        let deleted = DeletedMetadata(
            name: "x", pathLower: "/x", pathDisplay: "/X", isRestorable: true)
        try check(
            ListFolderResult(
                entries: [.file(file), .folder(folder), .deleted(deleted)],
                cursor: ListCursor("c") ?? .placeholder, hasMore: true), .tolerant)
        try check(LongpollResult(changes: true, backoff: 5), .tolerant)
        try check(
            ListRevisionsResult(
                isDeleted: true, serverDeleted: Timestamp(seconds: 3), entries: [file],
                hasMore: true), .tolerant)
        try check(TemporaryLink(metadata: file, link: "https://x/y"), .tolerant)
        let entries: [FinishBatchEntry] = [
            FinishBatchEntry(.success(file)), FinishBatchEntry(.failure(.path(.conflict(.file)))),
        ]
        try check(BatchResult(entries: entries), .tolerant)
        try check(Launch.complete(BatchResult(entries: entries)), .tolerant)
        try check(
            JobStatus.complete(
                BatchResult(entries: [
                    RelocationBatchEntry(.success(.file(file))),
                    RelocationBatchEntry(.failure(.relocation(.tooManyFiles))),
                ])), .tolerant)
        try check(
            BatchResult(entries: [
                CreateFolderBatchEntry(.success(folder)),
                CreateFolderBatchEntry(.failure(.path(.malformedPath))),
            ]), .tolerant)
        try check(SpaceUsage(used: 1, allocated: 2), .tolerant)
        let id = try #require(AccountIdentifier("dbid:" + String(repeating: "A", count: 35)))
        try check(
            FullAccount(
                id: id, name: AccountName(display: "Ada King Noel"), email: "a@b",
                rootInfo: RootInfo(namespaceID: "7")), .tolerant)
    }

    @Test func failuresAreReadAsWritten() throws {
        try check(ErrorBody(ListRevisionsError.path(.notFile)), .tolerant)
        try check(ErrorBody(RestoreError.pathWrite(.conflict(.fileAncestor))), .tolerant)
        try check(ErrorBody(RelocationError.to(.insufficientSpace)), .tolerant)
        try check(ErrorBody(DeleteError.pathLookup(.malformedPath)), .tolerant)
        try check(
            ErrorBody(
                UploadError.path(.noWritePermission, session: SessionID("s") ?? .placeholder)),
            .tolerant)
        for failure in [
            SessionFinishError.lookupFailed(.closed), .path(.disallowedName),
            .concurrentSessionMissingData, .contentHashMismatch,
        ] { try check(ErrorBody(failure), .tolerant) }
        try check(ErrorBody(AuthenticationError.missingScope("sharing.read")), .tolerant)
        try check(ErrorBody(PathRootError.invalidRoot(RootInfo(namespaceID: "1"))), .tolerant)
        try check(ErrorBody(CreateLinkError.settings(.invalidSettings)), .tolerant)
        try check(ErrorBody(ShareFolderError.badPath(.alreadyShared)), .tolerant)
        try check(ErrorBody(PollError.invalidAsyncJobID), .tolerant)
        try check(RateLimitError(reason: .tooManyWriteOperations, retryAfter: 300), .tolerant)
    }
}

extension WireText {
    /// Stands for a literal that is known to be well formed; a test that
    /// reaches it fails.
    fileprivate static var placeholder: Self { preconditionFailure("a literal is malformed") }
}
