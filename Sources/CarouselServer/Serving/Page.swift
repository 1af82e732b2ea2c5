import HTTPServer

/// A small page for people: works without script, asks nobody else for
/// anything, follows the light or dark taste of its reader.
enum Page {
    /// A whole page.
    /// - Parameters:
    ///   - body: HTML; whatever strangers wrote in it is escaped.
    ///   - formTarget: where a form on it may lead, as the policy has it.
    static func answer(
        _ title: String, _ body: String, status: HTTPStatus = .ok, formTarget: String = "'self'"
    ) -> HTTPResponse {
        let text = """
            <!DOCTYPE html>
            <html lang="en"><head><meta charset="utf-8">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <meta name="referrer" content="no-referrer">
            <title>\(escaped(title))</title><style>\(style)</style></head>
            <body><main><h1>\(escaped(title))</h1>
            \(body)
            </main></body></html>

            """
        var response = HTTPResponse.bytes(
            Array(text.utf8), contentType: "text/html; charset=utf-8", status: status)
        response.headers.add(
            "Content-Security-Policy",
            "default-src 'none'; style-src 'unsafe-inline'; form-action \(formTarget); "
                + "frame-ancestors 'none'; base-uri 'none'")
        response.headers.add("X-Content-Type-Options", "nosniff")
        response.headers.add("Referrer-Policy", "no-referrer")
        response.headers.add("Cache-Control", "no-store")
        return response
    }

    /// Text as it stands in a page, whatever it holds.
    static func escaped(_ text: String) -> String {
        var escaped = ""
        for character in text.unicodeScalars {
            switch character {
            case "&": escaped += "&amp;"
            case "<": escaped += "&lt;"
            case ">": escaped += "&gt;"
            case "\"": escaped += "&quot;"
            case "'": escaped += "&#39;"
            default: escaped.unicodeScalars.append(character)
            }
        }
        return escaped
    }

    private static let style = """
        :root{color-scheme:light dark}
        body{font:1rem/1.5 system-ui,sans-serif;margin:0;display:flex;justify-content:center}
        main{width:min(40rem,100%);padding:1.5rem;box-sizing:border-box}
        label{display:block;margin:1rem 0 .25rem}
        input{font:inherit;width:100%;padding:.5rem;box-sizing:border-box}
        button{font:inherit;margin:1.5rem .5rem 0 0;padding:.5rem 1.25rem}
        .problem{border-left:.25rem solid #c33;padding-left:.75rem}
        code{font-size:1.1em;overflow-wrap:anywhere;user-select:all}
        li{overflow-wrap:anywhere}
        """
}
