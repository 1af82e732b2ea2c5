/// What a file's name lets one expect. It never decides what a file is: that
/// is the content's business. It decides whether content that is no picture
/// is worth a word to the user.
///
/// The rule: a **sidecar** is never sniffed and never a problem. Every other
/// regular file is sniffed, whatever it is called. What turns out to be no
/// picture or video is a problem (`not_a_photo`, or `empty` without bytes)
/// when its name says **media**, and is ignored, but counted, when not.
public enum FileNameKind: UInt8, Sendable, CaseIterable {
    /// The extension of a picture or video: `jpg`, `heic`, `mp4` …
    case media
    /// A file about another file: `xmp`, `json`, `aae`, `thm`.
    case sidecar
    /// Any other extension, or none.
    case other

    /// - Complexity: O(length of the extension).
    public init(fileName: some BidirectionalCollection<UInt8>) {
        fatalError("not written yet")
    }
}
