import Glibc

/// How many files and connections a process may have open.
enum DescriptorLimit {
    /// Raises it as far as the system allows: a parked request takes a
    /// descriptor at each end.
    static func raise() throws {
        var limit = rlimit()
        let kind = __rlimit_resource_t(UInt32(RLIMIT_NOFILE.rawValue))
        getrlimit(kind, &limit)
        limit.rlim_cur = limit.rlim_max
        guard setrlimit(kind, &limit) == 0 else {
            throw BenchmarkError("the limit of open files cannot be raised")
        }
    }
}
