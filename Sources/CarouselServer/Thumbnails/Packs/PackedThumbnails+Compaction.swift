import Photos
import SQLite

extension PackedThumbnails {
    /// Bytes of thumbnails moved in one transaction.
    private static let moved = 8 << 20

    /// A thumbnail in a pack that is to go.
    private struct Kept {
        var hash: ContentHash
        var place: PackPlace
        var sum: UInt32
    }

    /// Moves what is alive out of one pack of each size of which more than half
    /// is waste, and removes that pack. Readers go on meanwhile.
    /// - Returns: whether there was one.
    func compact() throws(ServerError) -> Bool {
        var found = false
        for size in PackedSize.allCases {
            try writer.withLock { writer throws(ServerError) in
                let current = writer.appenders[size].pack
                guard let pack = table.withLock({ $0.wasted(size, but: current) }) else { return }
                try empty(pack, size, &writer)
                table.withLock { $0.packs[size][pack] = nil }
                try files.remove(size, pack)
                found = true
            }
        }
        return found
    }

    private func empty(
        _ pack: Int, _ size: PackedSize, _ writer: inout Writer
    ) throws(ServerError) {
        var rest = try kept(in: pack, size, writer.database)[...]
        while !rest.isEmpty {
            var bytes = 0
            let part = rest.prefix { one in
                defer { bytes += one.place.length }
                return bytes < Self.moved
            }
            rest = rest[part.endIndex...]
            try move(part, size, &writer)
        }
    }

    /// What lies in a pack, in its order.
    private func kept(
        in pack: Int, _ size: PackedSize, _ database: Database
    ) throws(ServerError) -> [Kept] {
        let query: StaticString =
            switch size {
            case .s75:
                "SELECT hash, s75, s75_sum FROM places WHERE s75 BETWEEN ? AND ? ORDER BY s75"
            case .s256:
                "SELECT hash, s256, s256_sum FROM places WHERE s256 BETWEEN ? AND ? ORDER BY s256"
            }
        let first = PackPlace(pack: pack, offset: 0, length: 0).rawValue
        let last = PackPlace(
            pack: pack, offset: PackPlace.packCapacity - 1, length: PackPlace.lengthLimit - 1)
        return try database.all(query, [.integer(first), .integer(last.rawValue)]) { row in
            PackPlace(rawValue: row.int64(1)).map { place in
                Kept(
                    hash: ContentHash(stored: row.bytes(0)), place: place,
                    sum: UInt32(truncatingIfNeeded: row.int64(2)))
            }
        }.compactMap { $0 }
    }

    private func move(
        _ part: ArraySlice<Kept>, _ size: PackedSize, _ writer: inout Writer
    ) throws(ServerError) {
        var whole: [(kept: Kept, jpeg: [UInt8])] = []
        var damaged: [ContentHash] = []
        for one in part {
            let file = table.withLock { $0.packs[size][one.place.pack]?.file }
            let start = one.place.range.lowerBound + Int64(PackPlace.prefix)
            if let bytes = try? file?.read(at: start, upTo: one.place.length),
                bytes.count == one.place.length, PackChecksum.of(bytes) == one.sum
            {
                whole.append((one, bytes))
            } else {
                damaged.append(one.hash)
            }
        }
        try remove(damaged, &writer)
        let mark = writer.appenders[size].mark
        let added: [PackAppender.Added]
        do throws(ServerError) {
            added = try append(whole.map(\.jpeg), size, &writer)
            try writer.appenders[size].sync()
        } catch {
            writer.appenders[size].rewind(to: mark)
            throw error
        }
        let moved = zip(whole.map(\.kept.hash), added.map(\.place))
        try writer.database.transaction { database throws(ServerError) in
            let update: StaticString =
                switch size {
                case .s75: "UPDATE places SET s75 = ? WHERE hash = ?"
                case .s256: "UPDATE places SET s256 = ? WHERE hash = ?"
                }
            for (hash, place) in moved {
                try database.run(update, [.integer(place.rawValue), .blob(hash.bytes)])
            }
        }
        table.withLock { table in
            for (hash, place) in moved {
                guard var places = table.index[hash] else { continue }
                places[size] = place
                table.set(places, of: hash)
            }
        }
    }
}
