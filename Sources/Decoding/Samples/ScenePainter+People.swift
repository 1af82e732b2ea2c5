extension ScenePainter {
    /// Rows of houses against the sky, lit windows after dark.
    mutating func paintCity() {
        paintSky(to: 0.92)
        let isDark = light.isNight || light.tint.x < 0.6
        for layer in 0..<3 {
            let nearness = Float(layer + 1) / 3
            let wall =
                lit(
                    random.one(of: [
                        [0.55, 0.52, 0.50], [0.62, 0.48, 0.40], [0.45, 0.50, 0.58],
                        [0.70, 0.66, 0.58],
                    ]), distance: (1 - nearness) * 0.8) * (1.05 - 0.25 * nearness)
            var x = random.number(-0.08...0)
            while x < 1 {
                let width = random.number(0.05...0.13)
                let top = 0.72 - random.number(0.05...0.42) * (1.15 - 0.45 * nearness)
                paintHouse(
                    from: [x, top + 0.12 * nearness], width: width,
                    wall * random.number(0.85...1.1), lights: isDark ? 0.45 : 0.1)
                x += width + random.number(0...0.02)
            }
        }
        canvas.fillRows(from: 0.93, to: 1, lit([0.30, 0.30, 0.32]), lit([0.20, 0.20, 0.22]))
    }

    private mutating func paintHouse(
        from corner: SIMD2<Float>, width: Float, _ wall: SampleColour, lights: Float
    ) {
        canvas.rectangle(from: corner, to: [corner.x + width, 0.94], wall)
        let columns = random.count(3...6)
        let step = width / (Float(columns) + 0.5)
        let rowStep = random.number(0.028...0.04)
        var y = corner.y + rowStep * 0.6
        while y < 0.9 {
            for column in 0..<columns {
                let isLit = random.number(0...1) < lights
                let left = corner.x + step * (Float(column) + 0.4)
                canvas.rectangle(
                    from: [left, y], to: [left + step * 0.6, y + rowStep * 0.55],
                    isLit ? [1.0, 0.86, 0.50] : wall * 0.62)
            }
            y += rowStep
        }
    }

    /// Somebody in front of a blurred background.
    mutating func paintPortrait() {
        let ground: SampleColour = random.one(of: [
            [0.30, 0.45, 0.30], [0.55, 0.50, 0.42], [0.35, 0.42, 0.55], [0.50, 0.35, 0.38],
        ])
        canvas.fillRows(from: 0, to: 1, lit(ground * 1.25), lit(ground * 0.75))
        for _ in 0..<random.count(10...22) {
            circle(
                [random.number(0...1), random.number(0...1)], random.number(0.03...0.12),
                lit(ground.mixed(with: [1, 0.95, 0.8], random.number(0.2...0.7))), fading: 0.35,
                strength: random.number(0.25...0.6))
        }
        let people = random.count(1...3)
        for person in 0..<people {
            let x = (Float(person) + 0.5) / Float(people) + random.number(-0.05...0.05)
            paintPerson(at: x, size: random.number(0.15...0.2) * (people == 1 ? 1.3 : 1))
        }
    }

    private mutating func paintPerson(at x: Float, size: Float) {
        let skin: SampleColour = random.one(of: [
            [0.96, 0.80, 0.69], [0.88, 0.68, 0.52], [0.72, 0.50, 0.36], [0.45, 0.30, 0.22],
        ])
        let hair: SampleColour = random.one(of: [
            [0.12, 0.08, 0.06], [0.35, 0.22, 0.12], [0.75, 0.58, 0.30], [0.55, 0.54, 0.53],
        ])
        let shirt: SampleColour = [
            random.number(0.1...0.9), random.number(0.1...0.9), random.number(0.1...0.9),
        ]
        let head: SIMD2<Float> = [x, 0.42 + random.number(-0.05...0.05)]
        func radii(_ width: Float, _ height: Float) -> SIMD2<Float> {
            [width * size / aspect, height * size]
        }
        canvas.ellipse(
            centre: head + [0, -size * 0.2], radii: radii(0.88, 1.05), lit(hair), fading: 0.06)
        canvas.ellipse(
            centre: [x, head.y + size * 3.1], radii: radii(1.9, 2.0), lit(shirt), fading: 0.03)
        canvas.ellipse(
            centre: head + [0, size], radii: radii(0.36, 0.6), lit(skin * 0.9), fading: 0.06)
        canvas.ellipse(centre: head, radii: radii(0.74, 0.95), lit(skin), fading: 0.05)
        for side: Float in [-1, 1] {
            canvas.ellipse(
                centre: head + [side * 0.28 * size / aspect, -size * 0.08],
                radii: radii(0.08, 0.06), lit([0.12, 0.10, 0.10]), fading: 0.3)
        }
        canvas.ellipse(
            centre: head + [0, size * 0.45], radii: radii(0.24, 0.07),
            lit(skin.mixed(with: [0.75, 0.25, 0.25], 0.6)), fading: 0.3)
    }

    /// A meadow from near by.
    mutating func paintFlowers() {
        let ground: SampleColour = random.one(of: [
            [0.25, 0.50, 0.18], [0.32, 0.46, 0.24], [0.20, 0.40, 0.28],
        ])
        canvas.fillRows(from: 0, to: 1, lit(ground * 1.3), lit(ground * 0.55))
        let petal: SampleColour = random.one(of: [
            [0.95, 0.25, 0.30], [0.98, 0.80, 0.20], [0.80, 0.45, 0.90], [0.98, 0.96, 0.94],
            [0.98, 0.55, 0.65], [0.35, 0.45, 0.95],
        ])
        let count = random.count(18...40)
        for index in 0..<count {
            // From far and blurred to near and sharp.
            let nearness = Float(index) / Float(count)
            let size = 0.02 + 0.06 * nearness * nearness
            let centre: SIMD2<Float> = [
                random.number(0...1), 0.15 + 0.75 * nearness + random.number(-0.12...0.12),
            ]
            let blur = 0.15 + 0.7 * (1 - nearness)
            canvas.ellipse(
                centre: centre + [0, size * 2], radii: [size * 0.08 / aspect, size * 2],
                lit(ground * 0.7), fading: blur)
            for angle in stride(from: Float(0), to: 6.2, by: 6.283 / 6) {
                let petalAt =
                    centre + [
                        SampleWave.sine(angle) * size * 0.7 / aspect,
                        SampleWave.sine(angle + 1.571) * size * 0.7,
                    ]
                circle(
                    petalAt, size * 0.55, lit(petal, distance: (1 - nearness) * 0.3), fading: blur)
            }
            circle(centre, size * 0.4, lit([0.95, 0.75, 0.15]), fading: blur)
        }
    }
}
