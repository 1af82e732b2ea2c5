import DecoderProtocol
import Photos

/// One thing to do for one call.
struct DecoderJob: Sendable {
    /// Names the call; unique in its pool.
    let id: UInt64
    let request: DecoderRequest
    /// Nil exactly when the request carries no file.
    let file: FilePath?
    let priority: DecoderPriority

    /// Whether it is worth sending while the worker is busy with another:
    /// facts take little longer than the way there and back, and what takes
    /// longer would make the next one wait behind it while another worker
    /// becomes free.
    var isShort: Bool { request == .facts || request == .sidecar }
}
