internal import CCrypto
import Photos

/// One SHA-256 under way.
struct SHA256Digest: ~Copyable {
    private let context: OpaquePointer

    init() {
        guard let context = EVP_MD_CTX_new() else { fatalError("out of memory") }
        self.context = context
        begin()
    }

    deinit { EVP_MD_CTX_free(context) }

    /// Takes the bytes that come next.
    func update(_ bytes: UnsafeRawBufferPointer) {
        precondition(
            EVP_DigestUpdate(context, bytes.baseAddress, bytes.count) == 1,
            "SHA-256 takes any bytes")
    }

    /// The hash of all since the last call; begins anew.
    func finish() -> ContentHash {
        let digest = [UInt8](unsafeUninitializedCapacity: ContentHash.byteCount) { bytes, count in
            precondition(
                EVP_DigestFinal_ex(context, bytes.baseAddress, nil) == 1,
                "a digest that was begun can be finished")
            count = ContentHash.byteCount
        }
        begin()
        // There are exactly as many bytes as a hash has.
        return ContentHash(bytes: digest)!
    }

    /// The SHA-256 of some bytes. It is no content hash: that is of blocks.
    static func hash(_ bytes: [UInt8]) -> ContentHash {
        let digest = SHA256Digest()
        bytes.withUnsafeBytes { digest.update($0) }
        return digest.finish()
    }

    private func begin() {
        precondition(
            EVP_DigestInit_ex(context, EVP_sha256(), nil) == 1, "OpenSSL has no SHA-256")
    }
}

extension ContentHash {
    /// The hash of a content from those of its blocks.
    static func ofBlocks(_ digests: [ContentHash]) -> ContentHash {
        let digest = SHA256Digest()
        for block in digests { block.bytes.withUnsafeBytes { digest.update($0) } }
        return digest.finish()
    }
}
