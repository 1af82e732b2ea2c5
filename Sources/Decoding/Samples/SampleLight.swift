/// The light of a time of day: what colours a scene's sky and land have.
struct SampleLight {
    var skyTop: SampleColour
    var skyBottom: SampleColour
    var sun: SampleColour
    /// Multiplies the colours of things.
    var tint: SampleColour
    var isNight = false

    /// The light that the hour of a photo's date makes likely; any when
    /// there is none.
    static func light(
        ofDate date: String?, random: inout SampleRandom
    ) -> SampleLight {
        // `2014:04:09 12:34:56`
        let hour = date.flatMap { Int($0.dropFirst(11).prefix(2)) }
        let lights: [SampleLight] =
            switch hour {
            case .some(5...7): [dawn, dawn, overcast]
            case .some(8...16): [day, clear, day, overcast]
            case .some(17...19): [evening, day, evening]
            case .some(20...21): [dusk, evening]
            case .some(_): [night, dusk]
            case nil: [dawn, day, clear, overcast, evening, dusk, night]
            }
        return random.one(of: lights)
    }

    /// The same where somebody lights what is near.
    var withFlash: SampleLight {
        var light = self
        light.tint = light.tint.clamped(lowerBound: .one * Float(0.7), upperBound: .one * Float(2))
        return light
    }

    private static let dawn = SampleLight(
        skyTop: [0.45, 0.55, 0.78], skyBottom: [0.98, 0.80, 0.72], sun: [1.0, 0.90, 0.75],
        tint: [0.85, 0.78, 0.80])
    private static let day = SampleLight(
        skyTop: [0.22, 0.48, 0.85], skyBottom: [0.75, 0.88, 0.98], sun: [1.0, 1.0, 0.92],
        tint: [1.0, 1.0, 1.0])
    private static let clear = SampleLight(
        skyTop: [0.08, 0.35, 0.72], skyBottom: [0.55, 0.78, 0.95], sun: [1.0, 0.98, 0.88],
        tint: [1.05, 1.03, 0.98])
    private static let overcast = SampleLight(
        skyTop: [0.62, 0.66, 0.70], skyBottom: [0.82, 0.84, 0.85], sun: [0.92, 0.93, 0.93],
        tint: [0.78, 0.80, 0.82])
    private static let evening = SampleLight(
        skyTop: [0.35, 0.38, 0.62], skyBottom: [1.0, 0.62, 0.30], sun: [1.0, 0.80, 0.42],
        tint: [0.95, 0.70, 0.52])
    private static let dusk = SampleLight(
        skyTop: [0.12, 0.10, 0.30], skyBottom: [0.78, 0.38, 0.42], sun: [0.98, 0.55, 0.38],
        tint: [0.45, 0.36, 0.48])
    private static let night = SampleLight(
        skyTop: [0.01, 0.02, 0.07], skyBottom: [0.10, 0.13, 0.25], sun: [0.92, 0.93, 0.86],
        tint: [0.18, 0.20, 0.30], isNight: true)
}
