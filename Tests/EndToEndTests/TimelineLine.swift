import Foundation

/// One line of `carousel timeline --json`: the keys that scripts rely on.
struct TimelineLine: Decodable {
    let luid: Int64
    let event: Int64?
    let paths: [String]
    let taken: String?
    let utcOffsetMinutes: Int?
    let dateSource: String
    let width: Int?
    let height: Int?
    let kind: String
    let contentHash: String?
    let latitude: Double?
    let longitude: Double?
    let camera: String?

    static func lines(of output: [String]) throws -> [TimelineLine] {
        let decoder = JSONDecoder()
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        return try output.map { try decoder.decode(TimelineLine.self, from: Data($0.utf8)) }
    }
}

/// One line of `carousel problems --json`.
struct ProblemLine: Decodable {
    let path: String
    let reason: String
    let detail: String

    static func lines(of output: [String]) throws -> [ProblemLine] {
        try output.map { try JSONDecoder().decode(ProblemLine.self, from: Data($0.utf8)) }
    }
}
