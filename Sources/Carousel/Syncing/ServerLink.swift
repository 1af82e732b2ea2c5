import Foundation
import Glibc
import HTTPTransport
import Photos
import Store

/// What a library's directory keeps of its link besides the rows: the token,
/// and the certificate of a server with an authority of its own.
struct ServerLink: Sendable {
    private let token: TokenPlace
    private let certificate: FilePath

    init(
        _ directory: LibraryDirectory, _ secrets: (any SecretKeeping)?, library: LibraryIdentity
    ) {
        token = TokenPlace(TokenFile(directory), secrets, library: library.description)
        certificate = directory.path.appending("server-certificate.pem")
    }

    /// Logs in and keeps what later calls need.
    func logIn(_ request: LinkRequest) async throws(ServerProblem) -> ServerAccountRow {
        await forget()
        if let file = request.certificate {
            do {
                try FileManager.default.copyItem(
                    atPath: file.display, toPath: certificate.display)
            } catch {
                throw .notTrusted("\(file.display) cannot be read")
            }
        }
        let transport = try transport()
        defer { transport.close() }
        let grant = TokenGrant(transport: transport, address: request.address)
        let tokens = try await grant.logIn(user: request.user, password: request.password)
        let credentials = Credentials(
            transport: transport, address: request.address,
            refreshToken: tokens.refresh ?? "")
        _ = try await PhotoServer.meet(
            WireClient(
                transport: transport, address: request.address, credentials: credentials))
        try await token.write(
            tokens.refresh ?? "", label: "Carousel at \(request.address.url)")
        return ServerAccountRow(
            url: request.address.url, account: tokens.account ?? "", device: request.device,
            linkedMilliseconds: Int64(Date().timeIntervalSince1970 * 1000))
    }

    /// Calls the server of a linked account.
    func client(of account: ServerAccountRow) async throws(ServerProblem) -> WireClient {
        guard let refresh = try await token.read() else { throw .signedOut }
        let address = try ServerAddress(account.url)
        let transport = try transport()
        return WireClient(
            transport: transport, address: address,
            credentials: Credentials(
                transport: transport, address: address, refreshToken: refresh))
    }

    func forget() async {
        await token.remove()
        _ = certificate.withCString { unlink($0) }
    }

    private func transport() throws(ServerProblem) -> CurlTransport {
        var configuration = TransportConfiguration()
        if certificate.withCString({ access($0, R_OK) }) == 0 {
            configuration.trust = .certificates(file: certificate.display)
        }
        do throws(TransportError) {
            return try CurlTransport(configuration)
        } catch {
            throw ServerProblem(error)
        }
    }
}

/// What it takes to link a library.
struct LinkRequest: Codable, Sendable {
    var address: ServerAddress
    var user: String
    var password: String
    var certificate: FilePath?
    var device: String
}
