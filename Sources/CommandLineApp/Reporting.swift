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
