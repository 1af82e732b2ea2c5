import DropboxAPI

/// What a `ListCursor` holds: whose feed, with which arguments, how far.
///
/// It needs no row. Whoever changes one gains nothing: it is read for the
/// account of the token that comes with it, or, in a long poll, only when
/// the account's secret is in it.
struct FeedCursor: Hashable {
    /// How far it has come.
    enum Position: Hashable {
        /// Listing what is there, behind a key; the feed is read from `base`
        /// afterwards, so nothing that changes meanwhile is missed.
        case listing(after: String?, base: Sequence)
        /// Following the changes behind a sequence.
        case following(Sequence)
    }

    var account: AccountNumber
    var epoch: UInt32
    var secret: UInt64
    /// Key of the folder; empty for the root.
    var folder: String
    var recursive: Bool
    var includeDeleted: Bool
    var includeRestorableInfo: Bool
    var includeMediaInfo = false
    /// Entries of a page.
    var limit: Int
    var position: Position

    /// The sequence before which this cursor knows everything.
    var sequence: Sequence {
        switch position {
        case .listing(_, let base): base
        case .following(let sequence): sequence
        }
    }
}

extension FeedCursor {
    private static let version: UInt8 = 1

    var listCursor: ListCursor {
        var bytes: [UInt8] = [Self.version]
        append(UInt64(bitPattern: account.rawValue), to: &bytes)
        append(UInt64(epoch), to: &bytes)
        append(secret, to: &bytes)
        var flags: UInt8 = 0
        if recursive { flags |= 1 }
        if includeDeleted { flags |= 2 }
        if includeRestorableInfo { flags |= 4 }
        if case .listing = position { flags |= 8 }
        if case .listing(.some, _) = position { flags |= 16 }
        if includeMediaInfo { flags |= 32 }
        bytes.append(flags)
        append(UInt64(limit), to: &bytes)
        append(UInt64(bitPattern: sequence.rawValue), to: &bytes)
        append(folder, to: &bytes)
        if case .listing(let last?, _) = position { append(last, to: &bytes) }
        // A spelling of more than no bytes is always a cursor.
        return ListCursor(Base64URL.encode(bytes))!
    }

    /// Nil for a text that this server never gave.
    init?(_ cursor: ListCursor) {
        guard let bytes = Base64URL.decode(cursor.text) else { return nil }
        var reader = CursorReader(bytes: bytes[...])
        guard reader.byte() == Self.version, let account = reader.number(),
            let epoch = reader.number(), epoch <= UInt32.max, let secret = reader.number(),
            let flags = reader.byte(), flags < 64, let limit = reader.number(),
            ListFolderArgument.limits.contains(Int(truncatingIfNeeded: limit)),
            let sequence = reader.number(), let folder = reader.text()
        else { return nil }
        self.account = AccountNumber(Int64(bitPattern: account))
        self.epoch = UInt32(epoch)
        self.secret = secret
        self.folder = folder
        recursive = flags & 1 != 0
        includeDeleted = flags & 2 != 0
        includeRestorableInfo = flags & 4 != 0
        includeMediaInfo = flags & 32 != 0
        self.limit = Int(limit)
        let place = Sequence(Int64(bitPattern: sequence))
        if flags & 8 != 0 {
            var last: String?
            if flags & 16 != 0 {
                guard let text = reader.text() else { return nil }
                last = text
            }
            position = .listing(after: last, base: place)
        } else {
            guard flags & 16 == 0 else { return nil }
            position = .following(place)
        }
        guard reader.bytes.isEmpty else { return nil }
    }

    private func append(_ number: UInt64, to bytes: inout [UInt8]) {
        for shift in stride(from: 56, through: 0, by: -8) {
            bytes.append(UInt8(truncatingIfNeeded: number >> UInt64(shift)))
        }
    }

    private func append(_ text: String, to bytes: inout [UInt8]) {
        append(UInt64(text.utf8.count), to: &bytes)
        bytes.append(contentsOf: text.utf8)
    }
}

/// Takes a cursor's bytes apart.
private struct CursorReader {
    var bytes: ArraySlice<UInt8>

    mutating func byte() -> UInt8? { bytes.popFirst() }

    mutating func number() -> UInt64? {
        guard bytes.count >= 8 else { return nil }
        defer { bytes = bytes.dropFirst(8) }
        return bytes.prefix(8).reduce(0) { $0 << 8 | UInt64($1) }
    }

    mutating func text() -> String? {
        guard let count = number(), count <= UInt64(bytes.count) else { return nil }
        defer { bytes = bytes.dropFirst(Int(count)) }
        return String(validating: bytes.prefix(Int(count)), as: UTF8.self)
    }
}
