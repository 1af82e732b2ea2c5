import DropboxAPI
import HTTPServer

/// The pages on which a user lets an app in.
enum AuthorizationPages {
    /// Asks for name and password, and says what they allow.
    static func form(
        _ request: AuthorizationRequest, problem: String? = nil, status: HTTPStatus = .ok
    ) -> HTTPResponse {
        let hidden = request.fields.map { name, value in
            "<input type=\"hidden\" name=\"\(name)\" value=\"\(Page.escaped(value))\">"
        }
        let rights = Scope.allCases.filter(request.scopes.contains).map {
            "<li>\(words(for: $0))</li>"
        }
        let notice = problem.map { "<p class=\"problem\" role=\"alert\">\(Page.escaped($0))</p>" }
        let body = """
            \(notice ?? "")
            <p>The app <code>\(Page.escaped(request.app))</code> asks for access to your account.
            With it, it may</p>
            <ul>\(rights.joined(separator: "\n"))</ul>
            <form method="post" action="/oauth2/authorize">
            \(hidden.joined(separator: "\n"))
            <label for="login">Name</label>
            <input id="login" name="login" autocomplete="username" autocapitalize="none"
             spellcheck="false" required autofocus>
            <label for="password">Password</label>
            <input id="password" name="password" type="password"
             autocomplete="current-password" required>
            <button name="decision" value="allow">Allow</button>
            <button name="decision" value="deny" formnovalidate>Refuse</button>
            </form>
            """
        // Browsers hold the redirect behind a form to the same rule.
        let target = request.redirect.map { "'self' " + origin(of: $0) } ?? "'self'"
        return Page.answer("Allow access?", body, status: status, formTarget: target)
    }

    /// Shows a code to copy, for an app that cannot be sent back to.
    static func code(_ code: String) -> HTTPResponse {
        Page.answer(
            "Access allowed",
            "<p>Copy this code into the app. It is good for ten minutes.</p>"
                + "<p><code>\(Page.escaped(code))</code></p>")
    }

    /// Says that the app got nothing.
    static func refused() -> HTTPResponse {
        Page.answer("Access refused", "<p>The app gets nothing. You can close this page.</p>")
    }

    /// Says why the app's wish cannot be granted.
    static func problem(_ words: String) -> HTTPResponse {
        Page.answer(
            "This cannot be allowed", "<p class=\"problem\">\(Page.escaped(words))</p>",
            status: .badRequest)
    }

    /// Scheme and host of an address, without anything that could end the
    /// policy's list.
    private static func origin(of address: String) -> String {
        let parts = address.split(separator: "/", maxSplits: 2, omittingEmptySubsequences: false)
        guard parts.count >= 2 else { return "" }
        let host = parts.count > 2 ? parts[2].prefix { $0 != "/" && $0 != "?" && $0 != "#" } : ""
        let origin = "\(parts[0])//\(host)"
        let isSound = origin.unicodeScalars.allSatisfy {
            $0.isASCII && $0 != ";" && $0 != "," && $0 != "'" && $0.value > 0x20
        }
        return isSound ? origin : ""
    }

    private static func words(for scope: Scope) -> String {
        switch scope {
        case .accountRead: "see your name and how much you store"
        case .metadataRead: "see the names and dates of your files"
        case .metadataWrite: "change the names and tags of your files"
        case .contentRead: "read your files"
        case .contentWrite: "add, change and delete your files"
        case .sharingRead: "see your shared links"
        case .sharingWrite: "make and take back shared links"
        }
    }
}
