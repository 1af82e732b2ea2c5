import DropboxAPI
import Foundation
import Photos
import TestSupport
import Testing

@testable import CarouselServer

extension PhotosOnServers {
    /// Links to photos, and what people who have one see.
    @Suite struct GalleryTests {
        /// A server with photos, each with its id and hash as a link names it.
        private static func server(
            _ paths: [String] = ["/a.jpg", "/b.jpg"],
            _ body: @Sendable ([String], ServerFixture) async throws -> Void
        ) async throws {
            var jpegs: [[UInt8]] = []
            for index in paths.indices {
                jpegs.append(try await MadePictures.jpeg(UInt64(20 + index)))
            }
            let pictures = jpegs
            try await ServerFixture.reading { server in
                var photos: [String] = []
                for (path, jpeg) in zip(paths, pictures) {
                    let file = try server.put(bytes: jpeg, at: path).object
                    let id = try #require(file["id"] as? String)
                    let hash = try #require(file["content_hash"] as? String)
                    photos.append(#"{"id":"\#(id)","content_hash":"\#(hash)"}"#)
                }
                _ = try await server.readPhotos()
                try await body(photos, server)
            }
        }

        private static func operation(_ number: Int) -> String {
            let digits = String(number, radix: 16)
            return String(repeating: "0", count: 32 - digits.count) + digits
        }

        private static func create(
            _ server: ServerFixture, _ photos: [String], _ more: String = "", number: Int = 1
        ) throws -> RawAnswer {
            try server.rpc(
                "carousel/links/create",
                #"{"op_id":"\#(operation(number))","photos":[\#(photos.joined(separator: ","))]\#(more)}"#
            )
        }

        private static func path(_ answer: RawAnswer) throws -> String {
            let link = try #require(answer.object["link"] as? [String: Any], "\(answer.text)")
            let url = try #require(link["url"] as? String)
            return "/p/" + (try #require(url.components(separatedBy: "/p/").last))
        }

        private static func visit(
            _ server: ServerFixture, _ path: String, cookie: String? = nil
        ) throws -> RawAnswer {
            try RawClient(port: server.port).call(
                "GET", path, cookie.map { [("Cookie", $0)] } ?? [])
        }

        @Test func aLinkShowsItsPhotosToWhoeverHasIt() async throws {
            try await Self.server { photos, server in
                let path = try Self.path(
                    Self.create(server, photos, #","title":"<Ada & \"friends\">""#))
                let page = try Self.visit(server, path)
                #expect(page.status == 200)
                #expect(page["Content-Type"] == "text/html; charset=utf-8")
                #expect(page.text.contains("<h1>&lt;Ada &amp; &quot;friends&quot;&gt;</h1>"))
                #expect(page.text.contains(#"alt="Photo a.jpg, taken 9 April 2014""#))
                for number in 1...2 {
                    let thumbnail = try Self.visit(server, "\(path)/\(number)/s256")
                    #expect(dimensions(thumbnail.body) == [256, 256])
                    let large = try Self.visit(server, "\(path)/\(number)/s2048")
                    #expect(dimensions(large.body) == [320, 240])
                    #expect(try Self.visit(server, "\(path)/\(number)").status == 200)
                }
                for wrong in ["/3", "/0", "/x", "/1/s100", "/1/s256/x", "/all.zip/x", "/1/../2"] {
                    #expect(try Self.visit(server, path + wrong).status >= 400, "\(wrong)")
                }
            }
        }

        @Test func thePageTakesNothingFromAnywhereElseAndHasNoScript() async throws {
            try await Self.server { photos, server in
                let path = try Self.path(Self.create(server, photos))
                for page in [try Self.visit(server, path), try Self.visit(server, path + "/1")] {
                    let policy = try #require(page["Content-Security-Policy"])
                    #expect(
                        policy.hasPrefix("default-src 'none'; img-src 'self'; style-src 'sha256-"))
                    #expect(!policy.contains("unsafe") && !policy.contains("script"))
                    #expect(page["Referrer-Policy"] == "no-referrer")
                    #expect(page["X-Content-Type-Options"] == "nosniff")
                    #expect(!page.text.lowercased().contains("<script"))
                    #expect(!page.text.contains("http://") && !page.text.contains("https://"))
                    #expect(!page.text.contains(" style=") && !page.text.contains(" onclick="))
                }
            }
        }

        @Test func whatTheOwnerDeletesIsSeenNoMore() async throws {
            try await Self.server { photos, server in
                let path = try Self.path(Self.create(server, photos))
                _ = try server.rpc("files/delete_v2", #"{"path":"/a.jpg"}"#)
                #expect(try Self.visit(server, path + "/1/s256").status == 404)
                #expect(try Self.visit(server, path + "/2/s256").status == 200)
                let later = try Self.create(server, photos, number: 2)
                #expect((later.object["left_out"] as? [String])?.count == 1)
                _ = try server.rpc("files/delete_v2", #"{"path":"/b.jpg"}"#)
                #expect(try Self.visit(server, path).text.contains("nothing here any more"))
                #expect(try Self.create(server, photos, number: 3).summary == "nothing_left/..")
            }
        }

        @Test func aPasswordIsAskedForOnce() async throws {
            try await Self.server { photos, server in
                let settings = #","settings":{"require_password":true,"link_password":"geheim ü"}"#
                let answer = try Self.create(server, photos, settings)
                #expect(!answer.text.contains("geheim"))
                let path = try Self.path(answer)
                let form = try Self.visit(server, path)
                #expect(form.text.contains("type=\"password\"") && !form.text.contains("a.jpg"))
                #expect(dimensions(try Self.visit(server, path + "/1/s256").body) == nil)
                func enter(_ password: String) throws -> RawAnswer {
                    try RawClient(port: server.port).call(
                        "POST", path, [("Content-Type", "application/x-www-form-urlencoded")],
                        Array("password=\(password)".utf8))
                }
                let wrong = try enter("geraten")
                #expect(wrong.status == 403 && wrong.text.contains("not the password"))
                #expect(wrong["Set-Cookie"] == nil)
                let right = try enter("geheim+%C3%BC")
                #expect(right.status == 303 && right["Location"] == path)
                let cookie = try #require(right["Set-Cookie"])
                #expect(cookie.contains("HttpOnly") && cookie.contains("Path=\(path)"))
                let pass = String(cookie.prefix { $0 != ";" })
                #expect(try Self.visit(server, path, cookie: pass).text.contains("a.jpg"))
                let picture = try Self.visit(server, path + "/1/s256", cookie: "x=1; " + pass)
                #expect(dimensions(picture.body) == [256, 256])
                let forged = try Self.visit(server, path, cookie: pass.dropLast() + "x")
                #expect(!forged.text.contains("a.jpg"))
            }
        }

        @Test func aLinkEndsWhenItExpiresOrIsRevoked() async throws {
            try await Self.server { photos, server in
                let settings = #","settings":{"expires":"2023-11-15T00:00:00Z"}"#
                let path = try Self.path(Self.create(server, photos, settings))
                let past = try Self.create(
                    server, photos, #","settings":{"expires":"2001-01-01T00:00:00Z"}"#, number: 2)
                #expect(past.summary == "invalid_settings/..")
                #expect(try Self.visit(server, path).status == 200)
                server.pass(seconds: 2 * 86_400)
                #expect(try Self.visit(server, path).status == 404)
                #expect(try Self.visit(server, path + "/1/s256").status == 404)
                let other = try Self.path(Self.create(server, photos, number: 3))
                let list = try server.rpc("carousel/links/list", "null")
                #expect((list.object["links"] as? [Any])?.count == 1)
                let revoke = #"{"op_id":"\#(Self.operation(4))","url":"http://x\#(other)"}"#
                let stranger = try server.rpc("carousel/links/revoke", revoke, token: server.bob)
                #expect(stranger.summary == "shared_link_not_found/..")
                let done = try server.rpc("carousel/links/revoke", revoke)
                #expect(done.status == 200)
                #expect(try server.rpc("carousel/links/revoke", revoke).body == done.body)
                #expect(try Self.visit(server, other).status == 404)
                #expect(try Self.visit(server, other + "/all.zip").status == 404)
            }
        }

        @Test func aRepeatMakesNoSecondLink() async throws {
            try await Self.server { photos, server in
                let first = try Self.create(server, photos)
                #expect(try Self.create(server, photos).body == first.body)
                let list = try server.rpc("carousel/links/list", "null")
                #expect((list.object["links"] as? [Any])?.count == 1)
                #expect(try Self.create(server, [photos[0]]).status == 400)
            }
        }

        @Test func allPhotosAreDownloadedAsOneArchive() async throws {
            try await Self.server(["/x/a.jpg", "/y/a.jpg"]) { photos, server in
                let path = try Self.path(Self.create(server, photos, #","title":"Spring""#))
                let archive = try Self.visit(server, path + "/all.zip")
                #expect(archive["Content-Type"] == "application/zip")
                #expect(archive["Content-Disposition"] == "attachment; filename*=UTF-8''Spring.zip")
                let folder = try TemporaryFolder("zip")
                let file = try folder.write(archive.body, to: "a.zip")
                let python = try #require(Program(installed: "python3"))
                let script = """
                    import sys, zipfile
                    with zipfile.ZipFile(sys.argv[1]) as z:
                        assert z.testzip() is None
                        print([(i.filename, i.file_size, i.date_time) for i in z.infolist()])
                    """
                let found = try python.run(["-c", script, file])
                let original = try Self.visit(server, path + "/1/original")
                #expect(original["Content-Disposition"] == "attachment; filename*=UTF-8''a.jpg")
                #expect(
                    found.text.contains(
                        "('a.jpg', \(original.body.count), (2014, 4, 9, 12, 34, 56)"))
                #expect(found.text.contains("'a (2).jpg'"), "\(found.text) \(found.errors)")
            }
        }

        @Test func whereDownloadsAreNotAllowedThereIsNone() async throws {
            try await Self.server { photos, server in
                let path = try Self.path(
                    Self.create(server, photos, #","settings":{"allow_download":false}"#))
                #expect(!(try Self.visit(server, path).text.contains("Download")))
                #expect(try Self.visit(server, path + "/all.zip").status == 404)
                #expect(try Self.visit(server, path + "/1/original").status == 404)
            }
        }

        @Test func whoGuessesAddressesHasToWait() async throws {
            try await Self.server(["/a.jpg"]) { photos, server in
                let path = try Self.path(Self.create(server, photos))
                #expect(path.dropFirst(3).count == 22)
                for number in 0..<40 {
                    let path = number % 2 == 0 ? "/p/guess\(number)" : "/s/guess\(number)/a.jpg"
                    #expect(try Self.visit(server, path).status == 404)
                }
                #expect(try Self.visit(server, "/p/guess").status == 429)
                #expect(try Self.visit(server, path)["Retry-After"] == "300")
                server.pass(seconds: 301)
                #expect(try Self.visit(server, path).status == 200)
            }
        }

        /// Chromium, as people who are sent a link have it. The pages have no
        /// script, and their policy would let none run.
        @Test(
            .enabled(if: Program(installed: "chromium") != nil),
            arguments: [
                ("phone", 390, 844), ("desktop", 1280, 800),
            ]) func chromiumShowsThePages(_ name: String, _ width: Int, _ height: Int) async throws
        {
            try await Self.server(["/a.jpg", "/<b> & ü.jpg", "/c.jpg", "/d.jpg", "/e.jpg"]) {
                photos, server in
                let path = try Self.path(
                    Self.create(server, photos, #","title":"Spring in Ljubljana""#))
                let secret = try Self.path(
                    Self.create(
                        server, photos,
                        #","settings":{"require_password":true,"link_password":"x"}"#, number: 2))
                let folder = try TemporaryFolder("chromium")
                let kept =
                    ProcessInfo.processInfo.environment["CAROUSEL_SCREENSHOTS"] ?? folder.path
                let chromium = try #require(Program(installed: "chromium"))
                let shell = Program(executable: "/bin/sh")
                for (page, address) in [
                    ("gallery", path), ("photo", path + "/2"), ("password", secret),
                ] {
                    let file = "\(kept)/link-\(page)-\(name).png"
                    // Other tests change how many files this process may open.
                    let run = try await shell.runAside([
                        "-c", #"ulimit -S -n 4096; exec timeout 90 "$0" "$@""#, chromium.executable,
                        "--headless=new", "--no-sandbox", "--disable-gpu", "--hide-scrollbars",
                        // A keyring would ask for its password in a window.
                        "--password-store=basic",
                        "--user-data-dir=\(folder.path)/data",
                        "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
                        "--window-size=\(width),\(height)", "--screenshot=\(file)",
                        "http://127.0.0.1:\(server.port)\(address)",
                    ])
                    #expect(
                        FileManager.default.fileExists(atPath: file), "\(run.errors.suffix(500))")
                    let identify = try #require(Program(installed: "identify"))
                    let colours = try identify.run(["-format", "%w %h %k", file]).text
                    let numbers = colours.split(separator: " ").compactMap { Int($0) }
                    #expect(numbers.prefix(2) == [width, height])
                    // Pictures have thousands; without them a page has some tens.
                    #expect(
                        (numbers.last ?? 0) > (page == "password" ? 2 : 1000), "\(page): \(colours)"
                    )
                }
            }
        }
    }
}
