extension ScenePainter {
    /// Hills behind hills, the near ones darker, perhaps with trees.
    mutating func paintHills() {
        let horizon = random.number(0.45...0.65)
        paintSky(to: horizon + 0.1)
        let ground: SampleColour = random.one(of: [
            [0.30, 0.48, 0.18], [0.42, 0.50, 0.20], [0.62, 0.52, 0.25], [0.24, 0.42, 0.26],
            [0.55, 0.40, 0.22],
        ])
        let layers = random.count(3...5)
        for layer in 0..<layers {
            let nearness = Float(layer + 1) / Float(layers)
            let line = ridge(
                at: horizon + nearness * (0.9 - horizon) * 0.8,
                steepness: 0.03 + 0.03 * nearness)
            let colour = lit(ground, distance: 1 - nearness)
            canvas.fillBelow(line, (colour, colour * 0.72))
        }
        if random.count(0...1) == 0 { paintTrees(ground) }
    }

    private mutating func paintTrees(_ ground: SampleColour) {
        for _ in 0..<random.count(2...6) {
            let foot: SIMD2<Float> = [random.number(0.03...0.97), random.number(0.78...0.95)]
            let size = random.number(0.06...0.14)
            canvas.rectangle(
                from: foot - [0.008 * size * 8 / aspect, size * 0.9],
                to: foot + [0.008 * size * 8 / aspect, 0], lit([0.26, 0.17, 0.10]))
            let leaves = lit(ground.mixed(with: [0.10, 0.35, 0.12], 0.5)) * 0.8
            for _ in 0..<5 {
                let place =
                    foot + [
                        random.number(-0.5...0.5) * size / aspect,
                        -size * random.number(0.8...1.7),
                    ]
                circle(place, size * random.number(0.35...0.6), leaves, fading: 0.25)
            }
        }
    }

    /// Sharp peaks with snow above a dark forest and perhaps a lake.
    mutating func paintMountains() {
        let horizon = random.number(0.55...0.7)
        paintSky(to: horizon)
        let rock = lit(random.one(of: [[0.42, 0.42, 0.46], [0.38, 0.34, 0.34]]), distance: 0.3)
        let peaks = (0..<random.count(3...6)).map { _ -> SIMD3<Float> in
            [random.number(-0.1...1.1), random.number(0.15...0.42), random.number(1.1...2.2)]
        }
        // Facets: a fast wave that grows with the distance from the peak.
        let roughness = random.number(30...55)
        let line: (Float) -> Float = { x in
            peaks.map { $0.y + abs(x - $0.x) * $0.z }.min().map { height in
                height + 0.012 * SampleWave.sine(x * roughness) * SampleWave.sine(x * 17)
            } ?? 1
        }
        canvas.fillBelow(line, (rock, rock * 0.7))
        let snow = lit([0.97, 0.98, 1.0], distance: 0.1)
        for (index, peak) in peaks.enumerated() where line(peak.x) > peak.y - 0.05 {
            paintSnow(on: peak, snow, line: line, jag: Float(index + 3) * 23)
        }
        let forest = ridge(at: horizon + 0.02, steepness: 0.012)
        canvas.fillBelow(
            { x in forest(x) - 0.02 * abs(SampleWave.sine(x * 160)) },
            (lit([0.10, 0.22, 0.14]), lit([0.06, 0.14, 0.09])))
        if random.count(0...2) > 0 { paintWater(from: random.number(0.8...0.88), sunAt: nil) }
    }

    /// White from the peak down to a jagged edge.
    private mutating func paintSnow(
        on peak: SIMD3<Float>, _ snow: SampleColour, line: (Float) -> Float, jag: Float
    ) {
        let depth = random.number(0.06...0.14)
        let half = depth / peak.z
        let columns =
            Int((peak.x - half) * Float(canvas.width))..<Int(
                (peak.x + half) * Float(canvas.width)) + 1
        for column in columns.clamped(to: 0..<canvas.width) {
            let x = (Float(column) + 0.5) / Float(canvas.width)
            let top = line(x)
            let bottom = peak.y + depth + 0.02 * SampleWave.sine(x * jag) - 0.01
            guard bottom > top else { continue }
            canvas.fill(
                columns: column..<column + 1,
                rows: Int(top * Float(canvas.height))..<Int(bottom * Float(canvas.height)), snow,
                strength: 0.92)
        }
    }

    /// Open water under a low sun, perhaps with a sail.
    mutating func paintSea() {
        let horizon = random.number(0.42...0.6)
        let sun = paintSky(to: horizon)
        paintWater(from: horizon, sunAt: sun.x)
        if random.count(0...1) == 0 {
            let beach = ridge(at: random.number(0.84...0.92), steepness: 0.02)
            canvas.fillBelow(beach, (lit([0.90, 0.80, 0.60]), lit([0.78, 0.66, 0.46])))
        } else {
            paintSail(on: horizon)
        }
    }

    private mutating func paintWater(from horizon: Float, sunAt sun: Float?) {
        let deep: SampleColour = random.one(of: [
            [0.05, 0.25, 0.42], [0.03, 0.35, 0.45], [0.10, 0.30, 0.35],
        ])
        canvas.fillRows(
            from: horizon, to: 1, lit(deep, distance: 0.6), lit(deep * 0.8, distance: 0.1))
        for _ in 0..<random.count(50...90) {
            let depth = random.number(0...1)
            let y = horizon + 0.004 + depth * depth * (0.996 - horizon)
            let near = sun.map { random.count(0...2) > 0 ? $0 : random.number(0...1) }
            let x = (near ?? random.number(0...1)) + random.number(-0.08...0.08) * (0.3 + depth)
            let isGlint = near != nil
            canvas.ellipse(
                centre: [x, y], radii: [0.01 + 0.05 * depth, 0.0015 + 0.004 * depth],
                isGlint ? light.sun : lit(deep.mixed(with: [1, 1, 1], 0.35)), fading: 0.8,
                strength: isGlint ? 0.55 : 0.3)
        }
    }

    private mutating func paintSail(on horizon: Float) {
        let size = random.number(0.06...0.13)
        let foot: SIMD2<Float> = [random.number(0.15...0.85), horizon + random.number(0.03...0.15)]
        let sail = lit([0.96, 0.94, 0.90])
        for step in 0..<40 {
            let share = Float(step) / 40
            let half = share * size * 0.32 / aspect
            canvas.rectangle(
                from: [foot.x - half * 0.15, foot.y - size * (1 - share)],
                to: [foot.x + half, foot.y - size * (1 - share - 0.03)], sail)
        }
        canvas.ellipse(
            centre: foot + [0, size * 0.06], radii: [size * 0.42 / aspect, size * 0.08],
            lit([0.35, 0.18, 0.12]))
    }
}
