internal import COpenSSL

/// A certificate with its key, as files in PEM form.
public struct TLSIdentity: Sendable, Equatable {
    /// The certificate, followed by those that vouch for it.
    public var certificateFile: String
    public var keyFile: String

    public init(certificateFile: String, keyFile: String) {
        self.certificateFile = certificateFile
        self.keyFile = keyFile
    }

    /// Writes a new key (P-256, readable by the owner only) and a
    /// certificate for these host names and addresses, signed by itself.
    public static func makeSelfSigned(
        certificateFile: String, keyFile: String, hosts: [String], validForDays: Int = 825
    ) throws(HTTPServerError) -> TLSIdentity {
        fatalError("to be written")
    }

    /// The SHA-256 of the certificate as `AB:CD:…`, for a person to compare.
    public func fingerprint() throws(HTTPServerError) -> String {
        fatalError("to be written")
    }
}
