import Photos

/// The unfinished parts in order, found by number, name and photo. As long as
/// the user's unfinished acts and the photos not uploaded yet; no call walks
/// it but `parts`.
///
/// Parts are large and there may be a hundred thousand of them, so they stand
/// in an array with few holes: a dictionary would be half empty.
struct OperationQueue: Sendable {
    /// By number, rising, with those that have left and are not taken away yet.
    private var slots: [Part]
    private var isPresent: [Bool]
    private(set) var count: Int
    // Dictionaries are asked and never walked.
    private var byID: [OperationID: Int64] = [:]
    /// Numbers by photo, rising.
    private var numbers: [LUID: [Int64]] = [:]
    /// Sent flags that are not answered yet, by the server's photos they name.
    private var naming: [ServerPhotoID: [Int64]] = [:]
    /// Numbers of answered parts, rising.
    private(set) var answered: [Int64] = []

    /// - Parameter parts: by number, rising.
    init(_ parts: [Part] = []) {
        slots = parts
        isPresent = Array(repeating: true, count: parts.count)
        count = parts.count
        byID.reserveCapacity(parts.count)
        numbers.reserveCapacity(parts.count)
        for part in parts { index(part) }
    }

    /// - Complexity: O(n), O(1) as long as none has left.
    var parts: [Part] {
        count == slots.count ? slots : zip(slots, isPresent).compactMap { $1 ? $0 : nil }
    }

    /// - Complexity: O(1) for the highest number, else O(n).
    mutating func append(_ part: Part) {
        remove(part.number)
        let place = place(of: part.number)
        if place < slots.count, slots[place].number == part.number {
            slots[place] = part
            isPresent[place] = true
        } else {
            slots.insert(part, at: place)
            isPresent.insert(true, at: place)
        }
        count += 1
        index(part)
    }

    /// - Complexity: O(log n), as for all that follows.
    func part(_ number: Int64) -> Part? { slot(of: number).map { slots[$0] } }

    func part(_ id: OperationID) -> Part? { byID[id].flatMap(part) }

    /// The parts that concern a photo, in order.
    /// - Complexity: O(k) for k of them.
    func parts(of luid: LUID) -> [Part] {
        guard let numbers = numbers[luid] else { return [] }
        return numbers.compactMap(part)
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
        naming[id]?.compactMap(part) ?? []
    }

    mutating func replace(_ part: Part) {
        guard let slot = slot(of: part.number) else { return }
        unindex(slots[slot])
        slots[slot] = part
        index(part)
    }

    mutating func remove(_ number: Int64) {
        guard let slot = slot(of: number) else { return }
        unindex(slots[slot])
        isPresent[slot] = false
        count -= 1
        if count < slots.count / 2 { closeHoles() }
    }

    /// - Complexity: O(n), after as many removals.
    private mutating func closeHoles() {
        slots = parts
        isPresent = Array(repeating: true, count: count)
    }

    private func slot(of number: Int64) -> Int? {
        let place = place(of: number)
        guard place < slots.count, slots[place].number == number, isPresent[place] else {
            return nil
        }
        return place
    }

    /// Where the number stands, or would.
    private func place(of number: Int64) -> Int {
        guard let last = slots.last, last.number >= number else { return slots.count }
        return slots.count.first { slots[$0].number >= number }
    }

    private mutating func index(_ part: Part) {
        byID[part.id] = part.number
        for luid in part.luids { numbers[luid, default: []].insertInOrder(part.number) }
        if part.isAnswered { answered.insertInOrder(part.number) }
        for id in part.sentFlagIDs { naming[id, default: []].insertInOrder(part.number) }
    }

    private mutating func unindex(_ part: Part) {
        byID[part.id] = nil
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

    private func place(of number: Int64) -> Int { count.first { self[$0] >= number } }
}

extension Int {
    /// The first number below this one of which it is true, or this one;
    /// where it is true it stays so.
    /// - Complexity: O(log n).
    fileprivate func first(_ isBehind: (Int) -> Bool) -> Int {
        var low = 0
        var high = self
        while low < high {
            let middle = (low + high) / 2
            if isBehind(middle) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
