internal import CSQLite

extension Statement {
    public func bind(_ parameter: Int32, _ value: Int64) throws(SQLiteError) {
        try check(sqlite3_bind_int64(handle, parameter, value))
    }

    public func bind(_ parameter: Int32, _ value: Int64?) throws(SQLiteError) {
        if let value {
            try check(sqlite3_bind_int64(handle, parameter, value))
        } else {
            try bindNull(parameter)
        }
    }

    public func bind(_ parameter: Int32, _ value: Double?) throws(SQLiteError) {
        if let value {
            try check(sqlite3_bind_double(handle, parameter, value))
        } else {
            try bindNull(parameter)
        }
    }

    public func bind(_ parameter: Int32, _ value: String?) throws(SQLiteError) {
        guard var value else { return try bindNull(parameter) }
        let code = value.withUTF8 { bytes in
            bytes.withMemoryRebound(to: CChar.self) {
                carousel_bind_text(handle, parameter, $0.baseAddress, Int32(clamping: $0.count))
            }
        }
        try check(code)
    }

    /// Binds a blob; its bytes are copied.
    public func bind(_ parameter: Int32, _ value: [UInt8]?) throws(SQLiteError) {
        guard let value else { return try bindNull(parameter) }
        try check(value.withUnsafeBytes { bindBlob(parameter, $0) })
    }

    /// Binds a blob; its bytes are copied.
    public func bind(
        _ parameter: Int32, _ value: UnsafeRawBufferPointer
    ) throws(SQLiteError) {
        try check(bindBlob(parameter, value))
    }

    public func bindNull(_ parameter: Int32) throws(SQLiteError) {
        try check(sqlite3_bind_null(handle, parameter))
    }

    private func bindBlob(_ parameter: Int32, _ value: UnsafeRawBufferPointer) -> Int32 {
        carousel_bind_blob(handle, parameter, value.baseAddress, Int32(clamping: value.count))
    }

    private func check(_ code: Int32) throws(SQLiteError) {
        guard code != SQLITE_OK else { return }
        precondition(
            code != SQLITE_RANGE && code != SQLITE_MISUSE,
            "no such parameter, or bound between two rows")
        throw failure(code)
    }
}
