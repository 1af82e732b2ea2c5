import Carousel
import CommandLineKit

/// Tells an error in plain words on standard error and how the program is to
/// end because of it.
func report(_ error: LibraryError) -> ExitCode {
    Terminal.standardError.write("carousel: \(error)\n")
    return switch error {
    case .notWritable, .noLibrary, .newerVersion, .olderVersion, .damaged: .libraryUnavailable
    case .cancelled: .interrupted
    default: .failed
    }
}

/// Runs an action that may fail with a library's error.
func reporting(_ action: () async throws(LibraryError) -> ExitCode) async -> ExitCode {
    do {
        return try await action()
    } catch {
        return report(error)
    }
}

/// Changes a library, and closes it however that ends.
/// - Parameter directory: finds the library; it has to be there, unless told
///   otherwise.
func changing(
    _ arguments: Arguments,
    at directory: (Arguments) throws(LibraryError) -> LibraryDirectory = LibraryOption.existing,
    _ change: (PhotoLibrary) async throws(LibraryError) -> Void
) async -> ExitCode {
    await reporting { () throws(LibraryError) in
        let library = try await PhotoLibrary.open(toChange: directory(arguments))
        var failure: LibraryError?
        do throws(LibraryError) {
            try await change(library)
        } catch {
            failure = error
        }
        await library.close()
        if let failure { throw failure }
        return .succeeded
    }
}
