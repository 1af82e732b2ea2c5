import DropboxAPI

extension RevisionNumber {
    /// Sixteen hexadecimal digits, so that revisions sort as text too.
    var revision: Revision {
        // Sixteen hexadecimal digits are always a revision.
        Revision(String(sixteenDigits: UInt64(rawValue)))!
    }

    /// Nil for a revision that no server of ours gives.
    init?(_ revision: Revision) {
        guard revision.text.utf8.count == 16, let value = Int64(revision.text, radix: 16) else {
            return nil
        }
        self.init(value)
    }
}

extension NodeNumber {
    /// The id on the wire. It carries the account, so that an id from
    /// elsewhere never means a file of one's own.
    func fileID(in account: AccountNumber) -> FileID {
        var bytes: [UInt8] = []
        for number in [account.rawValue, rawValue] {
            for shift in stride(from: 56, through: 0, by: -8) {
                bytes.append(UInt8(truncatingIfNeeded: number >> Int64(shift)))
            }
        }
        // `id:` with 22 characters behind it is always an id.
        return FileID("id:" + Base64URL.encode(bytes))!
    }

    /// Nil for the id of another account or of no file at all.
    init?(_ id: FileID, in account: AccountNumber) {
        guard let bytes = Base64URL.decode(String(id.text.dropFirst(3))), bytes.count == 16
        else { return nil }
        let numbers = stride(from: 0, to: 16, by: 8).map { start in
            bytes[start..<(start + 8)].reduce(Int64(0)) { $0 << 8 | Int64($1) }
        }
        guard numbers[0] == account.rawValue else { return nil }
        self.init(numbers[1])
    }

    /// The number of the shared folder that this folder is.
    var namespace: String { String(NodeNumber.firstNamespace + rawValue) }

    /// Nil for a number that is no shared folder's.
    init?(namespace: String) {
        guard let number = Int64(namespace), number > Self.firstNamespace,
            namespace == String(number)
        else { return nil }
        self.init(number - Self.firstNamespace)
    }

    /// Beyond the numbers of accounts, which name their roots.
    private static let firstNamespace: Int64 = 100_000_000_000
}

extension AccountNumber {
    /// The account on the wire: `dbid:` and 35 characters.
    var identifier: AccountIdentifier {
        let digits = String(UInt64(rawValue), radix: 36)
        let padding = String(repeating: "0", count: 35 - digits.count)
        // Five and thirty-five characters are forty.
        return AccountIdentifier("dbid:" + padding + digits)!
    }

    /// Nil for an identifier that no server of ours gives.
    init?(_ identifier: AccountIdentifier) {
        guard identifier.text.hasPrefix("dbid:"),
            let number = Int64(identifier.text.dropFirst(5), radix: 36), number > 0
        else { return nil }
        self.init(number)
        guard self.identifier == identifier else { return nil }
    }

    /// The namespace of the account's root.
    var namespace: String { String(rawValue) }
}
