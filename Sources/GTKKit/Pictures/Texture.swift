internal import CGTK

/// A picture ready to be drawn, in memory.
///
/// It may be made on any thread and handed to the main one.
// Unchecked: a GdkTexture never changes and its reference count is atomic.
public nonisolated final class Texture: @unchecked Sendable {
    public let pointer: OpaquePointer
    /// The same pixels for cairo, where they are at hand.
    let surface: OpaquePointer?

    /// A texture of opaque pixels: BGRA, 8 bits each, rows from the top
    /// without gaps. The bytes are copied.
    ///
    /// - Precondition: there are width × height × 4 bytes.
    public init(bgra pixels: [UInt8], width: Int, height: Int) {
        precondition(pixels.count == width * height * 4, "pixels of another size")
        let bytes = pixels.withUnsafeBytes { g_bytes_new($0.baseAddress, gsize($0.count)) }
        defer { g_bytes_unref(bytes) }
        guard
            let texture = gdk_memory_texture_new(
                gint(width), gint(height), GDK_MEMORY_B8G8R8A8_PREMULTIPLIED, bytes,
                gsize(width * 4))
        else { fatalError("GDK made no texture of \(width) × \(height)") }
        pointer = texture
        // Nothing writes to the pixels, which live as long as the texture
        // does. Opaque: cairo copies and need not blend.
        let data = UnsafeMutablePointer(
            mutating: g_bytes_get_data(bytes, nil)?.assumingMemoryBound(to: UInt8.self))
        surface = cairo_image_surface_create_for_data(
            data, CAIRO_FORMAT_RGB24, gint(width), gint(height), gint(width * 4))
    }

    /// Decodes a JPEG or PNG; nil when GDK cannot. Slow: keep it off the main
    /// thread. Only bytes that we have made ourselves may come here.
    public init?(encoded: [UInt8]) {
        let bytes = encoded.withUnsafeBytes { g_bytes_new($0.baseAddress, gsize($0.count)) }
        defer { g_bytes_unref(bytes) }
        guard let texture = gdk_texture_new_from_bytes(bytes, nil) else { return nil }
        pointer = texture
        surface = nil
    }

    /// Takes over a reference.
    init(adopting pointer: OpaquePointer) {
        self.pointer = pointer
        surface = nil
    }

    deinit {
        // Before the pixels go.
        if let surface { cairo_surface_destroy(surface) }
        g_object_unref(UnsafeMutableRawPointer(pointer))
    }

    public var width: Int { Int(gdk_texture_get_width(pointer)) }
    public var height: Int { Int(gdk_texture_get_height(pointer)) }

    /// The pixels as BGRA, premultiplied, rows without gaps.
    public func pixels() -> [UInt8] {
        let stride = width * 4
        var pixels = [UInt8](repeating: 0, count: stride * height)
        gdk_texture_download(pointer, &pixels, gsize(stride))
        return pixels
    }

    /// Writes a PNG file; false when it cannot be written.
    public func writePNG(to path: String) -> Bool {
        gdk_texture_save_to_png(pointer, path) != 0
    }
}
