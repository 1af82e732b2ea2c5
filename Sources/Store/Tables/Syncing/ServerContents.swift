public import Photos
internal import SQLite

/// What a server says of bytes: enough to place and to draw a photo that is
/// not on this disk.
public struct ServerContentRow: Hashable, Sendable {
    public var metadata: PhotoMetadata
    /// Of one of the files that have the bytes, for the order of the timeline.
    public var name: String
    public var thumbHash: ThumbHash
    /// Whether the server has not looked at the bytes yet.
    public var isPending: Bool

    public init(
        metadata: PhotoMetadata, name: String, thumbHash: ThumbHash = .empty,
        isPending: Bool = false
    ) {
        self.metadata = metadata
        self.name = name
        self.thumbHash = thumbHash
        self.isPending = isPending
    }
}

extension ReadTransaction {
    public func serverContent(_ hash: ContentHash) throws(StoreError) -> ServerContentRow? {
        try first(
            """
            SELECT kind, taken, utc_offset_minutes, date_source, width, height, latitude,
                longitude, camera, duration_ms, name, thumb_hash, zone, form, is_animated,
                motion_offset, motion_length, content_identifier
            FROM server_contents WHERE content_hash = ?
            """
        ) { statement throws(SQLiteError) in
            try statement.bind(1, hash.bytes)
        } row: { row in
            var metadata = row.metadata(from: 0)
            row.readTraits(from: 12, into: &metadata)
            return ServerContentRow(
                metadata: metadata, name: row.text(10) ?? "",
                thumbHash: ThumbHash(bytes: row.bytes(11)) ?? .empty, isPending: row.isNull(13))
        }
    }
}

extension WriteTransaction {
    /// To be written before the page that tells of the content is applied.
    public mutating func putServerContent(
        _ content: ServerContentRow, of hash: ContentHash
    ) throws(StoreError) {
        try run(
            """
            INSERT OR REPLACE INTO server_contents (content_hash, kind, taken,
                utc_offset_minutes, date_source, width, height, latitude, longitude, camera,
                duration_ms, name, thumb_hash, zone, form, is_animated, motion_offset,
                motion_length, content_identifier)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """
        ) { statement throws(SQLiteError) in
            try statement.bind(1, hash.bytes)
            try statement.bind(metadata: content.metadata, from: 2)
            try statement.bind(12, content.name)
            try statement.bind(13, content.thumbHash.bytes)
            try statement.bindTraits(of: content.metadata, from: 14)
            if content.isPending { try statement.bind(15, nil as Int64?) }
        }
        if let luid = try owner(of: hash) {
            touch(luid)
            photosToPair.insert(luid)
        }
    }

    /// The timeline's record of a photo without a file here: of one that is on
    /// the server, or is to be there again.
    func serverRecord(of luid: LUID) throws(StoreError) -> HotRecord? {
        guard let photo = try reading.shownPhoto(luid), let hash = photo.content else {
            return nil
        }
        let userFlags = photo.userFlags
        let isThere: Bool
        if let rows = known.rows(of: luid) {
            isThere = !rows.isEmpty
        } else {
            isThere = try reading.isOnServer(luid)
        }
        guard isThere || userFlags.contains(.returning),
            try isFresh(luid) ? true : !reading.isShownPart(luid)
        else { return nil }
        let content = try reading.serverContent(hash)
        let metadata = content?.metadata
        var flags: PhotoFlags = []
        if userFlags.contains(.hidden) { flags.insert(.hidden) }
        if userFlags.contains(.favourite) { flags.insert(.favourite) }
        if metadata?.kind == .video { flags.insert(.video) }
        if metadata?.traits.isAnimated == true { flags.insert(.animated) }
        var moves = metadata?.traits.motion != nil
        if !moves, !isFresh(luid) { moves = try reading.hasMotion(luid) }
        if moves { flags.insert(.live) }
        return HotRecord(
            luid: luid, taken: metadata?.taken,
            nameKey: NameKey(fileName: Array((content?.name ?? "").utf8)), flags: flags,
            width: UInt16(clamping: metadata?.size?.width ?? 0),
            height: UInt16(clamping: metadata?.size?.height ?? 0),
            durationSeconds: UInt16(clamping: (metadata?.durationMilliseconds ?? 0) / 1000),
            thumbHash: photo.thumbHash ?? content?.thumbHash ?? .empty)
    }
}

extension ReadTransaction {
    /// What is stored of the photo itself.
    fileprivate func shownPhoto(
        _ luid: LUID
    ) throws(StoreError) -> (userFlags: UserFlags, content: ContentHash?, thumbHash: ThumbHash?)? {
        try first("SELECT user_flags, content_hash, thumb_hash FROM photos WHERE luid = ?") {
            statement throws(SQLiteError) in
            try statement.bind(1, luid)
        } row: {
            (
                UserFlags(rawValue: $0.int64(0)), $0.contentHash(1),
                $0.isNull(2) ? nil : ThumbHash(bytes: $0.bytes(2))
            )
        }
    }
}
