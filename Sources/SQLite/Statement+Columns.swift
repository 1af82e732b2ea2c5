internal import CSQLite

extension Statement {
    /// 0 for NULL.
    public func int64(_ column: Int32) -> Int64 {
        sqlite3_column_int64(handle, column)
    }

    public func optionalInt64(_ column: Int32) -> Int64? {
        isNull(column) ? nil : sqlite3_column_int64(handle, column)
    }

    public func optionalDouble(_ column: Int32) -> Double? {
        isNull(column) ? nil : sqlite3_column_double(handle, column)
    }

    /// Nil for NULL. Bytes that are not UTF-8 become U+FFFD.
    public func text(_ column: Int32) -> String? {
        guard let text = sqlite3_column_text(handle, column) else { return nil }
        let count = Int(sqlite3_column_bytes(handle, column))
        return String(decoding: UnsafeBufferPointer(start: text, count: count), as: UTF8.self)
    }

    /// A blob's bytes; none for NULL.
    public func bytes(_ column: Int32) -> [UInt8] {
        guard let blob = sqlite3_column_blob(handle, column) else { return [] }
        let count = Int(sqlite3_column_bytes(handle, column))
        return [UInt8](UnsafeRawBufferPointer(start: blob, count: count))
    }

    /// Copies a blob's first bytes into a buffer, without any allocation.
    /// - Returns: how many bytes the blob has, which may be more than there
    ///   was room for; 0 for NULL.
    public func copyBytes(_ column: Int32, into buffer: UnsafeMutableRawBufferPointer) -> Int {
        guard let blob = sqlite3_column_blob(handle, column) else { return 0 }
        let count = Int(sqlite3_column_bytes(handle, column))
        buffer.baseAddress?.copyMemory(from: blob, byteCount: min(count, buffer.count))
        return count
    }

    /// Gives a blob's bytes where they are, without a copy; none for NULL.
    public func withBytes<Value>(
        _ column: Int32, _ body: (UnsafeRawBufferPointer) -> Value
    ) -> Value {
        guard let blob = sqlite3_column_blob(handle, column) else {
            return body(UnsafeRawBufferPointer(start: nil, count: 0))
        }
        return body(
            UnsafeRawBufferPointer(
                start: blob, count: Int(sqlite3_column_bytes(handle, column))))
    }

    public func isNull(_ column: Int32) -> Bool {
        sqlite3_column_type(handle, column) == SQLITE_NULL
    }
}
