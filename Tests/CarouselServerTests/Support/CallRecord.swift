import CCallRecord
import Synchronization

/// The calls that decide what outlives a power failure, in their order: those
/// of SQLite and those of the server itself.
///
/// One recording at a time: suites that record are serialized.
final class CallRecord: Sendable {
    /// Whether this program can record.
    static var isPossible: Bool { call_record_works() != 0 }

    private let folder: String
    private let lines = Mutex<[String]>([])
    private let onCall: @Sendable (String) -> Void

    private init(_ folder: String, _ onCall: @escaping @Sendable (String) -> Void) {
        self.folder = folder
        self.onCall = onCall
    }

    /// Records the calls below a folder, and what a port sends, while `body`
    /// runs.
    /// - Parameter onCall: told of each line before its call happens, or after
    ///   a sync, while no other of these calls can happen.
    /// - Returns: a line for each call, as `rename incoming/# blobs/recent/#`:
    ///   the verb and paths below the folder, of which names that are numbers,
    ///   hashes and ids are `#`. The same in a row are one.
    static func calls(
        below folder: String, port: UInt16 = 0,
        onCall: @escaping @Sendable (String) -> Void = { _ in },
        during body: () async throws -> Void
    ) async throws -> [String] {
        let record = CallRecord(folder, onCall)
        let context = Unmanaged.passUnretained(record)
        call_record_begin(
            folder, port,
            { context, kind, path, other in
                guard let context, let path, let other else { return }
                Unmanaged<CallRecord>.fromOpaque(context).takeUnretainedValue()
                    .note(kind, String(cString: path), String(cString: other))
            }, context.toOpaque())
        defer { call_record_end() }
        try await body()
        return record.lines.withLock { $0 }
    }

    private func note(_ kind: call_kind, _ path: String, _ other: String) {
        let verb =
            switch kind {
            case call_write: "write"
            case call_sync: "sync"
            case call_rename: "rename"
            case call_link: "link"
            case call_unlink: "unlink"
            default: "send"
            }
        let line = ([verb] + [path, other].filter { !$0.isEmpty }.map(shortened))
            .joined(separator: " ")
        let isNew = lines.withLock { lines in
            guard lines.last != line else { return false }
            lines.append(line)
            return true
        }
        if isNew { onCall(line) }
    }

    private func shortened(_ path: String) -> String {
        let names = path.dropFirst(folder.count).split(separator: "/")
        guard !names.isEmpty else { return "." }
        return names.indices.map { index in
            let name = names[index]
            let isInSessions = index > 0 && names[index - 1] == "sessions"
            let isNumber = name.allSatisfy(\.isHexDigit)
            return isInSessions || isNumber ? "#" : String(name)
        }.joined(separator: "/")
    }
}
