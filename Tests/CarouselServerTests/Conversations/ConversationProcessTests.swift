import DropboxAPI
import Foundation
import Photos
import TestSupport
import Testing

@testable import CarouselServer

/// Conversations of servers that are killed, of an older version, and what
/// guests see in a browser.
extension PhotosOnServers {
    @Suite struct ConversationProcessTests {
        private static func operation(_ number: Int) -> String {
            ServerFixture.operation(number)
        }

        private static func converse(
            _ server: ServerProcess, _ route: String, _ number: Int, _ more: String
        ) throws -> RawAnswer {
            try server.rpc(
                "carousel/conversations/" + route,
                #"{"op_id":"\#(operation(number))",\#(more)}"#)
        }

        @Test func whatWasAcknowledgedOutlivesKillsAndIsThereOnce() async throws {
            try await ServerProcess.running {
                let server = try ServerProcess()
                _ = try server.addUser("bob")
                try server.start(decoder: "/nonexistent")
                let of = #""conversation":"\#(Self.operation(1))""#
                let made = try Self.converse(server, "create", 1, #""members":["bob"]"#)
                #expect(made.status == 200)
                let file = try server.upload("files/upload", #"{"path":"/a.jpg"}"#, [1, 2, 3])
                let id = try #require(file.object["id"] as? String)
                let hash = try #require(file.object["content_hash"] as? String)
                let photos = #","photos":[{"id":"\#(id)","content_hash":"\#(hash)"}]"#
                for number in 2...6 {
                    let first = try Self.converse(server, "post", number, of + photos)
                    #expect(first.status == 200)
                    server.kill()
                    try server.start(decoder: "/nonexistent")
                    let again = try Self.converse(server, "post", number, of + photos)
                    #expect(again.body == first.body)
                }
                let list = try server.rpc("carousel/conversations/messages", "{\(of)}")
                let messages = try #require(list.object["messages"] as? [[String: Any]])
                #expect(messages.map { $0["id"] as? String } == (2...6).map { Self.operation($0) })
                #expect(messages.allSatisfy { ($0["photos"] as? [Any])?.count == 1 })
                server.stop()
                let report = try IntegrityCheck(directory: server.data).run(hashing: true)
                #expect(report.findings == [])
                try server.execute("UPDATE messages SET photos = 2 WHERE posted = 2")
                let wrong = try IntegrityCheck(directory: server.data).run(hashing: false)
                #expect(wrong.findings.count == 1)
            }
        }

        @Test func aStoreOfTheThirdVersionGetsConversations() async throws {
            try await ServerProcess.running {
                let server = try ServerProcess()
                try server.start(decoder: "/nonexistent")
                server.stop()
                try server.execute(
                    """
                    DROP TABLE conversations; DROP TABLE conversation_members;
                    DROP TABLE conversation_guests; DROP TABLE messages;
                    DROP TABLE message_photos; DROP TABLE message_likes;
                    PRAGMA user_version = 3
                    """)
                try server.start(decoder: "/nonexistent")
                let made = try Self.converse(server, "create", 1, #""guests":["Eve"]"#)
                #expect(made.status == 200, "\(made.text)")
                server.stop()
            }
        }

        /// Chromium, as guests have it.
        @Test(.enabled(if: Program(installed: "chromium") != nil))
        func chromiumShowsTheGuestsPage() async throws {
            let pictures = [
                try await MadePictures.jpeg(40), try await MadePictures.jpeg(41),
                try await MadePictures.jpeg(42),
            ]
            try await ServerFixture.reading { server in
                var photos: [String] = []
                for (index, jpeg) in pictures.enumerated() {
                    let file = try server.put(bytes: jpeg, at: "/\(index).jpg").object
                    let id = try #require(file["id"] as? String)
                    let hash = try #require(file["content_hash"] as? String)
                    photos.append(#"{"id":"\#(id)","content_hash":"\#(hash)"}"#)
                }
                _ = try await server.readPhotos()
                let made = try server.converse(
                    "create", 1,
                    #""members":["bob"],"guests":["Eve <b>"],"title":"Spring & <i>Ljubljana</i>""#)
                let guest = try #require((made.object["guests"] as? [[String: Any]])?.first)
                try server.post(2, to: 1, "Three of <b>many</b>\\nand a second line", photos)
                try server.post(3, to: 1, "Lovely!", token: server.bob)
                _ = try server.rpc("files/delete_v2", #"{"path":"/2.jpg"}"#)
                let url = try #require(guest["url"] as? String)
                let path = "/c/" + (try #require(url.components(separatedBy: "/c/").last))
                let small = try RawClient(port: server.port).call("GET", path + "/2-0/s256")
                #expect(dimensions(small.body) == [256, 256])
                let gone = try RawClient(port: server.port).call("GET", path + "/2-2/original")
                #expect(gone.status == 404)
                let folder = try TemporaryFolder("chromium")
                let kept =
                    ProcessInfo.processInfo.environment["CAROUSEL_SCREENSHOTS"] ?? folder.path
                let chromium = try #require(Program(installed: "chromium"))
                let file = "\(kept)/conversation-guest.png"
                // Other tests change how many files this process may open.
                let run = try await Program(executable: "/bin/sh").runAside([
                    "-c", #"ulimit -S -n 4096; exec timeout 90 "$0" "$@""#, chromium.executable,
                    "--headless=new", "--no-sandbox", "--disable-gpu", "--hide-scrollbars",
                    "--password-store=basic", "--user-data-dir=\(folder.path)/data",
                    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
                    "--window-size=900,800", "--screenshot=\(file)",
                    "http://127.0.0.1:\(server.port)\(path)",
                ])
                #expect(
                    FileManager.default.fileExists(atPath: file), "\(run.errors.suffix(500))")
                let identify = try #require(Program(installed: "identify"))
                let colours = try identify.run(["-format", "%k", file]).text
                // Pictures have thousands; without them a page has some tens.
                #expect((Int(colours.filter(\.isNumber)) ?? 0) > 1000, "\(colours)")
            }
        }
    }
}
