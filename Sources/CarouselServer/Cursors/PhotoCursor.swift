import DropboxAPI

/// What a cursor of the photo feed holds. As a `FeedCursor`, it needs no row.
struct PhotoCursor: Hashable {
    /// How far it has come.
    enum Position: Hashable {
        /// Listing what is there, behind a sequence, up to that at which the
        /// listing began; what changes meanwhile moves behind that.
        case listing(after: Sequence, base: Sequence)
        /// Following the changes behind a sequence.
        case following(Sequence)
    }

    var account: AccountNumber
    var epoch: UInt32
    var secret: UInt64
    /// Entries of a page.
    var limit: Int
    var position: Position

    /// The sequence before which this cursor knows everything that is gone.
    var sequence: Sequence {
        switch position {
        case .listing(_, let base): base
        case .following(let sequence): sequence
        }
    }
}

extension PhotoCursor {
    /// Another than that of `FeedCursor`, so that neither is taken for the
    /// other.
    private static let version: UInt8 = 2

    var listCursor: ListCursor {
        var bytes: [UInt8] = [Self.version]
        var numbers = [
            UInt64(bitPattern: account.rawValue), UInt64(epoch), secret, UInt64(limit),
            UInt64(bitPattern: sequence.rawValue),
        ]
        if case .listing(let last, _) = position {
            numbers.append(UInt64(bitPattern: last.rawValue))
        }
        for number in numbers {
            for shift in stride(from: 56, through: 0, by: -8) {
                bytes.append(UInt8(truncatingIfNeeded: number >> UInt64(shift)))
            }
        }
        // A spelling of more than no bytes is always a cursor.
        return ListCursor(Base64URL.encode(bytes))!
    }

    /// Nil for a text that this server never gave.
    init?(_ cursor: ListCursor) {
        guard let bytes = Base64URL.decode(cursor.text), bytes.first == Self.version,
            bytes.count == 1 + 5 * 8 || bytes.count == 1 + 6 * 8
        else { return nil }
        let numbers = stride(from: 1, to: bytes.count, by: 8).map { start in
            bytes[start..<(start + 8)].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        }
        guard numbers[1] <= UInt32.max, (1...UInt64(PhotoLimits().listPage)).contains(numbers[3])
        else { return nil }
        account = AccountNumber(Int64(bitPattern: numbers[0]))
        epoch = UInt32(numbers[1])
        secret = numbers[2]
        limit = Int(numbers[3])
        let place = Sequence(Int64(bitPattern: numbers[4]))
        position =
            numbers.count == 6
            ? .listing(after: Sequence(Int64(bitPattern: numbers[5])), base: place)
            : .following(place)
    }
}
