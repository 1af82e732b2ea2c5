internal import COpenSSL

/// OpenSSL's own account of what went wrong.
enum OpenSSLError {
    /// The text of the thread's last error; clears the queue.
    static func next() -> String {
        let code = ERR_peek_last_error()
        ERR_clear_error()
        guard code != 0 else { return "unknown reason" }
        return String(unsafeUninitializedCapacity: 256) { text in
            text.withMemoryRebound(to: CChar.self) { characters in
                ERR_error_string_n(code, characters.baseAddress, characters.count)
            }
            return text.firstIndex(of: 0) ?? 0
        }
    }
}
