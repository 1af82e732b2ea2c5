import CarouselServer

/// The flags of a content as the server has them. `Photos` has a type of the
/// same name, so this file does not import it.
typealias ServerFlags = PhotoFlags
