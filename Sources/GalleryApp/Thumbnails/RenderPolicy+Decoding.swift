import CGTK
import GTKKit
import Rendering

extension RenderPolicy where Picture == Texture {
    /// Decodes what a plan wants within its frame, in one read, and takes it
    /// in. All jobs are of one size, the small one as a rule.
    /// - Returns: those that have a picture.
    mutating func decode(
        _ jobs: [DecodeJob], by decoder: any ThumbnailDecoding
    ) -> [(job: DecodeJob, picture: Texture)] {
        guard let first = jobs.first else { return [] }
        let decoded = decoder.pixels(of: jobs.map(\.photo), first.size, side: first.side)
        return zip(jobs, decoded).compactMap { job, pixels in
            let texture = pixels.map { Texture(bgra: $0.bgra, width: $0.side, height: $0.side) }
            _ = receive(job, texture, bytes: pixels?.bgra.count ?? 0)
            return texture.map { (job, $0) }
        }
    }
}

extension Viewport {
    /// Where a rectangle of what is scrolled lies in the widget, on whole
    /// device pixels.
    func place(of frame: CellFrame) -> graphene_rect_t {
        let scale = Double(self.scale)
        let top = (self.top * scale).rounded() / scale
        return graphene_rect_t(
            x: frame.x, y: frame.y - top, width: frame.width, height: frame.height)
    }
}
