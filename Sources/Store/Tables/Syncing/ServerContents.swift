public import Photos
internal import SQLite

/// What a server says of bytes: enough to place and to draw a photo that is
/// not on this disk.
public struct ServerContentRow: Hashable, Sendable {
    public var metadata: PhotoMetadata
    /// Of one of the files that have the bytes, for the order of the timeline.
    public var name: String
    public var thumbHash: ThumbHash

    public init(metadata: PhotoMetadata, name: String, thumbHash: ThumbHash = .empty) {
        self.metadata = metadata
        self.name = name
        self.thumbHash = thumbHash
    }
}

extension ReadTransaction {
    public func serverContent(_ hash: ContentHash) throws(StoreError) -> ServerContentRow? {
        try first(
            """
            SELECT kind, taken, utc_offset_minutes, date_source, width, height, latitude,
                longitude, camera, duration_ms, name, thumb_hash
            FROM server_contents WHERE content_hash = ?
            """
        ) { statement throws(SQLiteError) in
            try statement.bind(1, hash.bytes)
        } row: { row in
            ServerContentRow(
                metadata: row.metadata(from: 0), name: row.text(10) ?? "",
                thumbHash: ThumbHash(bytes: row.bytes(11)) ?? .empty)
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
                duration_ms, name, thumb_hash)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """
        ) { statement throws(SQLiteError) in
            try statement.bind(1, hash.bytes)
            try statement.bind(metadata: content.metadata, from: 2)
            try statement.bind(12, content.name)
            try statement.bind(13, content.thumbHash.bytes)
        }
        if let luid = try reading.owner(of: hash) { touch(luid) }
    }

    /// The timeline's record of a photo without a file here: of one that is on
    /// the server, or is to be there again.
    func serverRecord(of luid: LUID) throws(StoreError) -> HotRecord? {
        guard let userFlags = try reading.userFlags(of: luid) else { return nil }
        let isThere = try reading.isOnServer(luid) || userFlags.contains(.returning)
        guard isThere, try !reading.isShownPart(luid), let hash = try reading.content(of: luid)
        else { return nil }
        let known = try reading.serverContent(hash)
        let metadata = known?.metadata
        var flags: PhotoFlags = []
        if userFlags.contains(.hidden) { flags.insert(.hidden) }
        if userFlags.contains(.favourite) { flags.insert(.favourite) }
        if metadata?.kind == .video { flags.insert(.video) }
        return HotRecord(
            luid: luid, taken: metadata?.taken,
            nameKey: NameKey(fileName: Array((known?.name ?? "").utf8)), flags: flags,
            width: UInt16(clamping: metadata?.size?.width ?? 0),
            height: UInt16(clamping: metadata?.size?.height ?? 0),
            durationSeconds: UInt16(clamping: (metadata?.durationMilliseconds ?? 0) / 1000),
            thumbHash: try reading.thumbHash(of: luid) ?? known?.thumbHash ?? .empty)
    }
}

extension ReadTransaction {
    fileprivate func thumbHash(of luid: LUID) throws(StoreError) -> ThumbHash? {
        let found = try first("SELECT thumb_hash FROM photos WHERE luid = ?") {
            statement throws(SQLiteError) in
            try statement.bind(1, luid)
        } row: {
            $0.isNull(0) ? nil : ThumbHash(bytes: $0.bytes(0))
        }
        return found ?? nil
    }
}
