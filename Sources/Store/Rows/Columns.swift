import Photos
internal import SQLite

extension Statement {
    /// A path. Only a damaged file can hold a NUL; the path then ends there.
    func path(_ column: Int32) -> FilePath {
        let bytes = bytes(column)
        return FilePath(bytes: bytes)
            ?? FilePath(String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self))
    }

    /// Size, modification, status change, inode and device from five columns.
    func stamp(from column: Int32) -> FileStamp {
        FileStamp(
            identity: FileIdentity(
                device: UInt64(bitPattern: int64(column + 4)),
                inode: UInt64(bitPattern: int64(column + 3))),
            size: int64(column), modifiedNanoseconds: int64(column + 1),
            statusChangedNanoseconds: int64(column + 2))
    }

    func bind(stamp: FileStamp, from parameter: Int32) throws(SQLiteError) {
        try bind(parameter, stamp.size)
        try bind(parameter + 1, stamp.modifiedNanoseconds)
        try bind(parameter + 2, stamp.statusChangedNanoseconds)
        try bind(parameter + 3, Int64(bitPattern: stamp.identity.inode))
        try bind(parameter + 4, Int64(bitPattern: stamp.identity.device))
    }

    /// Metadata from the ten columns `kind` to `duration_ms`.
    func metadata(from column: Int32) -> PhotoMetadata {
        PhotoMetadata(
            kind: PhotoKind(rawValue: UInt8(truncatingIfNeeded: int64(column))) ?? .photo,
            taken: optionalInt64(column + 1).map(CaptureTime.init(milliseconds:)),
            utcOffsetMinutes: optionalInt64(column + 2).map { Int($0) },
            dateSource: DateSource(rawValue: UInt8(truncatingIfNeeded: int64(column + 3)))
                ?? .none,
            size: optionalInt64(column + 4).map {
                PixelSize(width: Int($0), height: Int(int64(column + 5)))
            },
            location: optionalDouble(column + 6).flatMap { latitude in
                optionalDouble(column + 7).flatMap {
                    Coordinate(latitude: latitude, longitude: $0)
                }
            },
            camera: text(column + 8),
            durationMilliseconds: optionalInt64(column + 9).map { Int($0) })
    }

    func bind(metadata: PhotoMetadata, from parameter: Int32) throws(SQLiteError) {
        try bind(parameter, Int64(metadata.kind.rawValue))
        try bind(parameter + 1, metadata.taken?.milliseconds)
        try bind(parameter + 2, metadata.utcOffsetMinutes.map { Int64($0) })
        try bind(parameter + 3, Int64(metadata.dateSource.rawValue))
        try bind(parameter + 4, metadata.size.map { Int64($0.width) })
        try bind(parameter + 5, metadata.size.map { Int64($0.height) })
        try bind(parameter + 6, metadata.location?.latitude)
        try bind(parameter + 7, metadata.location?.longitude)
        try bind(parameter + 8, metadata.camera)
        try bind(parameter + 9, metadata.durationMilliseconds.map { Int64($0) })
    }

    /// The six columns `zone` to `content_identifier`.
    func readTraits(from column: Int32, into metadata: inout PhotoMetadata) {
        metadata.zone =
            ZoneSource(rawValue: UInt8(truncatingIfNeeded: int64(column))) ?? .unknown
        metadata.traits = FileTraits(
            form: MediaForm(rawValue: UInt8(truncatingIfNeeded: int64(column + 1))) ?? .still,
            isAnimated: int64(column + 2) != 0,
            motion: optionalInt64(column + 3).flatMap { offset in
                MotionPart(offset: offset, length: int64(column + 4))
            },
            contentIdentifier: text(column + 5))
    }

    func bindTraits(of metadata: PhotoMetadata, from parameter: Int32) throws(SQLiteError) {
        try bind(parameter, Int64(metadata.zone.rawValue))
        try bind(parameter + 1, Int64(metadata.traits.form.rawValue))
        try bind(parameter + 2, metadata.traits.isAnimated ? 1 : 0)
        try bind(parameter + 3, metadata.traits.motion?.offset)
        try bind(parameter + 4, metadata.traits.motion?.length)
        try bind(parameter + 5, metadata.traits.contentIdentifier)
    }

    /// `hash_state` and `content_hash`.
    func hashState(from column: Int32) -> HashState {
        switch int64(column) {
        case 0: .wanted
        case 1: contentHash(column + 1).map(HashState.hashed) ?? .wanted
        default: .failed
        }
    }

    func contentHash(_ column: Int32) -> ContentHash? {
        isNull(column) ? nil : ContentHash(bytes: bytes(column))
    }

    func edit(_ column: Int32) -> FileEdit? {
        optionalInt64(column).flatMap { FileEdit(rawValue: UInt8(truncatingIfNeeded: $0)) }
    }

    /// `folder` and `stem`.
    func bind(place: FilePlace, from parameter: Int32) throws(SQLiteError) {
        try bind(parameter, place.folder)
        try bind(parameter + 1, place.stem)
    }

    func bind(_ parameter: Int32, _ luid: LUID) throws(SQLiteError) {
        try bind(parameter, luid.rawValue)
    }

    func bind(_ parameter: Int32, _ file: FileID) throws(SQLiteError) {
        try bind(parameter, file.rawValue)
    }
}

extension HashState {
    /// The value of `hash_state`.
    var code: Int64 {
        switch self {
        case .wanted: 0
        case .hashed: 1
        case .failed: 2
        }
    }
}

extension FileRow {
    /// From the columns of the view `files`.
    init(_ row: borrowing Statement) {
        id = FileID(row.int64(0))
        root = RootID(row.int64(1))
        path = row.path(2)
        stamp = row.stamp(from: 3)
        metadata = row.metadata(from: 8)
        row.readTraits(from: 25, into: &metadata)
        hash = row.hashState(from: 18)
        edit = row.edit(20)
        isMissing = row.int64(21) != 0
        isReachable = row.int64(22) != 0
        luid = row.optionalInt64(23).map(LUID.init)
    }
}

extension FileToRead {
    /// From the columns `id`, `path` and the five of the stamp.
    init(_ row: borrowing Statement, from column: Int32 = 0) {
        id = FileID(row.int64(column))
        path = row.path(column + 1)
        stamp = row.stamp(from: column + 2)
    }
}
