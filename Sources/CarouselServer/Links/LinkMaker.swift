internal import CSodium
import DropboxAPI
import HTTPServer

/// Addresses that this server gives out.
struct LinkMaker: Sendable {
    /// Where people reach this server, without a slash at the end; nil to go
    /// by the request.
    let publicURL: String?
    /// Signs temporary links. Kept in the server's folder.
    let key: [UInt8]

    /// Seconds a temporary link is good for: four hours.
    static let temporaryLifetime: Int64 = 14_400

    /// The address of this server as the caller of a request knows it.
    func base(for request: HTTPRequest) -> String {
        if let publicURL { return publicURL }
        let host = request.headers["Host"] ?? "localhost"
        return (request.isSecure ? "https://" : "http://") + host
    }

    /// A link to one content of a file.
    func temporary(
        to file: FileMetadata, of account: AccountNumber, for request: HTTPRequest, now: Timestamp
    ) -> String {
        let claim = TemporaryClaim(
            account: account, revision: RevisionNumber(file.revision)?.rawValue ?? 0,
            expires: now.advanced(bySeconds: Self.temporaryLifetime))
        return base(for: request) + "/tl/" + sign(claim) + "/" + Self.escaped(file.name)
    }

    /// A claim as the part of an address that nobody can make up.
    func sign(_ claim: TemporaryClaim) -> String {
        Base64URL.encode(claim.bytes + authenticator(of: claim.bytes))
    }

    /// What a temporary link says; nil when it is none of this server's.
    func claim(_ text: String) -> TemporaryClaim? {
        guard let bytes = Base64URL.decode(text), bytes.count == TemporaryClaim.size + 32 else {
            return nil
        }
        let body = Array(bytes[..<TemporaryClaim.size])
        let given = Array(bytes[TemporaryClaim.size...])
        guard sodium_memcmp(given, authenticator(of: body), 32) == 0 else { return nil }
        return TemporaryClaim(bytes: body)
    }

    /// Shows that somebody knew a link's password: nobody can make it up, and
    /// it ends with the password.
    func pass(through link: String, _ passwordHash: String) -> String {
        Base64URL.encode(authenticator(of: Array("\(link)\0\(passwordHash)".utf8)))
    }

    /// Compares without telling by its time how much is equal.
    static func isEqual(_ a: String, _ b: String) -> Bool {
        let (a, b) = (Array(a.utf8), Array(b.utf8))
        return a.count == b.count && sodium_memcmp(a, b, a.count) == 0
    }

    private func authenticator(of bytes: [UInt8]) -> [UInt8] {
        var authenticator = [UInt8](repeating: 0, count: 32)
        // It fails for no input.
        _ = crypto_auth(&authenticator, bytes, UInt64(bytes.count), key)
        return authenticator
    }

    /// A name as a part of an address.
    static func escaped(_ name: String) -> String {
        let digits = Array("0123456789ABCDEF".utf8)
        var text: [UInt8] = []
        for byte in name.utf8 {
            let isPlain =
                (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
                || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
                || [UInt8(ascii: "-"), UInt8(ascii: "_")].contains(byte)
                || byte == UInt8(ascii: ".")
            if isPlain {
                text.append(byte)
            } else {
                text += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
            }
        }
        return String(decoding: text, as: UTF8.self)
    }
}

/// What a temporary link says: whose content, until when.
struct TemporaryClaim: Hashable {
    static let size = 24

    var account: AccountNumber
    var revision: Int64
    var expires: Timestamp

    init(account: AccountNumber, revision: Int64, expires: Timestamp) {
        self.account = account
        self.revision = revision
        self.expires = expires
    }

    init(bytes: [UInt8]) {
        let numbers = stride(from: 0, to: Self.size, by: 8).map { start in
            bytes[start..<(start + 8)].reduce(Int64(0)) { $0 << 8 | Int64($1) }
        }
        self.init(
            account: AccountNumber(numbers[0]), revision: numbers[1],
            expires: Timestamp(seconds: numbers[2]))
    }

    var bytes: [UInt8] {
        [account.rawValue, revision, expires.seconds].flatMap { number in
            stride(from: 56, through: 0, by: -8).map {
                UInt8(truncatingIfNeeded: number >> Int64($0))
            }
        }
    }
}
