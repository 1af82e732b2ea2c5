import DropboxAPI

/// The thumbnails that every photo has, and that lie in packs.
enum PackedSize: String, CaseIterable {
    case s75
    case s256

    /// Nil for large pictures, which are made when somebody asks.
    init?(_ size: WireThumbnailSize) {
        switch size {
        case .s75: self = .s75
        case .s256: self = .s256
        case .s2048: return nil
        }
    }
}

/// One value for each size.
struct EachSize<Value> {
    var s75: Value
    var s256: Value

    subscript(size: PackedSize) -> Value {
        get {
            switch size {
            case .s75: s75
            case .s256: s256
            }
        }
        set {
            switch size {
            case .s75: s75 = newValue
            case .s256: s256 = newValue
            }
        }
    }
}

extension EachSize: Sendable where Value: Sendable {}
extension EachSize: Equatable where Value: Equatable {}
