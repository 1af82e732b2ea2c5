internal import COpenSSL
internal import Glibc

extension TLSIdentity {
    /// Writes a new key (P-256, readable by the owner only) and a
    /// certificate for these host names and addresses, signed by itself.
    /// Files that are there are overwritten.
    ///
    /// - Parameters:
    ///   - hosts: at least one; the first is also the certificate's name.
    ///   - validForDays: 825 is the most that Apple's clients take.
    public static func makeSelfSigned(
        certificateFile: String, keyFile: String, hosts: [String], validForDays: Int = 825
    ) throws(HTTPServerError) -> TLSIdentity {
        precondition(!hosts.isEmpty, "a certificate is for at least one host")
        ERR_clear_error()
        guard let key = carousel_make_p256_key() else {
            throw .badIdentity(file: keyFile, reason: OpenSSLError.next())
        }
        defer { EVP_PKEY_free(key) }
        guard let certificate = makeCertificate(for: key, hosts, days: validForDays) else {
            throw .badIdentity(file: certificateFile, reason: OpenSSLError.next())
        }
        defer { X509_free(certificate) }
        try write(to: keyFile, mode: 0o600) {
            PEM_write_bio_PrivateKey($0, key, nil, nil, 0, nil, nil)
        }
        try write(to: certificateFile, mode: 0o644) { PEM_write_bio_X509($0, certificate) }
        return TLSIdentity(certificateFile: certificateFile, keyFile: keyFile)
    }

    /// The SHA-256 of the certificate as `AB:CD:…`, for a person to compare.
    public func fingerprint() throws(HTTPServerError) -> String {
        ERR_clear_error()
        guard let file = BIO_new_file(certificateFile, "r") else {
            throw .file(certificateFile, errno: errno)
        }
        defer { BIO_free(file) }
        guard let certificate = PEM_read_bio_X509(file, nil, nil, nil) else {
            throw .badIdentity(file: certificateFile, reason: OpenSSLError.next())
        }
        defer { X509_free(certificate) }
        var digest = [UInt8](repeating: 0, count: 32)
        guard X509_digest(certificate, EVP_sha256(), &digest, nil) == 1 else {
            throw .badIdentity(file: certificateFile, reason: OpenSSLError.next())
        }
        return digest.map { byte in
            let text = String(byte, radix: 16, uppercase: true)
            return text.count == 1 ? "0" + text : text
        }.joined(separator: ":")
    }

    private static func makeCertificate(
        for key: OpaquePointer, _ hosts: [String], days: Int
    ) -> OpaquePointer? {
        guard let certificate = X509_new() else { return nil }
        let names = hosts.map { host in
            (IPAddress(host) == nil ? "DNS:" : "IP:") + host
        }
        let isComplete =
            X509_set_version(certificate, 2) == 1
            && carousel_set_random_serial(certificate) == 1
            // An hour back, for clocks that are not quite right.
            && X509_gmtime_adj(X509_getm_notBefore(certificate), -3_600) != nil
            && X509_time_adj_ex(X509_getm_notAfter(certificate), Int32(days), 0, nil) != nil
            && X509_set_pubkey(certificate, key) == 1
            && X509_NAME_add_entry_by_txt(
                X509_get_subject_name(certificate), "CN", CAROUSEL_NAME_UTF8, hosts[0], -1, -1, 0)
                == 1
            && X509_set_issuer_name(certificate, X509_get_subject_name(certificate)) == 1
            && add("critical,CA:FALSE", NID_basic_constraints, to: certificate)
            && add("critical,digitalSignature", NID_key_usage, to: certificate)
            && add("serverAuth", NID_ext_key_usage, to: certificate)
            && add(names.joined(separator: ","), NID_subject_alt_name, to: certificate)
            && X509_sign(certificate, key, EVP_sha256()) > 0
        guard isComplete else {
            X509_free(certificate)
            return nil
        }
        return certificate
    }

    private static func add(_ value: String, _ kind: Int32, to certificate: OpaquePointer) -> Bool {
        guard let field = X509V3_EXT_conf_nid(nil, nil, kind, value) else { return false }
        defer { X509_EXTENSION_free(field) }
        return X509_add_ext(certificate, field, -1) == 1
    }

    private static func write(
        to path: String, mode: mode_t, _ body: (OpaquePointer) -> Int32
    ) throws(HTTPServerError) {
        // Created with its mode: at no time can others read the key.
        unlink(path)
        let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode)
        guard descriptor >= 0 else { throw .file(path, errno: errno) }
        guard let file = BIO_new_fd(descriptor, BIO_CLOSE) else {
            close(descriptor)
            throw .badIdentity(file: path, reason: OpenSSLError.next())
        }
        defer { BIO_free(file) }
        guard body(file) == 1 else { throw .badIdentity(file: path, reason: OpenSSLError.next()) }
    }
}
