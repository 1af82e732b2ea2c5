import DropboxAPI
import HTTPServer
import Photos

/// Pages for people who have a link to photos: without script, with a policy
/// that lets nothing in but this server's own pictures.
enum GalleryPage {
    /// The gallery of several photos.
    static func gallery(_ link: StoredPhotoLink, _ photos: [LinkedPhotoView]) -> HTTPResponse {
        let title = title(link, photos)
        let tiles = photos.map { tile($0, at: address(link)) }.joined(separator: "\n")
        var body = "<header><h1>\(escaped(title))</h1>"
        if link.title != nil { body += "<p>\(count(photos.count))</p>" }
        if link.allowsDownload, !photos.isEmpty {
            body += """
                <p><a class="button" href="\(address(link))/all.zip" download>Download all \
                (\(bytes(photos.reduce(0) { $0 + $1.size })), ZIP)</a></p>
                """
        }
        body += "</header>\n<main>"
        body +=
            photos.isEmpty
            ? "<p>There is nothing here any more.</p>"
            : "<ul class=\"grid\" role=\"list\">\n\(tiles)\n</ul>"
        return answer(title, body + "</main>")
    }

    /// One photo, with the way to its neighbours.
    static func photo(
        _ link: StoredPhotoLink, _ photos: [LinkedPhotoView], at index: Int
    ) -> HTTPResponse {
        let photo = photos[index]
        let base = address(link)
        let title = photos.count == 1 ? title(link, photos) : photo.name
        var body = "<header><h1>\(escaped(title))</h1>"
        if let date = date(photo) { body += "<p>Taken \(date)</p>" }
        body += "</header>\n<main class=\"single\">"
        switch photo.facts {
        case .ready:
            let words = description(photo)
            body += """
                <img src="\(base)/\(photo.number)/s2048" alt="\(escaped(words))"\(dimensions(photo))>
                """
        case .pending:
            body += "<p class=\"blank\">This photo is being prepared. Come again soon.</p>"
        case .failed: body += "<p class=\"blank\">There is no preview of this photo.</p>"
        }
        body += "</main>\n<nav aria-label=\"Photos\"><p>"
        if photos.count > 1 {
            if index > 0 {
                body += "<a rel=\"prev\" href=\"\(base)/\(photos[index - 1].number)\">Previous</a> "
            }
            body += "<a href=\"\(base)\">All \(count(photos.count))</a> "
            if index + 1 < photos.count {
                body += "<a rel=\"next\" href=\"\(base)/\(photos[index + 1].number)\">Next</a> "
            }
        }
        if link.allowsDownload {
            body += """
                <a class="button" href="\(base)/\(photo.number)/original" download>Download \
                \(photo.facts.kind == .video ? "film" : "photo") (\(bytes(photo.size)))</a>
                """
        }
        return answer(title, body + "</p></nav>")
    }

    /// The question for a link's password.
    static func password(_ link: StoredPhotoLink, wasWrong: Bool) -> HTTPResponse {
        let problem =
            wasWrong
            ? "<p id=\"problem\" class=\"problem\" role=\"alert\">That is not the password.</p>"
            : ""
        let describedBy = wasWrong ? " aria-describedby=\"problem\" aria-invalid=\"true\"" : ""
        let body = """
            <header><h1>Shared photos</h1></header>
            <main><p>Whoever shared these photos protected them with a password.</p>\(problem)
            <form method="post" action="\(address(link))">
            <label for="password">Password</label>
            <input id="password" name="password" type="password" required autofocus \
            autocomplete="off"\(describedBy)>
            <button type="submit">Show photos</button></form></main>
            """
        return answer("Shared photos", body, status: wasWrong ? .forbidden : .ok)
    }

    /// What stands where there is no link.
    static var missing: HTTPResponse {
        answer(
            "Nothing here",
            "<header><h1>Nothing here</h1></header><main><p>This link was taken back, has "
                + "expired, or never was.</p></main>", status: .notFound)
    }

    /// A picture of a page.
    static func picture(_ jpeg: [UInt8]) -> HTTPResponse {
        var response = HTTPResponse.bytes(jpeg, contentType: "image/jpeg")
        response.headers.add("Cache-Control", "private, max-age=3600")
        response.headers.add("X-Content-Type-Options", "nosniff")
        response.headers.add("Content-Security-Policy", "sandbox; default-src 'none'")
        return response
    }

    private static func address(_ link: StoredPhotoLink) -> String {
        "/p/" + LinkMaker.escaped(link.id)
    }

    private static func title(_ link: StoredPhotoLink, _ photos: [LinkedPhotoView]) -> String {
        if let title = link.title, !title.isEmpty { return title }
        return photos.count == 1 ? photos[0].name : count(photos.count)
    }

    private static func tile(_ photo: LinkedPhotoView, at base: String) -> String {
        let words = escaped(description(photo))
        let inner =
            switch photo.facts {
            case .ready:
                "<img src=\"\(base)/\(photo.number)/s256\" width=\"256\" height=\"256\" "
                    + "loading=\"lazy\" decoding=\"async\" alt=\"\(words)\">"
            case .pending: "<span class=\"blank\">\(words) (being prepared)</span>"
            case .failed: "<span class=\"blank\">\(words) (no preview)</span>"
            }
        return "<li><a href=\"\(base)/\(photo.number)\">\(inner)</a></li>"
    }

    /// What a screen reader says of a photo.
    private static func description(_ photo: LinkedPhotoView) -> String {
        let kind = photo.facts.kind == .video ? "Film" : "Photo"
        let taken = date(photo).map { ", taken \($0)" } ?? ""
        return "\(kind) \(photo.name)\(taken)"
    }

    private static func facts(_ photo: LinkedPhotoView) -> PhotoFacts? {
        switch photo.facts {
        case .ready(let facts), .failed(let facts, _): facts
        case .pending: nil
        }
    }

    private static func date(_ photo: LinkedPhotoView) -> String? {
        guard let taken = facts(photo)?.metadata.taken else { return nil }
        let day = taken.date
        return "\(day.day) \(months[day.month - 1]) \(day.year)"
    }

    private static let months = [
        "January", "February", "March", "April", "May", "June", "July", "August", "September",
        "October", "November", "December",
    ]

    /// Width and height of the large picture, so that nothing moves when it
    /// comes.
    private static func dimensions(_ photo: LinkedPhotoView) -> String {
        guard let size = facts(photo)?.metadata.size, size.width > 0, size.height > 0 else {
            return ""
        }
        let longer = max(size.width, size.height, 2048)
        return " width=\"\(max(1, size.width * 2048 / longer))\""
            + " height=\"\(max(1, size.height * 2048 / longer))\""
    }

    private static func count(_ number: Int) -> String {
        number == 1 ? "1 photo" : "\(number) photos"
    }

    /// Bytes as people say them.
    static func bytes(_ count: Int64) -> String {
        let units = ["bytes", "KB", "MB", "GB", "TB"]
        var unit = 0
        var divisor: Int64 = 1
        while unit + 1 < units.count, count >= divisor * 1000 {
            divisor *= 1000
            unit += 1
        }
        guard unit > 0 else { return "\(count) bytes" }
        let tenths = (count * 10 + divisor / 2) / divisor
        return tenths < 100
            ? "\(tenths / 10).\(tenths % 10) \(units[unit])"
            : "\((tenths + 5) / 10) \(units[unit])"
    }

    private static func escaped(_ text: String) -> String { Page.escaped(text) }

    /// A page with the policy and the style of all pages for visitors.
    static func answer(
        _ title: String, _ body: String, status: HTTPStatus = .ok
    ) -> HTTPResponse {
        let text = """
            <!DOCTYPE html>
            <html lang="en"><head><meta charset="utf-8">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <meta name="robots" content="noindex">
            <title>\(escaped(title))</title><style>\(style)</style></head>
            <body>
            \(body)
            </body></html>

            """
        var response = HTTPResponse.bytes(
            Array(text.utf8), contentType: "text/html; charset=utf-8", status: status)
        response.headers.add("Content-Security-Policy", policy)
        response.headers.add("X-Content-Type-Options", "nosniff")
        response.headers.add("X-Robots-Tag", "noindex")
        response.headers.add("Referrer-Policy", "no-referrer")
        response.headers.add("Cache-Control", "no-store")
        return response
    }

    /// Nothing but pictures of this server, and the one style of these pages,
    /// named by its hash.
    private static let policy: String = {
        let hash = Base64.encode(SHA256Digest.hash(Array(style.utf8)).bytes)
        return "default-src 'none'; img-src 'self'; "
            + "style-src 'sha256-\(String(decoding: hash, as: UTF8.self))'; "
            + "form-action 'self'; frame-ancestors 'none'; base-uri 'none'"
    }()

    private static let style = """
        :root{color-scheme:light dark}
        body{font:1rem/1.5 system-ui,sans-serif;margin:0 auto;max-width:90rem;padding:1rem}
        h1{font-size:1.5rem;line-height:1.2;margin:0;overflow-wrap:anywhere}
        p{margin:.5rem 0}
        .grid{list-style:none;margin:1rem 0;padding:0;display:grid;gap:.25rem;\
        grid-template-columns:repeat(auto-fill,minmax(min(11rem,28vw),1fr))}
        .grid a{display:block;aspect-ratio:1;background:#8883}
        .grid img{display:block;width:100%;height:100%;object-fit:cover}
        .single img{display:block;max-width:100%;max-height:80vh;width:auto;height:auto;margin:0 auto}
        .blank{display:flex;align-items:center;justify-content:center;text-align:center;\
        height:100%;padding:.5rem;box-sizing:border-box;overflow-wrap:anywhere}
        a{color:LinkText}
        a:focus-visible,button:focus-visible,input:focus-visible{outline:.2rem solid Highlight;\
        outline-offset:.15rem}
        nav a,.button{display:inline-block;padding:.5rem .75rem;margin:.25rem .25rem .25rem 0;\
        border:1px solid #8888;border-radius:.4rem;text-decoration:none}
        label{display:block;margin:1rem 0 .25rem}
        input,button{font:inherit;padding:.5rem .75rem;max-width:100%;box-sizing:border-box}
        button{margin:1rem 0}
        .text{white-space:pre-wrap;overflow-wrap:anywhere}
        article{border-top:1px solid #8884;padding:.5rem 0}
        time{opacity:.75;font-size:.875rem}
        .problem{border-left:.25rem solid #c33;padding-left:.75rem}
        """
}
