/// A certificate with its key, as files in PEM form.
public struct TLSIdentity: Sendable, Equatable {
    /// The certificate, followed by those that vouch for it.
    public var certificateFile: String
    public var keyFile: String

    public init(certificateFile: String, keyFile: String) {
        self.certificateFile = certificateFile
        self.keyFile = keyFile
    }
}
