import Carousel
import CommandLineKit
import Glibc
import Photos

/// `carousel link URL` and `carousel unlink`
enum LinkCommand {
    private static let url = Positional(
        "URL", .one, .text, help: "the server's address, https://HOST or https://HOST:PORT")
    private static let user = Option(
        "user", "NAME", .text, help: "the account's name (default: yours on this machine)")
    private static let passwordFile = Option(
        "password-file", "FILE", .path,
        help: "reads the password from the first line of a file instead of asking for it")
    private static let certificate = Option(
        "certificate", "FILE", .path,
        help: "trusts the authority or certificate in this PEM file and no other")
    private static let device = Option(
        "device", "NAME", .text, help: "what this device is called (default: its host name)")

    static let link = Command(
        "link", summary: "Link the library with an account on a Carousel server",
        discussion: """
            From then on 'carousel sync' and the window send what is in the library and what \
            you do to photos, and show what is on the server. Nothing in your folders is \
            changed. The password is not kept; the token that the server gives is, where only \
            you can read it.
            """,
        [url, user, passwordFile, certificate, device, LibraryOption.option]
    ) { arguments in
        await reporting { () throws(LibraryError) in
            let address: ServerAddress
            do throws(ServerProblem) {
                address = try ServerAddress(arguments[url].first ?? "")
            } catch {
                throw .server(error)
            }
            guard let password = password(arguments) else {
                Terminal.standardError.write(
                    "carousel: There is no password. Give it on the terminal or by "
                        + "--password-file.\n")
                return .failed
            }
            let library = try await PhotoLibrary.open(toChange: LibraryOption.directory(arguments))
            var failure: LibraryError?
            do throws(LibraryError) {
                try await library.link(
                    to: address, user: arguments[user] ?? userName(), password: password,
                    certificate: arguments[certificate].map(FilePath.absolute),
                    device: arguments[device] ?? hostName())
            } catch {
                failure = error
            }
            await library.close()
            if let failure { throw failure }
            Terminal.standardOutput.write(
                "Linked with \(address). 'carousel sync' brings the two into step.\n")
            return .succeeded
        }
    }

    static let unlink = Command(
        "unlink", summary: "Take the library off its server",
        discussion: """
            Photos that are on the server alone leave the timeline; they stay there. What was \
            done and not sent yet is kept for when the same account is linked again; \
            'carousel operations' lists it.
            """,
        [LibraryOption.option]
    ) { arguments in
        await reporting { () throws(LibraryError) in
            let library = try await PhotoLibrary.open(toChange: LibraryOption.existing(arguments))
            var failure: LibraryError?
            do throws(LibraryError) {
                try await library.unlink()
            } catch {
                failure = error
            }
            await library.close()
            if let failure { throw failure }
            return .succeeded
        }
    }

    /// The first line of the file, or what is typed without being shown.
    private static func password(_ arguments: Arguments) -> String? {
        if let path = arguments[passwordFile] {
            let descriptor = (path.map { CChar(bitPattern: $0) } + [0]).withUnsafeBufferPointer {
                open($0.baseAddress!, O_RDONLY | O_CLOEXEC)
            }
            guard descriptor >= 0 else { return nil }
            defer { close(descriptor) }
            var bytes = [UInt8](repeating: 0, count: 4096)
            let count = read(descriptor, &bytes, bytes.count)
            let line = bytes.prefix(max(0, count)).prefix { $0 != 0x0A && $0 != 0x0D }
            return line.isEmpty ? nil : String(decoding: line, as: UTF8.self)
        }
        guard isatty(STDIN_FILENO) == 1, let typed = getpass("Password: ") else { return nil }
        return String(cString: typed)
    }

    private static func userName() -> String {
        getpwuid(getuid()).map { String(cString: $0.pointee.pw_name) } ?? ""
    }

    private static func hostName() -> String {
        var name = [CChar](repeating: 0, count: 256)
        guard gethostname(&name, name.count - 1) == 0 else { return "a computer" }
        return String(
            decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}
