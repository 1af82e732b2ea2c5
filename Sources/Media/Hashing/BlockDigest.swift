internal import CCrypto
import Photos

/// SHA-256 over the SHA-256s of a stream's 4 MiB blocks, fed in pieces of any
/// size.
struct BlockDigest: ~Copyable {
    private let block: SHA256
    private let whole: SHA256
    private var bytesInBlock = 0

    init() {
        block = SHA256()
        whole = SHA256()
    }

    mutating func update(_ bytes: UnsafeRawBufferPointer) {
        var rest = bytes
        while !rest.isEmpty {
            let count = min(rest.count, ContentHash.blockSize - bytesInBlock)
            block.update(UnsafeRawBufferPointer(rebasing: rest[..<count]))
            bytesInBlock += count
            if bytesInBlock == ContentHash.blockSize { closeBlock() }
            rest = UnsafeRawBufferPointer(rebasing: rest[count...])
        }
    }

    /// The hash of all since the last call; begins anew.
    mutating func finish() -> ContentHash {
        if bytesInBlock > 0 { closeBlock() }
        var digest = [UInt8](repeating: 0, count: ContentHash.byteCount)
        digest.withUnsafeMutableBytes { whole.finish(into: $0) }
        // There are exactly as many bytes as a hash has.
        return ContentHash(bytes: digest)!
    }

    /// Forgets what was fed since the last `finish`.
    mutating func reset() {
        block.begin()
        whole.begin()
        bytesInBlock = 0
    }

    private mutating func closeBlock() {
        withUnsafeTemporaryAllocation(byteCount: ContentHash.byteCount, alignment: 8) { digest in
            block.finish(into: digest)
            whole.update(UnsafeRawBufferPointer(digest))
        }
        bytesInBlock = 0
    }
}

/// One OpenSSL digest context, used again and again.
private struct SHA256: ~Copyable {
    private let context: OpaquePointer

    init() {
        guard let context = EVP_MD_CTX_new() else { fatalError("out of memory") }
        self.context = context
        begin()
    }

    func begin() {
        precondition(
            EVP_DigestInit_ex(context, EVP_sha256(), nil) == 1, "OpenSSL has no SHA-256")
    }

    func update(_ bytes: UnsafeRawBufferPointer) {
        precondition(
            EVP_DigestUpdate(context, bytes.baseAddress, bytes.count) == 1,
            "SHA-256 takes any bytes")
    }

    /// Writes 32 bytes and begins anew.
    func finish(into digest: UnsafeMutableRawBufferPointer) {
        precondition(digest.count >= ContentHash.byteCount, "no room for a digest")
        precondition(
            EVP_DigestFinal_ex(context, digest.baseAddress, nil) == 1,
            "a digest that was begun can be finished")
        begin()
    }

    deinit {
        EVP_MD_CTX_free(context)
    }
}
