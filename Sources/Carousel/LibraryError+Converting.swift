import Media
import Photos
import Store

extension LibraryError {
    init(_ error: StoreError) {
        self =
            switch error {
            case .notWritable(let directory, let cause):
                .notWritable(directory: directory.display, cause: cause)
            case .noLibrary(let directory):
                .noLibrary(directory: directory.display)
            case .newerVersion(let file, let found, let known):
                .newerVersion(directory: file.folder?.display ?? "", found: found, known: known)
            case .olderVersion(let file, _, _):
                .olderVersion(directory: file.folder?.display ?? "")
            case .notALibrary(let file, let cause), .damaged(let file, let cause):
                .damaged(file: file.display, cause: cause)
            case .closed: .closed
            case .diskFull, .readOnly, .busy, .notAThumbnail, .failed:
                .storage(cause: error.description, isRetryable: error.isRetryable)
            }
    }

    /// Any error of the modules below, as a library's error.
    init(_ error: any Error) {
        self =
            switch error {
            case let error as LibraryError: error
            case let error as StoreError: LibraryError(error)
            case is CancellationError: .cancelled
            default: .storage(cause: String(describing: error), isRetryable: false)
            }
    }

    /// Runs `body` and converts what it throws.
    static func converting<Value>(
        _ body: () throws -> Value
    ) throws(LibraryError) -> Value {
        do {
            return try body()
        } catch {
            throw LibraryError(error)
        }
    }

    /// Runs `body` and converts what it throws.
    static func converting<Value>(
        _ body: () async throws -> Value
    ) async throws(LibraryError) -> Value {
        do {
            return try await body()
        } catch {
            throw LibraryError(error)
        }
    }
}
