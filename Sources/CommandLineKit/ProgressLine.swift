/// One line at the foot of a terminal that tells how far something is,
/// rewritten in place. Where nobody sits in front it is silent.
///
///     reading  ██████████░░░░░░░░░░  1,234 of 2,468
public struct ProgressLine {
    private let terminal: Terminal
    private let isShown: Bool
    private let minimumInterval: Duration
    private let now: () -> ContinuousClock.Instant
    private var lastDrawn: ContinuousClock.Instant?
    private var lastText = ""

    /// - Parameters:
    ///   - now: the clock, which limits the line to ten changes a second.
    public init(
        on terminal: Terminal = .standardError, now: @escaping () -> ContinuousClock.Instant
    ) {
        self.init(on: terminal, isShown: terminal.isInteractive, now: now)
    }

    init(on terminal: Terminal, isShown: Bool, now: @escaping () -> ContinuousClock.Instant) {
        self.terminal = terminal
        self.isShown = isShown
        minimumInterval = .milliseconds(100)
        self.now = now
    }

    /// Shows a state. Within a tenth of a second after the last one it shows
    /// nothing, so call it as often as you like and `finish` at the end.
    ///
    /// - Parameters:
    ///   - label: a few words of Latin text; each character counts as one
    ///     column.
    ///   - total: 0 when it is not known yet: then only the number shows.
    public mutating func update(_ label: String, done: Int, of total: Int) {
        guard isShown else { return }
        let instant = now()
        if let lastDrawn, instant - lastDrawn < minimumInterval { return }
        let text = Self.text(label, done: done, of: total, columns: terminal.columns)
        guard text != lastText else { return }
        lastDrawn = instant
        lastText = text
        terminal.write("\r\u{1B}[K" + text)
    }

    /// Takes the line away, so that what is printed next starts on a clean
    /// one.
    public mutating func finish() {
        guard isShown, !lastText.isEmpty else { return }
        lastText = ""
        lastDrawn = nil
        terminal.write("\r\u{1B}[K")
    }

    /// The line's text, never wider than the terminal less one column: a full
    /// last column would wrap.
    static func text(_ label: String, done: Int, of total: Int, columns: Int) -> String {
        let known = total > 0
        let shown = known ? min(max(0, done), total) : max(0, done)
        let figures = known ? "\(grouped(shown)) of \(grouped(total))" : grouped(shown)
        let room = max(0, columns - 1)
        let barWidth = min(30, room - label.count - figures.count - 4)
        guard known, barWidth >= 5 else { return String("\(label)  \(figures)".prefix(room)) }
        let filled = Int(Double(barWidth) * Double(shown) / Double(total))
        let bar =
            String(repeating: "█", count: filled)
            + String(repeating: "░", count: barWidth - filled)
        return "\(label)  \(bar)  \(figures)"
    }

    /// `1,234,567`
    static func grouped(_ number: Int) -> String {
        var digits = Array(String(number.magnitude))
        for index in stride(from: digits.count - 3, to: 0, by: -3) {
            digits.insert(",", at: index)
        }
        return (number < 0 ? "-" : "") + String(digits)
    }
}
