import Photos
import Testing

@testable import DropboxAPI

/// The messages of the photo plane, read as they were written.
@Suite struct PhotoMessageTests {
    private let hash = ContentHash(bytes: Array(repeating: 7, count: 32))!
    private let id = FileID("id:abc")!
    private let operation = OperationID(high: 0x0123_4567_89ab_cdef, low: 1)
    private let mark = FeedMark(epoch: .max, sequence: 1 << 40)

    private func check<Value: WireValue & Equatable>(
        _ value: Value, _ strictness: WireStrictness,
        _ location: SourceLocation = #_sourceLocation
    ) throws {
        let back = try Value(jsonBytes: value.jsonBytes(), strictness: strictness)
        #expect(back == value, sourceLocation: location)
    }

    private func entry(_ facts: PhotoFactsState) throws -> PhotoEntry {
        PhotoEntry(
            id: id, order: 7, pathLower: "/ü.jpg", pathDisplay: "/Ü.jpg",
            revision: try #require(Revision("0123456789abcdef")), contentHash: hash, size: 1 << 33,
            clientModified: Timestamp(seconds: 1), hidden: true, favourite: true, facts: facts)
    }

    private var facts: PhotoFacts {
        PhotoFacts(
            PhotoMetadata(
                kind: .video,
                taken: CaptureTime(
                    year: 2014, month: 4, day: 9, hour: 1, minute: 2, second: 3, millisecond: 4),
                utcOffsetMinutes: -210, dateSource: .fileModified, zone: .neighbours,
                size: PixelSize(width: 4000, height: 3000),
                location: Coordinate(latitude: -33.5, longitude: 151.25), camera: "Canon \"A\"",
                durationMilliseconds: 1234,
                traits: FileTraits(
                    form: .film, isAnimated: true, motion: MotionPart(offset: 5, length: 6),
                    contentIdentifier: "ABC")),
            thumbHash: ThumbHash(bytes: [1, 2, 255]))
    }

    @Test func argumentsAreReadAsWritten() throws {
        try check(ListPhotosArgument(limit: 10_000), .strict)
        try check(ListPhotosArgument(), .strict)
        try check(HaveArgument(contentHashes: [hash]), .strict)
        try check(
            SetFlagsArgument(operation: operation, ids: [id], hidden: false, favourite: true),
            .strict)
        try check(
            DeletePhotosArgument(
                operation: operation, ids: [id], contentHashes: [hash], superseded: [hash],
                cancels: [operation]), .strict)
        try check(
            RestorePhotosArgument(operation: operation, ids: [id], contentHashes: [hash]), .strict)
        try check(ThumbnailsArgument(contentHashes: [hash], size: .s2048), .strict)
        try check(
            CreatePhotoLinkArgument(
                operation: operation, photos: [LinkedPhoto(id: id, contentHash: hash)],
                title: "A & B", settings: LinkSettings(password: "x")), .strict)
        try check(ListPhotoLinksArgument(cursor: "c"), .strict)
        try check(RevokePhotoLinkArgument(operation: operation, url: "http://x/y"), .strict)
        try check(
            Named(DeleteArgument(path: PathArgument("/a")), operation: operation), .strict)
        try check(Named(DeleteArgument(path: PathArgument("/a"))), .strict)
    }

    @Test func resultsAreReadAsWritten() throws {
        try check(Capabilities.current, .tolerant)
        let problem = PhotoProblem(tag: "unsupported", text: "no picture")
        try check(
            ListPhotosResult(
                entries: [
                    .present(try entry(.pending(.photo))), .present(try entry(.ready(facts))),
                    .present(try entry(.failed(PhotoFacts(PhotoMetadata(kind: .photo)), problem))),
                    .deleted(id),
                ], cursor: try #require(ListCursor("c")), hasMore: true, mark: mark), .tolerant)
        try check(
            HaveResult(missing: [hash], deleted: [hash], superseded: [hash], mark: mark), .tolerant)
        try check(
            PhotoResults(
                results: [
                    PhotoResult(id: id, outcome: .done), PhotoResult(id: id, outcome: .notFound),
                ], missing: [hash], mark: mark), .tolerant)
        let link = PhotoLink(
            url: "http://x/y", title: "t", count: 2, created: Timestamp(seconds: 1),
            expires: Timestamp(seconds: 2), requiresPassword: true, allowsDownload: false)
        try check(CreatePhotoLinkResult(link: link, leftOut: [id], mark: mark), .tolerant)
        try check(ListPhotoLinksResult(links: [link], hasMore: true, cursor: "c"), .tolerant)
        try check(MarkResult(mark: mark), .tolerant)
        try check(
            Marked(CursorMessage(cursor: try #require(ListCursor("c"))), mark: nil), .tolerant)
        try check(
            Marked(CursorMessage(cursor: try #require(ListCursor("c"))), mark: mark), .tolerant)
        try check(ErrorBody(ListPhotosError.reset), .tolerant)
    }

    @Test func aNewFieldOfALaterServerIsPassedOver() throws {
        let json = #"{"id":"id:abc","deleted":true,"since":5}"#
        #expect(
            try PhotoChange(jsonBytes: Array(json.utf8), strictness: .tolerant) == .deleted(id))
    }

    @Test func anEntryThatCannotBeReadDoesNotStopThePage() throws {
        let json =
            #"{"entries":[{"id":"id:abc"},{"id":"id:abc","deleted":true}],"#
            + #""cursor":"c","has_more":false,"epoch":1,"sequence":2}"#
        let page = try ListPhotosResult(jsonBytes: Array(json.utf8), strictness: .tolerant)
        #expect(page.entries == [.deleted(id)])
        #expect(page.unreadableEntries.count == 1)
    }

    @Test(arguments: [
        #"{"op_id":"0123","ids":["id:abc"],"hidden":true}"#,
        #"{"op_id":"0123456789ABCDEF0123456789abcdef","ids":["id:abc"],"hidden":true}"#,
        #"{"op_id":"+123456789abcdef0123456789abcdef","ids":["id:abc"],"hidden":true}"#,
        #"{"op_id":"0123456789abcdef0123456789abcdef","ids":["id:abc"]}"#,
        #"{"op_id":"0123456789abcdef0123456789abcdef","ids":[],"hidden":true}"#,
        #"{"op_id":"0123456789abcdef0123456789abcdef","ids":["abc"],"hidden":true}"#,
        #"{"op_id":"0123456789abcdef0123456789abcdef","ids":["id:abc"],"hidden":1}"#,
        #"{"op_id":"0123456789abcdef0123456789abcdef","ids":["id:abc"],"hidden":true,"x":1}"#,
        #"{"ids":["id:abc"],"hidden":true}"#,
    ]) func malformedFlagsAreRefused(_ json: String) {
        #expect(throws: WireError.self) {
            try SetFlagsArgument(jsonBytes: Array(json.utf8), strictness: .strict)
        }
    }

    @Test func aBatchOfThumbnailsIsReadAsWrittenAndNothingElseIs() {
        let thumbnails: [BatchedThumbnail] = [
            .jpeg([1, 2, 3]), .pending, .failed, .notFound, .jpeg([]),
        ]
        var body: [UInt8] = []
        for thumbnail in thumbnails { ThumbnailBatchCoding.append(thumbnail, to: &body) }
        #expect(ThumbnailBatchCoding.thumbnails(in: body, count: 5) == thumbnails)
        for length in 0..<body.count {
            #expect(
                ThumbnailBatchCoding.thumbnails(in: Array(body[..<length]), count: 5) == nil)
        }
        #expect(ThumbnailBatchCoding.thumbnails(in: body + [0], count: 5) == nil)
        #expect(ThumbnailBatchCoding.thumbnails(in: [0x70, 0, 0, 0, 1], count: 1) == nil)
    }

    @Test func base64HasOneSpelling() {
        for (bytes, text) in [
            ([], ""), ([102], "Zg=="), ([102, 111], "Zm8="), ([102, 111, 111], "Zm9v"),
            ([251, 255], "+/8="),
        ] as [([UInt8], String)] {
            #expect(Base64.encode(bytes) == Array(text.utf8))
            #expect(Base64.decode(text.utf8) == bytes)
        }
        for text in ["Zg", "Zg=", "Zh==", "Z===", "====", "Zg==Zg==", "Z g=", "Zm9=", "=Zg="] {
            #expect(Base64.decode(text.utf8) == nil, "\(text)")
        }
    }
}
