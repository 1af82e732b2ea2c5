import Glibc

/// The environment of worker processes: what the dynamic linker and tools
/// for testing need. Nothing else of the user's is any business of theirs.
enum SpawnEnvironment {
    private static let inherited = [
        "LD_LIBRARY_PATH", "ASAN_OPTIONS", "TSAN_OPTIONS", "UBSAN_OPTIONS", "LLVM_PROFILE_FILE",
    ]

    /// Calls `body` with an array as `exec` takes it.
    static func withPointers<Result>(
        _ body: (UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>) -> Result
    ) -> Result {
        let settings = inherited.compactMap { name in
            getenv(name).map { name + "=" + String(cString: $0) }
        }
        var pointers: [UnsafeMutablePointer<CChar>?] = settings.map { strdup($0) } + [nil]
        defer { for pointer in pointers { free(pointer) } }
        return pointers.withUnsafeMutableBufferPointer { buffer in
            guard let base = buffer.baseAddress else { preconditionFailure("never empty") }
            return body(base)
        }
    }
}
