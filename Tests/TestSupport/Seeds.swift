import Foundation

/// The seeds of a random test: few each day, many at night.
///
/// `@Test(arguments: Seeds.first(20))` runs with seeds 0 to 19, and with
/// `CAROUSEL_SEEDS=50` in the environment with fifty times as many; the first
/// ones are the same.
public enum Seeds {
    public static func first(_ count: UInt64) -> Range<UInt64> {
        0..<(count * factor)
    }

    private static let factor: UInt64 = {
        guard let text = ProcessInfo.processInfo.environment["CAROUSEL_SEEDS"] else { return 1 }
        guard let number = UInt64(text), (1...1_000_000).contains(number) else {
            fatalError("CAROUSEL_SEEDS is a number from 1 to 1000000, not \(text)")
        }
        return number
    }()
}
