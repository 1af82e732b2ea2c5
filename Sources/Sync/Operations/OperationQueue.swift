import Photos

/// The unfinished parts in order, found by number, name and photo. As long as
/// the user's unfinished acts and the photos not uploaded yet; no call walks
/// it but `parts`.
struct OperationQueue: Sendable {
    // Dictionaries are asked and never walked, but for `parts`, which sorts.
    private var byNumber: [Int64: Part] = [:]
    private var byID: [OperationID: Int64] = [:]
    /// Numbers by photo, rising.
    private var numbers: [LUID: [Int64]] = [:]
    /// Sent flags that are not answered yet, by the server's photos they name.
    private var naming: [ServerPhotoID: [Int64]] = [:]
    /// Numbers of answered parts, rising.
    private(set) var answered: [Int64] = []

    init(_ parts: [Part] = []) {
        for part in parts { append(part) }
    }

    /// - Complexity: O(n log n).
    var parts: [Part] { byNumber.values.sorted { $0.number < $1.number } }

    var count: Int { byNumber.count }

    mutating func append(_ part: Part) {
        byNumber[part.number] = part
        byID[part.id] = part.number
        index(part)
    }

    func part(_ number: Int64) -> Part? { byNumber[number] }

    func part(_ id: OperationID) -> Part? { byID[id].flatMap { byNumber[$0] } }

    /// The parts that concern a photo, in order.
    /// - Complexity: O(k) for k of them.
    func parts(of luid: LUID) -> [Part] {
        guard let numbers = numbers[luid] else { return [] }
        return numbers.compactMap { byNumber[$0] }
    }

    func concerns(_ luid: LUID) -> Bool {
        numbers[luid] != nil
    }

    /// Whether a flag made before the part was sent to one of these photos of
    /// the server and is not answered yet.
    func isNamed(_ ids: [ServerPhotoID], before number: Int64) -> Bool {
        ids.contains { id in naming[id]?.contains { $0 < number } ?? false }
    }

    /// Sent flags that are not answered yet and name this photo of the server.
    func partsNaming(_ id: ServerPhotoID) -> [Part] {
        naming[id]?.compactMap { byNumber[$0] } ?? []
    }

    mutating func replace(_ part: Part) {
        guard let old = byNumber[part.number] else { return }
        unindex(old)
        byNumber[part.number] = part
        index(part)
    }

    mutating func remove(_ number: Int64) {
        guard let part = byNumber.removeValue(forKey: number) else { return }
        byID[part.id] = nil
        unindex(part)
    }

    private mutating func index(_ part: Part) {
        for luid in part.luids { numbers[luid, default: []].insertInOrder(part.number) }
        if part.isAnswered { answered.insertInOrder(part.number) }
        for id in part.sentFlagIDs { naming[id, default: []].insertInOrder(part.number) }
    }

    private mutating func unindex(_ part: Part) {
        for luid in part.luids {
            numbers[luid]?.removeInOrder(part.number)
            if numbers[luid]?.isEmpty == true { numbers[luid] = nil }
        }
        if part.isAnswered { answered.removeInOrder(part.number) }
        for id in part.sentFlagIDs {
            naming[id]?.removeInOrder(part.number)
            if naming[id]?.isEmpty == true { naming[id] = nil }
        }
    }
}

extension Part {
    /// The server's photos that a flag goes to, while it is on its way.
    var sentFlagIDs: [ServerPhotoID] {
        guard state == .sent, case .flag(let change) = work else { return [] }
        return change.ids
    }
}

extension [Int64] {
    /// - Complexity: O(1) for the highest, else O(n).
    fileprivate mutating func insertInOrder(_ number: Int64) {
        guard let last, last >= number else { return append(number) }
        let place = place(of: number)
        if self[place] != number { insert(number, at: place) }
    }

    fileprivate mutating func removeInOrder(_ number: Int64) {
        let place = place(of: number)
        if place < count, self[place] == number { remove(at: place) }
    }

    private func place(of number: Int64) -> Int {
        var low = 0
        var high = count
        while low < high {
            let middle = (low + high) / 2
            if self[middle] < number { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
