import CGTK
import GTKKit

/// Where a picture lies in the viewer: whole, centred, never larger than its
/// own pixels; and on the way there from a square cell.
struct PictureFit {
    /// Width to height.
    let aspect: Double
    /// Where the whole picture is shown at the end.
    let place: graphene_rect_t

    /// - Parameters:
    ///   - width: of the picture in pixels; 0 when unknown, which counts as
    ///     square and as large as there is room.
    ///   - scale: device pixels to a logical one.
    init(
        width: Int, height: Int, in room: (width: Int, height: Int), scale: Int
    ) {
        let known = width > 0 && height > 0
        aspect = known ? Double(width) / Double(height) : 1
        let own =
            known
            ? (Double(width) / Double(scale), Double(height) / Double(scale))
            : (Double.infinity, Double.infinity)
        let size = min(Double(room.width), Double(room.height) * aspect, own.0)
        let fitted = (width: max(1, size.rounded()), height: max(1, (size / aspect).rounded()))
        place = graphene_rect_t(
            x: ((Double(room.width) - fitted.width) / 2).rounded(),
            y: ((Double(room.height) - fitted.height) / 2).rounded(), width: fitted.width,
            height: fitted.height)
    }

    /// The part of the viewer in which the picture is seen on its way from a
    /// cell: the cell at 0, the picture's place at 1.
    func window(from cell: graphene_rect_t, at part: Double) -> graphene_rect_t {
        func between(_ a: Float, _ b: Float) -> Double {
            Double(a) + (Double(b) - Double(a)) * part
        }
        return graphene_rect_t(
            x: between(cell.origin.x, place.origin.x), y: between(cell.origin.y, place.origin.y),
            width: between(cell.size.width, place.size.width),
            height: between(cell.size.height, place.size.height))
    }

    /// Where the whole picture lies when it just covers a rectangle.
    func covering(_ window: graphene_rect_t) -> graphene_rect_t {
        let width = max(Double(window.size.width), Double(window.size.height) * aspect)
        return centred(in: window, width: width, height: width / aspect)
    }

    /// The middle square of a picture: what its thumbnail shows.
    func thumbnailPlace(in picture: graphene_rect_t) -> graphene_rect_t {
        let side = min(Double(picture.size.width), Double(picture.size.height))
        return centred(in: picture, width: side, height: side)
    }

    private func centred(
        in rectangle: graphene_rect_t, width: Double, height: Double
    ) -> graphene_rect_t {
        graphene_rect_t(
            x: Double(rectangle.origin.x) + (Double(rectangle.size.width) - width) / 2,
            y: Double(rectangle.origin.y) + (Double(rectangle.size.height) - height) / 2,
            width: width, height: height)
    }
}
