import Foundation
import Testing

@testable import CarouselServer

/// Arguments that are nearly right: refused, and the server goes on.
@Suite struct StrangeInputTests {
    @Test(arguments: ["-1", "-0", "+1", "0"])
    func anIdentifierThatCannotBeANumberIsOfNoAccount(digits: String) async throws {
        try await ServerFixture.run { server in
            let sign = digits.filter { !$0.isNumber }
            let number = digits.filter(\.isNumber)
            let padding = String(repeating: "0", count: 35 - digits.count)
            let answer = try server.rpc(
                "users/get_account", #"{"account_id":"dbid:\#(sign)\#(padding)\#(number)"}"#)
            #expect(answer.summary == "no_account/..", "\(answer.text)")
            #expect(try server.rpc("check/user", "{}").status == 200)
        }
    }

    /// Names in Latin-1 differ in bytes that are no UTF-8: made the same, one
    /// file would replace the other.
    @Test func bytesThatAreNoUTF8AreNoName() async throws {
        try await ServerFixture.run { server in
            for byte: UInt8 in [0xE9, 0xE8] {
                let name = Array(#"{"path":"/caf"#.utf8) + [byte] + Array(#".jpg"}"#.utf8)
                let client = try RawClient(port: server.port)
                try client.send(
                    Array(
                        """
                        POST /2/files/upload HTTP/1.1\r\nHost: localhost\r\n\
                        Authorization: Bearer \(server.ada)\r\nContent-Length: 1\r\n\
                        Content-Type: application/octet-stream\r\nDropbox-API-Arg:\u{20}
                        """.utf8) + name + Array("\r\n\r\nx".utf8))
                #expect(try client.answer().status == 400)
                let digits = String(byte, radix: 16)
                let query = "%7B%22path%22:%22/caf%\(digits).jpg%22%7D"
                let answer = try RawClient(port: server.port).call(
                    "POST", "/2/files/upload?arg=\(query)",
                    [
                        ("Authorization", "Bearer " + server.ada),
                        ("Content-Type", "application/octet-stream"),
                    ], [1])
                #expect(answer.status == 400, "\(answer.text)")
            }
            let page = try server.rpc("files/list_folder", #"{"path":""}"#)
            #expect((page.object["entries"] as? [Any])?.isEmpty == true)
            try server.put("named", at: "/café.jpg")
            #expect(try server.upload("files/download", #"{"path":"/café.jpg"}"#).text == "named")
        }
    }

    @Test func theLongestPathFitsIntoAHeaderAndAnAddress() async throws {
        try await ServerFixture.run { server in
            // Two bytes each, and six when they are escaped.
            let name = "/" + String(repeating: "é", count: 240)
            let path = String(repeating: name, count: 17)
            let escaped = path.replacingOccurrences(of: "é", with: "\\u00e9")
            let put = try server.put("far", at: escaped)
            #expect(put.status == 200 && put.object["path_display"] as? String == path)
            let argument = LinkMaker.escaped(#"{"path":"\#(path)"}"#)
            let file = try RawClient(port: server.port).call(
                "GET", "/2/files/download?arg=" + argument,
                [("Authorization", "Bearer " + server.ada)])
            #expect(file.text == "far", "\(file.status)")
        }
    }

    @Test func onlyListsMayBeLong() async throws {
        try await ServerFixture.run { server in
            let name = String(repeating: "n", count: 150)
            let entries = (0..<1000).map { #"{"path":"/\#(name)\#($0)"}"# }
            let list = entries.joined(separator: ",")
            #expect(list.utf8.count > WireRouter.bodyLimit)
            let batch = try server.rpc("files/delete_batch", #"{"entries":[\#(list)]}"#)
            #expect(batch.status == 200, "\(batch.status)")
            let long = try server.rpc("files/list_folder", #"{"path":"","nothing":[\#(list)]}"#)
            #expect(long.status == 413, "\(long.status)")
            // Two of the longest paths, as clients escape them.
            let component = "/" + String(repeating: #"\u00e9"#, count: 127)
            let path = String(repeating: component, count: 32)
            let move = try server.rpc(
                "files/move_v2", #"{"from_path":"\#(path)","to_path":"\#(path)"}"#)
            #expect(move.summary?.hasPrefix("from_lookup/not_found") == true, "\(move.text)")
        }
    }

    @Test func noFolderHasANameThatNobodySyncs() async throws {
        try await ServerFixture.run { server in
            for path in ["/.dropbox.cache/a", "/a/Thumbs.db/b/c", "/desktop.ini"] {
                let put = try server.put("x", at: path)
                #expect(put.summary == "path/disallowed_name/..", "\(put.text)")
                let made = try server.rpc("files/create_folder_v2", #"{"path":"\#(path)"}"#)
                #expect(made.summary == "path/disallowed_name/..", "\(made.text)")
            }
            #expect(try server.put("x", at: "/a/.dropbox.cached").status == 200)
        }
    }
}
