internal import CSodium

/// Passwords as they are kept: by libsodium's argon2id, whose text form holds
/// its own salt and costs.
enum Password {
    /// Bytes beyond which a password is refused: hashing it must not cost
    /// what its length asks for.
    static let longest = 1024

    /// The text to keep. Takes about a tenth of a second and 64 MB.
    static func hash(_ password: String) throws(ServerError) -> String {
        try prepare()
        guard password.utf8.count <= longest else { throw .badRequest("that password is too long") }
        var text = [CChar](repeating: 0, count: Int(crypto_pwhash_STRBYTES))
        let code = withBytes(of: password) { bytes, count in
            crypto_pwhash_str(
                &text, bytes, count, UInt64(crypto_pwhash_OPSLIMIT_INTERACTIVE),
                Int(crypto_pwhash_MEMLIMIT_INTERACTIVE))
        }
        guard code == 0 else { throw .failed("there is not enough memory to hash a password") }
        return String(
            decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    /// Whether a password is the one that was kept. Takes as long for a wrong
    /// one.
    static func verify(_ password: String, _ kept: String) throws(ServerError) -> Bool {
        try prepare()
        guard password.utf8.count <= longest else { return false }
        return withBytes(of: password) { bytes, count in
            crypto_pwhash_str_verify(kept, bytes, count) == 0
        }
    }

    /// What is verified for a user that is not there, so that the time tells
    /// nobody who is.
    static let decoy: String = {
        // Fails only without memory, and then no login succeeds anyway.
        (try? hash("nobody has this password")) ?? ""
    }()

    private static func withBytes<Value>(
        of password: String, _ body: (UnsafePointer<CChar>, UInt64) -> Value
    ) -> Value {
        password.withCString { body($0, UInt64(password.utf8.count)) }
    }

    private static func prepare() throws(ServerError) {
        guard sodium_init() >= 0 else { throw .failed("libsodium does not start") }
    }
}
