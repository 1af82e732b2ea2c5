public import DecoderProtocol

/// Reads and decodes files with libraries that are not to be trusted with
/// hostile ones: for processes that may die. One for each process, used by
/// one thread.
public final class Decoder {
    /// Prepares the libraries, once for the process.
    public init() throws(DecodingFailure) {
        fatalError("not written yet")
    }

    /// - Parameter descriptor: of the file, open for reading at any
    ///   position; stays the caller's. Not looked at for requests that carry
    ///   no file.
    public func reply(to request: DecoderRequest, file descriptor: Int32) -> DecoderReply {
        fatalError("not written yet")
    }
}
