internal import CLibAV
import Glibc

/// Feeds libav from a descriptor, so that it never sees a path.
final class MediaReader {
    private let descriptor: Int32
    private let size: Int64
    private var position: Int64 = 0
    private(set) var context: UnsafeMutablePointer<AVIOContext>?

    private static let bufferSize: Int32 = 64 * 1024

    /// Nil without memory.
    init?(descriptor: Int32, size: Int64) {
        self.descriptor = descriptor
        self.size = size
        guard let buffer = av_malloc(Int(Self.bufferSize)) else { return nil }
        context = avio_alloc_context(
            buffer.assumingMemoryBound(to: UInt8.self), Self.bufferSize, 0,
            Unmanaged.passUnretained(self).toOpaque(),
            { opaque, buffer, count in MediaReader.from(opaque).read(buffer, count) }, nil,
            { opaque, offset, whence in MediaReader.from(opaque).seek(to: offset, whence) })
        if context == nil {
            av_free(buffer)
            return nil
        }
    }

    deinit {
        // libav may have replaced the buffer by a larger one.
        if let buffer = context?.pointee.buffer { av_free(buffer) }
        avio_context_free(&context)
    }

    private static func from(_ opaque: UnsafeMutableRawPointer?) -> MediaReader {
        guard let opaque else { preconditionFailure("libav called back without its reader") }
        return Unmanaged<MediaReader>.fromOpaque(opaque).takeUnretainedValue()
    }

    private func read(_ buffer: UnsafeMutablePointer<UInt8>?, _ count: Int32) -> Int32 {
        let got = pread(descriptor, buffer, Int(count), off_t(position))
        guard got >= 0 else { return -errno }
        guard got > 0 else { return carousel_av_end_of_file }
        position += Int64(got)
        return Int32(got)
    }

    private func seek(to offset: Int64, _ whence: Int32) -> Int64 {
        let target: Int64? =
            switch whence & ~AVSEEK_FORCE {
            case SEEK_SET: offset
            case SEEK_CUR: position.addingWithoutOverflow(offset)
            case SEEK_END: size.addingWithoutOverflow(offset)
            case AVSEEK_SIZE: nil
            default: -1
            }
        guard let target else { return size }
        guard target >= 0 else { return Int64(-EINVAL) }
        position = target
        return target
    }
}

extension Int64 {
    /// The sum; −1 when it overflows.
    fileprivate func addingWithoutOverflow(_ other: Int64) -> Int64 {
        let (sum, overflow) = addingReportingOverflow(other)
        return overflow ? -1 : sum
    }
}
