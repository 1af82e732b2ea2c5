import Photos

extension Snapshot {
    /// The position of the first photo, in the order of the timeline, that
    /// was taken at `time` or lies beyond it; `photoCount` when there is none.
    /// - Complexity: O(log n).
    public func position(at time: CaptureTime) -> Int {
        reading { state in
            let held = min(max(time.milliseconds, KeyCoding.firstTime), KeyCoding.lastTime)
            var code = KeyCoding.timeCode(CaptureTime(milliseconds: held))
            // Newest first, beyond the first of all times lie the undated.
            if state.coding.isNewestFirst && time.milliseconds < held { code -= 1 }
            if !state.coding.isNewestFirst && time.milliseconds > held { code += 1 }
            return state.tree.position(of: state.coding.lowerBound(timeCode: code))
        }
    }

    /// The earliest and the latest time of all; nil when no photo has one.
    /// - Complexity: O(log n).
    public var dates: ClosedRange<CaptureTime>? {
        reading { state in
            let dated = state.datedPositions
            if dated.isEmpty { return nil }
            let times = [dated.lowerBound, dated.upperBound - 1].compactMap {
                state.coding.time(of: state.tree.key(at: $0))
            }
            return min(times[0], times[1])...max(times[0], times[1])
        }
    }

    /// The months that have photos, in the order of the timeline; the
    /// undated photos stand last (newest first) or first as a month of
    /// their own.
    /// - Complexity: O(m log n) for m months.
    public var months: [MonthMark] {
        reading { state in
            var marks: [MonthMark] = []
            var position = 0
            while position < state.tree.photoCount {
                let month = state.month(at: position)
                let end = state.end(of: month)
                marks.append(
                    MonthMark(
                        month: month, firstPosition: position, photoCount: end - position))
                position = end
            }
            return marks
        }
    }
}

extension Version {
    fileprivate var datedPositions: Range<Int> {
        if coding.isNewestFirst {
            return 0..<tree.position(of: coding.lowerBound(timeCode: KeyCoding.undated))
        }
        return tree.position(
            of: coding.lowerBound(timeCode: KeyCoding.undated + 1))..<tree
            .photoCount
    }

    /// The month of the photo at a position; nil for an undated one.
    /// - Complexity: O(log n).
    func month(at position: Int) -> CalendarMonth? {
        coding.month(of: tree.key(at: position))
    }

    /// The position behind the last photo of a month.
    fileprivate func end(of month: CalendarMonth?) -> Int {
        guard let month else {
            return coding.isNewestFirst ? tree.photoCount : datedPositions.lowerBound
        }
        let code = coding.isNewestFirst ? month.firstTimeCode - 1 : month.next.firstTimeCode
        return tree.position(of: coding.lowerBound(timeCode: code))
    }
}

extension KeyCoding {
    var isNewestFirst: Bool { mask != 0 }

    /// The month of a photo; nil for an undated one.
    /// - Complexity: O(1).
    func month(of key: OrderKey) -> CalendarMonth? {
        time(of: key).map { CalendarMonth(of: $0) }
    }
}

extension CalendarMonth {
    var next: CalendarMonth {
        month == 12
            ? CalendarMonth(year: year + 1, month: 1) : CalendarMonth(year: year, month: month + 1)
    }

    /// The time code of its first millisecond. The month behind the last one
    /// that counts has one too.
    var firstTimeCode: UInt64 {
        // Every month has a first day.
        let date = CalendarDate(year: year, month: month, day: 1).unsafelyUnwrapped
        let time = CaptureTime(date: date, millisecondOfDay: Int(EventGrouping.standard.dayStart))
        // The night before the first day that counts belongs to its month.
        let isFirst = time.milliseconds - EventGrouping.standard.dayStart == KeyCoding.firstTime
        let first = isFirst ? KeyCoding.firstTime : time.milliseconds
        return UInt64(first - KeyCoding.firstTime) + KeyCoding.undated + 1
    }
}
