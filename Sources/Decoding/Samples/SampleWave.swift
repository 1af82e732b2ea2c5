import Glibc

/// Sines for scenes; apart, so that scenes need no C library.
enum SampleWave {
    static func sine(_ angle: Float) -> Float { sinf(angle) }
}
