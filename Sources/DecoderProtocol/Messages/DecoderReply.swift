/// What the decoder process answers.
public enum DecoderReply: Hashable, Sendable {
    /// The first message of a process, numbered 0: it can work now.
    case ready(protocolVersion: Int)
    case facts(FileFacts)
    case thumbnails(MadeThumbnails)
    case sidecar(SidecarFacts)
    /// The bytes of a picture, for `picture` and `samplePicture`.
    case picture([UInt8])
    /// The request came to nothing. Numbered 0: the process cannot start.
    case failure(DecodingFailure)

    /// Both ends must speak the same version; they are built together, so
    /// another one means that a stale program was found.
    public static let protocolVersion = 2
}
