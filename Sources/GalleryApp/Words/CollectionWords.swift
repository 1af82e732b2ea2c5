import Carousel

extension PhotoCollection {
    /// The name in the menu and over the photos.
    var title: String {
        switch self {
        case .hidden: "Hidden photos"
        case .deleted: "Deleted photos"
        }
    }

    /// What the button says that brings one back into the timeline.
    var bringingBack: String {
        switch self {
        case .hidden: "Show again"
        case .deleted: "Restore"
        }
    }

    /// One sentence for when there is none.
    var emptySentence: String {
        switch self {
        case .hidden: "Photos that you hide are kept out of the timeline and are found here."
        case .deleted: "Photos that you delete go to the trash and can be restored from here."
        }
    }
}
