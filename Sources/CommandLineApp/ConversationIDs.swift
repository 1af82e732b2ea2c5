import CommandLineKit
import Photos

extension OperationID {
    /// From 32 hexadecimal digits.
    fileprivate init?(hexadecimal text: some StringProtocol) {
        guard text.utf8.count == 32, text.utf8.allSatisfy({ isHexadecimal($0) }),
            let high = UInt64(text.prefix(16), radix: 16),
            let low = UInt64(text.suffix(16), radix: 16)
        else { return nil }
        self.init(high: high, low: low)
    }
}

private func isHexadecimal(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "f"): true
    default: false
    }
}

extension ValueKind where Value == ConversationID {
    /// A conversation's id.
    static var conversation: ValueKind {
        ValueKind { word throws(ValueProblem) in
            guard let text = String(validating: word, as: UTF8.self),
                let id = OperationID(hexadecimal: text)
            else { throw ValueProblem("is no conversation's id, which has 32 digits") }
            return ConversationID(id)
        }
    }
}

/// A message, or one photo of it: `ID` or `ID:PLACE`.
struct ItemName: Hashable, Sendable {
    var message: MessageID
    var place: Int?
}

extension ValueKind where Value == ItemName {
    static var item: ValueKind {
        ValueKind { word throws(ValueProblem) in
            let problem = ValueProblem("is no item, which is a message's id, ':' and a number")
            guard let text = String(validating: word, as: UTF8.self) else { throw problem }
            let pieces = text.split(separator: ":", omittingEmptySubsequences: false)
            guard pieces.count <= 2, let id = OperationID(hexadecimal: pieces[0]) else {
                throw problem
            }
            guard pieces.count == 2 else { return ItemName(message: MessageID(id)) }
            guard let place = Int(pieces[1]), place >= 0 else { throw problem }
            return ItemName(message: MessageID(id), place: place)
        }
    }
}
