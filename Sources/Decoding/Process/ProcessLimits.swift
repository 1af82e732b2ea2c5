internal import CLinux
import Glibc

/// What a decoder process denies itself before it looks at the first file.
public enum ProcessLimits {
    /// Address space: enough for the largest picture that is decoded.
    static let memory: UInt64 = 2560 << 20
    /// Processor time for one request.
    static let secondsOfWork: UInt64 = 20
    private static let openFiles: UInt64 = 64

    /// Sets the limits that hold from the start, before libraries are loaded
    /// into them.
    public static func apply() {
        carousel_confine_process()
        // A write to a file ends with an error, not with the process.
        signal(SIGXFSZ, SIG_IGN)
        signal(SIGPIPE, SIG_IGN)
        carousel_limit_resources(openFiles)
        // Sanitizers reserve terabytes of addresses for themselves.
        if !isSanitized { carousel_limit_memory(memory) }
        // Zone files could not be read later; no reader's result may depend
        // on this machine's zone.
        setenv("TZ", "UTC", 1)
        tzset()
    }

    /// Gives up files by name, the network and other processes, where the
    /// kernel has seccomp. Call when the libraries have loaded what they
    /// need.
    public static func forbidOutsideWorld() {
        // A kernel without it still has the limits above.
        _ = carousel_forbid_outside_world()
    }

    /// Grants the processor time of one request, counted from now. Beyond it
    /// the process is ended by SIGXCPU, from which the pool tells the reason.
    public static func renewProcessorTime() {
        carousel_grant_processor_time(secondsOfWork)
    }

    private static var isSanitized: Bool {
        ["__asan_init", "__tsan_init"].contains { (name: String) in dlsym(nil, name) != nil }
    }
}
