import Photos

/// Gives the events of a version in the making their ids.
///
/// An event keeps its id whatever happens inside it. Where events merge, a
/// stored id goes before one given out while loading, then the event that
/// had more photos, then the lower id. Where one splits, the part with more
/// photos keeps the id (the first one when they have as many). An event that
/// is new, or left without an id, takes a stored one that meets its time, or
/// a new one.
struct EventNaming {
    private let old: Tree
    private(set) var new: Tree
    private let coding: KeyCoding
    /// Ids that some event bore and that none bears now.
    private var unborne = Set<Int64>()
    /// Who has an id whose mark ended or moved to another part.
    private var heirs: [Int64: Int] = [:]
    /// Events without an id.
    private var unnamed = ContiguousArray<Int>()

    private struct Claim {
        var event: Int
        var id: Int64
        var photoCount: Int
    }

    init(from old: Tree, to new: Tree, coding: KeyCoding) {
        self.old = old
        self.new = new
        self.coding = coding
    }

    /// - Parameters:
    ///   - traces: What became of the marks.
    ///   - givenUp: Ids that no event is to bear any more.
    ///   - restored: Stored events that are new to `names`.
    /// - Complexity: O(k log n) for k traces and stored events; O(events) for
    ///   each id given up.
    mutating func run(
        _ traces: EventTraces, givenUp: ContiguousArray<EventID>,
        restored: ContiguousArray<StoredEvent>, _ names: inout EventNames,
        _ ledger: inout BlockLedger
    ) {
        for key in traces.begun {
            unnamed.append(new.eventIndex(ofPosition: new.position(of: key)))
        }
        settleEnded(traces.ended, names, &ledger)
        settleSplits(&ledger)
        for id in givenUp { giveUp(id.rawValue, &ledger) }
        nameTheRest(&names, &ledger)
        if names.hasProvisional {
            for event in restored { restore(event, &names, &ledger) }
        }
        for id in unborne { names.release(id) }
    }

    /// Ids whose mark ended go to the event that has the photos now.
    private mutating func settleEnded(
        _ ended: ContiguousArray<EventTrace>, _ names: EventNames, _ ledger: inout BlockLedger
    ) {
        var claims = ContiguousArray<Claim>()
        for trace in ended {
            let span = old.event(ofPosition: old.position(of: trace.key))
            let last = old.key(at: span.positions.upperBound - 1)
            let position = new.position(of: trace.key)
            if position < new.photoCount && new.key(at: position) <= last {
                claims.append(
                    Claim(
                        event: new.eventIndex(ofPosition: position), id: trace.id,
                        photoCount: span.positions.count))
            } else {
                unborne.insert(trace.id)
            }
        }
        claims.sort { ($0.event, $0.id) < ($1.event, $1.id) }
        var rest = claims[...]
        while let event = rest.first?.event {
            let group = rest.prefix { $0.event == event }
            rest = rest[group.endIndex...]
            settle(event, group, names, &ledger)
        }
    }

    /// One event for which there are several ids: the best one stays.
    private mutating func settle(
        _ event: Int, _ claims: some Collection<Claim>, _ names: EventNames,
        _ ledger: inout BlockLedger
    ) {
        func isBetter(_ a: Claim, _ b: Claim) -> Bool {
            let (isLateA, isLateB) = (names.isProvisional(a.id), names.isProvisional(b.id))
            if isLateA != isLateB { return isLateB }
            return a.photoCount == b.photoCount ? a.id < b.id : a.photoCount > b.photoCount
        }
        let start = new.eventStart(event)
        var all = ContiguousArray(claims)
        if start.id != 0 {
            let span = old.event(ofPosition: old.position(of: new.key(at: start.position)))
            assert(span.id == start.id)
            all.append(Claim(event: event, id: start.id, photoCount: span.positions.count))
        }
        guard let best = all.min(by: isBetter) else { return }
        for claim in all where claim.id != best.id { unborne.insert(claim.id) }
        give(best.id, to: event, &ledger)
    }

    /// Of the parts of an event that was split, the one with most photos gets
    /// the id.
    private mutating func settleSplits(_ ledger: inout BlockLedger) {
        for event in unnamed {
            let span = new.event(event)
            guard span.id == 0, let origin = origin(of: span) else { continue }
            if unborne.remove(origin.id) != nil {
                give(origin.id, to: event, &ledger)
            } else if let holder = holder(of: origin) {
                guard span.positions.count > new.event(holder).positions.count else { continue }
                new.setID(0, ofEvent: holder, &ledger)
                unnamed.append(holder)
                give(origin.id, to: event, &ledger)
            }
        }
    }

    private mutating func give(_ id: Int64, to event: Int, _ ledger: inout BlockLedger) {
        heirs[id] = event
        new.setID(id, ofEvent: event, &ledger)
    }

    /// The old event of the first old photo within the time of a new event.
    private func origin(of span: EventSpan) -> EventSpan? {
        let position = old.position(of: new.key(at: span.positions.lowerBound))
        guard position < old.photoCount,
            old.key(at: position) <= new.key(at: span.positions.upperBound - 1)
        else { return nil }
        return old.event(ofPosition: position)
    }

    /// The new event that bears the id of an old one.
    private func holder(of origin: EventSpan) -> Int? {
        if let heir = heirs[origin.id] { return heir }
        let position = new.position(of: old.key(at: origin.positions.lowerBound))
        guard position < new.photoCount else { return nil }
        let event = new.eventIndex(ofPosition: position)
        return new.eventStart(event).id == origin.id ? event : nil
    }

    private mutating func giveUp(_ id: Int64, _ ledger: inout BlockLedger) {
        guard let event = new.event(withID: id) else { return }
        new.setID(0, ofEvent: event, &ledger)
        unnamed.append(event)
    }

    private mutating func nameTheRest(_ names: inout EventNames, _ ledger: inout BlockLedger) {
        unnamed.sort()
        for event in unnamed where new.eventStart(event).id == 0 {
            new.setID(names.name(eventAt: codes(of: new.event(event))), ofEvent: event, &ledger)
        }
    }

    /// An event that was formed before its stored id was known takes it now.
    private mutating func restore(
        _ stored: StoredEvent, _ names: inout EventNames, _ ledger: inout BlockLedger
    ) {
        let (a, b) = (KeyCoding.timeCode(stored.first), KeyCoding.timeCode(stored.last))
        let first = min(coding.lowerBound(timeCode: a), coding.lowerBound(timeCode: b))
        let position = new.position(of: first)
        guard position < new.photoCount else { return }
        for event in new.eventIndex(ofPosition: position)..<new.eventCount {
            let span = new.event(event)
            guard codes(of: span).overlaps(min(a, b)...max(a, b)) else { return }
            if names.isProvisional(span.id) {
                guard names.claim(stored.id.rawValue) else { return }
                unborne.insert(span.id)
                new.setID(stored.id.rawValue, ofEvent: event, &ledger)
                return
            }
        }
    }

    private func codes(of span: EventSpan) -> ClosedRange<UInt64> {
        let a = coding.timeCode(of: new.key(at: span.positions.lowerBound))
        let b = coding.timeCode(of: new.key(at: span.positions.upperBound - 1))
        return min(a, b)...max(a, b)
    }
}
