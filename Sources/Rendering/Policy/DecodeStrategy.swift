/// When thumbnails are decoded.
public enum DecodeStrategy: Sendable, CaseIterable {
    /// By the speed of the scroll: what the renderer is for.
    case bySpeed
    /// Always 256 px, in the background, whatever the speed. What most
    /// programs do; for measuring against.
    case alwaysFullInBackground
    /// Always 256 px, within the frame. For measuring against.
    case alwaysFullInFrame
}
