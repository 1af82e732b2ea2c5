import Photos
internal import SQLite

extension StoreError {
    /// What an error of SQLite means for the library.
    init(_ error: SQLiteError, file: FilePath) {
        switch error.kind {
        case .busy: self = .busy(file: file)
        case .diskFull: self = .diskFull(file: file)
        case .corrupt: self = .damaged(file: file, cause: error.message)
        case .notADatabase: self = .notALibrary(file: file, cause: error.message)
        case .readOnly:
            self = .notWritable(directory: file.folder ?? file, cause: error.message)
        case .cannotOpen, .inputOutput, .constraint, .other:
            self = .failed(file: file, cause: error.description)
        }
    }

    /// Runs a body of SQLite calls and gives its error as one of the store's.
    static func mapping<Result>(
        _ file: FilePath, _ body: () throws(SQLiteError) -> Result
    ) throws(StoreError) -> Result {
        do throws(SQLiteError) {
            return try body()
        } catch {
            throw StoreError(error, file: file)
        }
    }
}
