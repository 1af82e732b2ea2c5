import Photos

/// Finds the months of keys, quickly where they are near one another.
struct MonthFinder {
    private let coding: KeyCoding
    private var codes: Range<UInt64> = 0..<0
    private var month: Int32 = 0

    /// Stands for the undated photos.
    static let undated: Int32 = -1

    init(coding: KeyCoding) {
        self.coding = coding
    }

    /// Months since the year 0, or `undated`.
    /// - Complexity: O(1).
    mutating func month(of key: OrderKey) -> Int32 {
        let code = coding.timeCode(of: key)
        if codes.contains(code) { return month }
        guard let time = KeyCoding.time(code) else { return Self.undated }
        let found = CalendarMonth(of: time)
        codes = found.firstTimeCode..<found.next.firstTimeCode
        month = Int32(found.year * 12 + found.month - 1)
        return month
    }

    /// The month that a number of `month(of:)` stands for; nil for `undated`.
    /// - Complexity: O(1).
    static func calendarMonth(_ month: Int32) -> CalendarMonth? {
        month == undated
            ? nil : CalendarMonth(year: Int(month) / 12, month: Int(month) % 12 + 1)
    }
}
