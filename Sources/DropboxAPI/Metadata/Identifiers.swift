/// The id of a file or folder: kept by moves and renames.
public struct FileID: WireText {
    public let text: String

    public init?(_ text: String) {
        guard text.utf8.count >= 4, text.hasPrefix("id:") else { return nil }
        self.text = text
    }

    public static let rule = "did not match pattern 'id:.+'"
}

/// One content of one file. Revisions of an account sort in the order in
/// which they were made.
public struct Revision: WireText, Comparable {
    public let text: String

    public init?(_ text: String) {
        let isHexadecimal = text.utf8.allSatisfy { byte in
            (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
                || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(byte)
        }
        guard text.utf8.count >= 9, text.utf8.count <= 128, isHexadecimal else { return nil }
        self.text = text
    }

    public static let rule = "did not match pattern '[0-9a-f]+'"

    public static func < (a: Revision, b: Revision) -> Bool {
        (a.text.utf8.count, a.text) < (b.text.utf8.count, b.text)
    }
}

/// A place in a listing and the change feed behind it. Opaque to clients.
public struct ListCursor: WireText {
    public let text: String

    public init?(_ text: String) {
        guard !text.isEmpty else { return nil }
        self.text = text
    }

    public static let rule = "is too short: a cursor has at least 1 character"
}

/// An upload in several calls.
public struct SessionID: WireText {
    public let text: String

    public init?(_ text: String) {
        guard !text.isEmpty, text.utf8.count <= 256 else { return nil }
        self.text = text
    }

    public static let rule = "is no session id"
}

/// An account, as the wire names it: exactly 40 characters.
public struct AccountIdentifier: WireText {
    public let text: String

    public init?(_ text: String) {
        guard text.utf8.count == 40 else { return nil }
        self.text = text
    }

    public static let rule = "is not 40 characters long"
}

/// A job that a batch route started.
public struct AsyncJobID: WireText {
    public let text: String

    public init?(_ text: String) {
        guard !text.isEmpty, text.utf8.count <= 256 else { return nil }
        self.text = text
    }

    public static let rule = "is no job id"
}
