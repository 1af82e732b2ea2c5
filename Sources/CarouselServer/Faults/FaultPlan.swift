import DropboxAPI

/// Faults that a server commits on purpose, to try clients on: only when it
/// was started with them.
public struct FaultPlan: Sendable {
    /// What goes wrong.
    public enum Fault: String, CaseIterable, Sendable {
        /// 429 with `Retry-After: 1`.
        case tooManyRequests = "429"
        /// 503.
        case unavailable = "503"
        /// The connection ends without an answer; the call may be done.
        case cut
        /// A cursor is of no use any more.
        case reset
        /// An append is stored, and answered as if it had been before.
        case incorrectOffset = "incorrect_offset"
    }

    /// Of a hundred calls, how many meet it.
    private let percent: [Fault: Int]
    /// Entries of a page at most.
    private let page: Int?
    /// Milliseconds by which every answer is late.
    let delay: Int
    private let random: @Sendable () -> UInt64

    public static let none = FaultPlan(percent: [:], page: nil, delay: 0, random: { 0 })

    private init(
        percent: [Fault: Int], page: Int?, delay: Int, random: @escaping @Sendable () -> UInt64
    ) {
        self.percent = percent
        self.page = page
        self.delay = delay
        self.random = random
    }

    /// A plan such as `429:10,cut:2,page:1,slow:250`: percents, entries of a
    /// page, milliseconds. Nil when it is not understood.
    public init?(_ text: String, surroundings: Surroundings) {
        var percent: [Fault: Int] = [:]
        var page: Int?
        var delay = 0
        for part in text.split(separator: ",") {
            let pair = part.split(separator: ":", maxSplits: 1).map(String.init)
            guard pair.count == 2, let number = Int(pair[1]) else { return nil }
            if let fault = Fault(rawValue: pair[0]), (0...100).contains(number) {
                percent[fault] = number
            } else if pair[0] == "page", ListFolderArgument.limits.contains(number) {
                page = number
            } else if pair[0] == "slow", (0...60_000).contains(number) {
                delay = number
            } else {
                return nil
            }
        }
        self.init(
            percent: percent, page: page, delay: delay,
            random: { surroundings.randomNumber() })
    }

    public var isEmpty: Bool { percent.isEmpty && page == nil && delay == 0 }

    /// Whether a fault meets the present call.
    func strikes(_ fault: Fault) -> Bool {
        guard let chance = percent[fault], chance > 0 else { return false }
        return random() % 100 < UInt64(chance)
    }

    /// The argument with pages as small as the plan wants them.
    func limited(_ argument: ListFolderArgument) -> ListFolderArgument {
        guard let page else { return argument }
        var argument = argument
        argument.limit = min(argument.limit ?? page, page)
        return argument
    }

    /// The same of the photo feed.
    func limited(_ argument: ListPhotosArgument) -> ListPhotosArgument {
        guard let page else { return argument }
        return ListPhotosArgument(limit: min(argument.limit ?? page, page))
    }
}
