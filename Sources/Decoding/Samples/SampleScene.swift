/// The kinds of pictures that a sample folder shows.
enum SampleScene: CaseIterable {
    case hills, mountains, sea, city, portrait, flowers

    /// Paints the scene that a seed and a date mean.
    static func paint(on canvas: inout SampleCanvas, seed: UInt64, date: String?) {
        var random = SampleRandom(seed: seed)
        let scene = random.one(of: SampleScene.allCases)
        let light = SampleLight.light(ofDate: date, random: &random)
        var painter = ScenePainter(canvas: canvas, random: random, light: light)
        switch scene {
        case .hills: painter.paintHills()
        case .mountains: painter.paintMountains()
        case .sea: painter.paintSea()
        case .city: painter.paintCity()
        case .portrait:
            painter.light = light.withFlash
            painter.paintPortrait()
        case .flowers:
            painter.light = light.withFlash
            painter.paintFlowers()
        }
        canvas = painter.canvas
    }
}

/// Paints scenes out of a canvas's few shapes.
struct ScenePainter {
    var canvas: SampleCanvas
    var random: SampleRandom
    var light: SampleLight

    /// Width over height: shapes that are round need it.
    var aspect: Float { Float(canvas.width) / Float(canvas.height) }

    /// A circle whose radius is a share of the height.
    mutating func circle(
        _ centre: SIMD2<Float>, _ radius: Float, _ colour: SampleColour, fading: Float = 0,
        strength: Float = 1
    ) {
        canvas.ellipse(
            centre: centre, radii: [radius / aspect, radius], colour, fading: fading,
            strength: strength)
    }

    /// Sky with sun, moon, stars or clouds down to the horizon.
    /// - Returns: where the sun or moon stands.
    @discardableResult
    mutating func paintSky(to horizon: Float) -> SIMD2<Float> {
        canvas.fillRows(from: 0, to: horizon, light.skyTop, light.skyBottom)
        canvas.fillRows(from: horizon, to: 1, light.skyBottom, light.skyBottom)
        if light.isNight {
            for _ in 0..<random.count(60...160) {
                let place: SIMD2<Float> = [
                    random.number(0...1), random.number(0...horizon * 0.85),
                ]
                circle(
                    place, random.number(0.001...0.003), [1, 1, 0.95],
                    strength: random.number(0.4...1))
            }
        }
        let sun: SIMD2<Float> = [
            random.number(0.12...0.88), horizon * random.number(0.3...0.9),
        ]
        let radius = random.number(0.02...0.05)
        circle(sun, radius * 6, light.sun, fading: 1, strength: 0.45)
        circle(sun, radius, light.sun, fading: 0.15)
        if !light.isNight {
            for _ in 0..<random.count(0...4) { paintCloud(below: 0.05, above: horizon * 0.6) }
        }
        return sun
    }

    private mutating func paintCloud(below top: Float, above bottom: Float) {
        let middle: SIMD2<Float> = [random.number(0...1), random.number(top...max(top, bottom))]
        let colour = light.skyBottom.mixed(with: [1, 1, 1], 0.6)
        for _ in 0..<random.count(4...8) {
            let place = middle + [random.number(-0.09...0.09), random.number(-0.015...0.015)]
            canvas.ellipse(
                centre: place, radii: [random.number(0.03...0.08), random.number(0.012...0.035)],
                colour, fading: 0.7, strength: 0.75)
        }
    }

    /// A line of hills: some waves on top of each other.
    mutating func ridge(at height: Float, steepness: Float) -> (Float) -> Float {
        let waves = (0..<4).map { octave -> (Float, Float, Float) in
            let frequency = Float(1 << octave) * random.number(2...4.5)
            return (frequency, random.number(0...6.28), steepness / Float(1 << octave))
        }
        return { x in
            waves.reduce(height) { $0 + SampleWave.sine($1.0 * x + $1.1) * $1.2 }
        }
    }

    /// A thing's colour in this light, at a distance from 0 to 1.
    func lit(_ colour: SampleColour, distance: Float = 0) -> SampleColour {
        (colour * light.tint).mixed(with: light.skyBottom, distance * 0.8)
    }
}
