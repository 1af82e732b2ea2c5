/// The open connections of a loop.
struct ConnectionTable {
    private var slots: [Connection?] = []
    private var uses: [UInt32] = []
    private var free: [Int] = []

    var count: Int { slots.count - free.count }

    /// Those open now.
    var all: [Connection] { slots.compactMap(\.self) }

    /// The connection of that name, while it is open.
    subscript(id: ConnectionID) -> Connection? {
        guard id.slot < slots.count, let connection = slots[id.slot], connection.id == id else {
            return nil
        }
        return connection
    }

    /// Makes a place and the connection for it.
    mutating func insert(_ make: (ConnectionID) -> Connection) -> Connection {
        let slot: Int
        if let last = free.popLast() {
            slot = last
        } else {
            slot = slots.count
            slots.append(nil)
            uses.append(0)
        }
        uses[slot] &+= 1
        // The highest numbers are the tags of the bell and the listeners.
        if uses[slot] == .max { uses[slot] = 1 }
        let connection = make(ConnectionID(slot: slot, use: uses[slot]))
        slots[slot] = connection
        return connection
    }

    mutating func remove(_ id: ConnectionID) {
        guard self[id] != nil else { return }
        slots[id.slot] = nil
        free.append(id.slot)
    }
}
