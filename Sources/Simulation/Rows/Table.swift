/// Rows sorted by key: a table as the naive store keeps it. Walking it has one
/// order, whatever the order of the writes.
struct Table<Key: Comparable & Sendable, Row: Sendable>: Sendable {
    private(set) var keys: [Key] = []
    private(set) var rows: [Row] = []

    subscript(_ key: Key) -> Row? {
        get {
            let index = position(of: key)
            return index < keys.count && keys[index] == key ? rows[index] : nil
        }
        set {
            let index = position(of: key)
            let isThere = index < keys.count && keys[index] == key
            switch (newValue, isThere) {
            case (let row?, true): rows[index] = row
            case (let row?, false):
                keys.insert(key, at: index)
                rows.insert(row, at: index)
            case (nil, true):
                keys.remove(at: index)
                rows.remove(at: index)
            case (nil, false): break
            }
        }
    }

    private func position(of key: Key) -> Int {
        var low = 0
        var high = keys.count
        while low < high {
            let middle = (low + high) / 2
            if keys[middle] < key { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
