import DecoderProtocol
import Glibc

/// How a worker's process ended.
struct WorkerEnd: Hashable {
    /// As `waitpid` gives it; nil when nobody could tell.
    var status: Int32?

    private var signal: Int32? {
        status.flatMap { $0 & 0x7F != 0 ? $0 & 0x7F : nil }
    }

    private var exitStatus: Int32? {
        status.flatMap { $0 & 0x7F == 0 ? ($0 >> 8) & 0xFF : nil }
    }

    /// What is said of the file that the process worked on.
    var failure: DecodingFailure {
        if signal == SIGXCPU {
            return DecodingFailure(.overLimit, "Decoding took too much processor time.")
        }
        return DecodingFailure(.decoderFailed, "The decoder failed on this file (\(words)).")
    }

    /// For a person who wants to know more.
    var words: String {
        if let signal { return "ended by signal \(signal)" }
        if let exitStatus { return "ended with status \(exitStatus)" }
        return "ended"
    }

    /// What may help when this was the end of a program that never got ready.
    var advice: String {
        // The dynamic linker's status when a library is missing.
        exitStatus == 127
            ? "a library it needs is missing; install Carousel's packages again"
            : "it \(words) before it was ready; install Carousel again"
    }
}
