import DropboxAPI
import Photos

/// What a cursor of conversations or of one's messages holds. As a
/// `FeedCursor`, it needs no row.
struct ConversationCursor: Hashable {
    var account: AccountNumber
    var epoch: UInt32
    var secret: UInt64
    /// Conversations or messages of a page.
    var limit: Int
    /// Everything up to there is known.
    var sequence: Int64
    /// How far a listing came that is not at its end; then `sequence` is where
    /// it began.
    var isListing = false
    /// Nil for the list of conversations.
    var messages: Messages?

    /// Whose messages.
    struct Messages: Hashable {
        var conversation: ConversationID
        /// Whether its reader was removed: what they see changes no more.
        var isFrozen: Bool
    }
}

extension ConversationCursor {
    /// Others than those of `FeedCursor` and `PhotoCursor`.
    private static let listVersion: UInt8 = 3
    private static let messagesVersion: UInt8 = 4

    var listCursor: ListCursor {
        var bytes: [UInt8] = [messages == nil ? Self.listVersion : Self.messagesVersion]
        bytes.append((isListing ? 1 : 0) | (messages?.isFrozen == true ? 2 : 0))
        var numbers = [
            UInt64(bitPattern: account.rawValue), UInt64(epoch), secret, UInt64(limit),
            UInt64(bitPattern: sequence),
        ]
        if let messages {
            numbers += [messages.conversation.operation.high, messages.conversation.operation.low]
        }
        for number in numbers {
            for shift in stride(from: 56, through: 0, by: -8) {
                bytes.append(UInt8(truncatingIfNeeded: number >> UInt64(shift)))
            }
        }
        // A spelling of more than no bytes is always a cursor.
        return ListCursor(Base64URL.encode(bytes))!
    }

    /// Nil for a text that this server never gave.
    init?(_ cursor: ListCursor) {
        guard let bytes = Base64URL.decode(cursor.text), bytes.count >= 2, bytes[1] < 4,
            bytes[0] == Self.listVersion && bytes.count == 2 + 5 * 8
                || bytes[0] == Self.messagesVersion && bytes.count == 2 + 7 * 8
        else { return nil }
        let numbers = stride(from: 2, to: bytes.count, by: 8).map { start in
            bytes[start..<(start + 8)].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        }
        guard numbers[1] <= UInt32.max,
            (1...UInt64(ConversationLimits.page)).contains(numbers[3])
        else { return nil }
        account = AccountNumber(Int64(bitPattern: numbers[0]))
        epoch = UInt32(numbers[1])
        secret = numbers[2]
        limit = Int(numbers[3])
        sequence = Int64(bitPattern: numbers[4])
        isListing = bytes[1] & 1 != 0
        if numbers.count == 7 {
            messages = Messages(
                conversation: ConversationID(OperationID(high: numbers[5], low: numbers[6])),
                isFrozen: bytes[1] & 2 != 0)
        }
    }

    /// Whether the account as it is can go on from here.
    func isValid(for account: AccountNumber, _ state: AccountState) -> Bool {
        self.account == account && epoch == state.epoch && secret == state.cursorSecret
    }
}
