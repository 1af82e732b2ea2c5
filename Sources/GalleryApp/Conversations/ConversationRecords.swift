import Photos

/// Photos of a conversation as the renderer knows photos. Those of the own
/// library have its names; all others get one of their own, below zero, for
/// as long as the window is there: one for each content.
nonisolated struct ConversationRecords {
    private var names: [ContentHash: LUID] = [:]
    /// What the names of the last layout mean.
    private(set) var items: [LUID: ConversationView.Item] = [:]

    /// Begins a layout.
    mutating func begin() { items.removeAll(keepingCapacity: true) }

    mutating func record(of item: ConversationView.Item) -> HotRecord {
        var flags: PhotoFlags = item.kind == .video ? [.video] : []
        if item.isGone { flags.insert(.unavailable) }
        if item.isPending { flags.insert(.notUploaded) }
        let name = name(of: item)
        items[name] = item
        return HotRecord(
            luid: name, taken: item.taken, flags: flags,
            width: UInt16(clamping: item.size?.width ?? 0),
            height: UInt16(clamping: item.size?.height ?? 0),
            durationSeconds: UInt16(clamping: (item.durationMilliseconds ?? 0) / 1_000),
            thumbHash: item.isGone ? .empty : item.thumbHash ?? .empty)
    }

    private mutating func name(of item: ConversationView.Item) -> LUID {
        if let luid = item.luid { return luid }
        guard let content = item.content else { return LUID(0) }
        if let known = names[content] { return known }
        let name = LUID(Int64(-1 - names.count))
        names[content] = name
        return name
    }
}
