import Photos

/// The unfinished parts in order, with an index by photo. As long as the
/// user's unfinished acts and the photos not uploaded yet.
struct OperationQueue: Sendable {
    private(set) var parts: [Part] = []
    /// Numbers by photo, rising. Asked for one photo, never walked.
    private var numbers: [LUID: [Int64]] = [:]

    init(_ parts: [Part] = []) {
        for part in parts { append(part) }
    }

    mutating func append(_ part: Part) {
        parts.append(part)
        for luid in part.luids { numbers[luid, default: []].append(part.number) }
    }

    func index(ofNumber number: Int64) -> Int? {
        var low = 0
        var high = parts.count
        while low < high {
            let middle = (low + high) / 2
            if parts[middle].number < number { low = middle + 1 } else { high = middle }
        }
        return low < parts.count && parts[low].number == number ? low : nil
    }

    func part(_ number: Int64) -> Part? {
        index(ofNumber: number).map { parts[$0] }
    }

    func part(_ id: OperationID) -> Part? {
        parts.first { $0.id == id }
    }

    /// The parts that concern a photo, in order.
    func parts(of luid: LUID) -> [Part] {
        guard let numbers = numbers[luid] else { return [] }
        return numbers.compactMap(part)
    }

    func concerns(_ luid: LUID) -> Bool {
        numbers[luid] != nil
    }

    mutating func replace(_ part: Part) {
        guard let index = index(ofNumber: part.number) else { return }
        let old = parts[index]
        parts[index] = part
        guard old.luids != part.luids else { return }
        unindex(old)
        for luid in part.luids {
            var list = numbers[luid] ?? []
            list.insert(part.number, at: list.firstIndex { $0 > part.number } ?? list.count)
            numbers[luid] = list
        }
    }

    mutating func remove(_ number: Int64) {
        guard let index = index(ofNumber: number) else { return }
        unindex(parts.remove(at: index))
    }

    private mutating func unindex(_ part: Part) {
        for luid in part.luids {
            numbers[luid]?.removeAll { $0 == part.number }
            if numbers[luid]?.isEmpty == true { numbers[luid] = nil }
        }
    }
}
