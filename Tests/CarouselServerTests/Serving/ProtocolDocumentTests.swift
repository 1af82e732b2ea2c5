import Foundation
import Testing

@testable import CarouselServer

extension PhotosOnServers {
    /// `docs/PROTOCOL.md`: its examples are run, and no route is missing.
    @Suite struct ProtocolDocumentTests {
        /// One request with what is said of its answer.
        private struct Example {
            var request: String
            /// `json` or `bytes`.
            var kind: String
            var answer: String
        }

        private static func text() throws -> String {
            let package = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
                .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
            return try String(
                contentsOf: package.appendingPathComponent("docs/PROTOCOL.md"), encoding: .utf8)
        }

        private static func examples(in text: String) throws -> [Example] {
            var blocks: [(kind: String, text: String)] = []
            var lines = text.components(separatedBy: "\n")[...]
            while let line = lines.popFirst() {
                guard line.hasPrefix("```") else { continue }
                let body = lines.prefix { $0 != "```" }
                lines = lines.dropFirst(body.count + 1)
                blocks.append((String(line.dropFirst(3)), body.joined(separator: "\n")))
            }
            #expect(blocks.count % 2 == 0)
            return try stride(from: 0, to: blocks.count - 1, by: 2).map { index in
                try #require(blocks[index].kind == "http", "\(blocks[index])")
                return Example(
                    request: blocks[index].text, kind: blocks[index + 1].kind,
                    answer: blocks[index + 1].text)
            }
        }

        @Test func everyExampleIsTrue() async throws {
            let files = [
                "a.jpg": try await MadePictures.jpeg(1), "b.jpg": try await MadePictures.jpeg(2),
            ]
            let examples = try Self.examples(in: Self.text())
            #expect(examples.count > 40)
            try await ServerFixture.reading { server in
                var values: [String: String] = [:]
                for example in examples {
                    let first = example.request.prefix { $0 != "\n" }
                    let answer = try Self.call(example.request, files, values, server)
                    #expect((200...299).contains(answer.status), "\(first): \(answer.text)")
                    guard example.kind == "json" else {
                        #expect(!answer.body.isEmpty)
                        let parts = example.answer.split(separator: ":", maxSplits: 1)
                        let value = parts[1].trimmingCharacters(in: .whitespaces)
                        #expect(answer[String(parts[0])] == value, "\(first)")
                        continue
                    }
                    let said = try JSONSerialization.jsonObject(
                        with: Data(example.answer.utf8), options: .fragmentsAllowed)
                    let got = try JSONSerialization.jsonObject(
                        with: Data(answer.body), options: .fragmentsAllowed)
                    let problem = Self.difference(said, got, at: "", &values)
                    #expect(problem == nil, "\(first): \(problem ?? "")\n\(answer.text)")
                    // What was uploaded is read before the next example.
                    if first.contains("revoke") == false { _ = try await server.readPhotos() }
                }
            }
        }

        @Test func everyRouteIsInTheDocument() throws {
            let text = try Self.text()
            for row in RouteInputTests.rows {
                let name = row.route.split(separator: "/").dropFirst().joined(separator: "/")
                #expect(
                    text.contains("/2/\(row.route)\n") || text.contains("`\(name)`")
                        || text.contains("`\(row.route)`"), "\(row.route)")
            }
        }

        private static func call(
            _ request: String, _ files: [String: [UInt8]], _ values: [String: String],
            _ server: ServerFixture
        ) throws -> RawAnswer {
            var request = request
            for (name, value) in values {
                request = request.replacingOccurrences(of: name, with: value)
            }
            let size = files["b.jpg"]?.count ?? 0
            request = request.replacingOccurrences(of: "<size of b.jpg>", with: "\(size)")
            request = request.replacingOccurrences(
                of: "<twice the size of b.jpg>", with: "\(2 * size)")
            let parts = request.components(separatedBy: "\n\n")
            var lines = parts[0].components(separatedBy: "\n")
            let words = lines.removeFirst().split(separator: " ").map(String.init)
            var headers = [("Authorization", "Bearer " + server.ada)]
            if words[1].hasSuffix("longpoll") { headers = [] }
            for line in lines {
                let pair = line.split(separator: ":", maxSplits: 1)
                headers.append((String(pair[0]), pair[1].trimmingCharacters(in: .whitespaces)))
            }
            var body = parts.count > 1 ? Array(parts[1].utf8) : []
            if parts.count > 1, parts[1].hasPrefix("<") {
                body = try #require(files[String(parts[1].dropFirst().dropLast())])
            }
            let isBytes = headers.contains { $0.0 == "Dropbox-API-Arg" }
            if words[0] == "POST" {
                headers.append(
                    ("Content-Type", isBytes ? "application/octet-stream" : "application/json"))
            }
            return try RawClient(port: server.port).call(words[0], words[1], headers, body)
        }

        /// What an answer has otherwise than the document says; nil for nothing.
        private static func difference(
            _ said: Any, _ got: Any, at place: String, _ values: inout [String: String]
        ) -> String? {
            if let text = said as? String {
                if text == "…" { return nil }
                guard let found = got as? String else { return "\(place) is no text: \(got)" }
                if text.hasPrefix("$") {
                    if let known = values[text], known != found { return "\(place) is \(found)" }
                    values[text] = found
                    return nil
                }
                return text == found ? nil : "\(place) is \(found)"
            }
            if let object = said as? [String: Any] {
                guard let found = got as? [String: Any] else { return "\(place) is no object" }
                guard Set(object.keys) == Set(found.keys) else {
                    return "\(place) has \(found.keys.sorted()) instead of \(object.keys.sorted())"
                }
                for key in object.keys.sorted() {
                    if let value = object[key], let other = found[key],
                        let problem = difference(value, other, at: place + "." + key, &values)
                    {
                        return problem
                    }
                }
                return nil
            }
            if let list = said as? [Any] {
                guard let found = got as? [Any], found.count == list.count else {
                    return "\(place) is another list: \(got)"
                }
                for (index, pair) in zip(list, found).enumerated() {
                    if let problem = difference(pair.0, pair.1, at: "\(place)[\(index)]", &values) {
                        return problem
                    }
                }
                return nil
            }
            return "\(said)" == "\(got)" ? nil : "\(place) is \(got)"
        }
    }
}
