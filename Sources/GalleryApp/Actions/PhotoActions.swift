import CGTK
import Carousel
import GTKKit
import Photos
import Timeline

/// What a person does to the photos in hand, and takes back: the one that is
/// open large, else those that are chosen, else the one that the keyboard is
/// at.
///
/// The photo is out of sight, or marked, before any file is moved.
final class PhotoActions {
    /// Acts that Undo takes back, one after another; older ones stand.
    private static let mostUndone = 100

    private let library: any GalleryLibrary
    private let timeline: TimelineView
    private let viewer: Viewer
    private var done: [OperationID] = []
    /// What is shown instead of the timeline: acts are other ones there.
    var collection: PhotoCollection?

    /// Tells the user, and whether Undo is offered.
    var onMessage: (_ text: String, _ offersUndo: Bool) -> Void = { _, _ in }

    init(library: any GalleryLibrary, timeline: TimelineView, viewer: Viewer) {
        self.library = library
        self.timeline = timeline
        self.viewer = viewer
    }

    /// The photos that are acted on, in the order of the timeline.
    var photos: [LUID] {
        let snapshot = timeline.layout.snapshot
        if viewer.photo == nil, !timeline.selection.isEmpty {
            return timeline.selection.inOrder(of: snapshot)
        }
        return [viewer.photo ?? timeline.focus].compactMap { photo in
            photo.flatMap { snapshot.position(of: $0) == nil ? nil : $0 }
        }
    }

    /// Whether there is a photo to act on.
    var hasPhoto: Bool { !photos.isEmpty }

    /// - Returns: whether the key means something.
    func press(_ key: Int32) -> Bool {
        switch key {
        case GDK_KEY_f: toggleFavourite()
        case GDK_KEY_h: hide()
        case GDK_KEY_r where collection != nil: bringBack()
        case GDK_KEY_Delete, GDK_KEY_KP_Delete: delete()
        default: return false
        }
        return true
    }

    /// Marks the photos, or takes the marks away where all have one.
    func toggleFavourite() {
        let photos = photos
        guard !photos.isEmpty else { return askForPhoto() }
        let snapshot = timeline.layout.snapshot
        let areMarked = photos.allSatisfy {
            snapshot.record(of: $0)?.flags.contains(.favourite) == true
        }
        perform(areMarked ? .unfavourite : .favourite, on: photos)
    }

    /// Hides the photo, or shows it again where hidden ones are.
    func hide() {
        switch collection {
        case nil: remove(by: .hide)
        case .hidden: remove(by: .unhide)
        case .deleted: onMessage("Deleted photos can't be hidden; bring them back first", false)
        }
    }

    func delete() {
        guard collection != .deleted else {
            return onMessage(
                "Deleted photos are in the trash; empty that with the file manager", false)
        }
        remove(by: .delete)
    }

    /// Brings the photos back into the timeline, with their files.
    func bringBack() {
        switch collection {
        case nil: break
        case .hidden: remove(by: .unhide)
        case .deleted: remove(by: .restore)
        }
    }

    /// Takes the photos out of what is shown and goes on to the next.
    private func remove(by action: PhotoAction) {
        let photos = photos
        guard !photos.isEmpty else { return askForPhoto() }
        leave(photos)
        perform(action, on: photos)
    }

    /// Takes back what was done last.
    func undo() {
        guard let operation = done.popLast() else {
            return onMessage("There is nothing to undo", false)
        }
        Task {
            do throws(LibraryError) {
                let undone = try await library.undo(operation)
                // In the place of the message that offered it.
                onMessage("Undone", false)
                if let photo = undone.photos.first { timeline.revealOnceThere(photo) }
                tell(try await library.outcome(of: undone.operation))
            } catch {
                onMessage(error.description, false)
            }
        }
    }

    private func perform(_ action: PhotoAction, on photos: [LUID]) {
        Task {
            do throws(LibraryError) {
                let performed = try await library.perform(action, on: photos)
                guard !performed.photos.isEmpty else { return }
                done.append(performed.operation)
                if done.count > Self.mostUndone { done.removeFirst() }
                onMessage(action.words(performed.photos.count), true)
                let outcome = try await library.outcome(of: performed.operation)
                if !outcome.failures.isEmpty { done.removeAll { $0 == performed.operation } }
                tell(outcome)
            } catch {
                onMessage(error.description, false)
            }
        }
    }

    /// Goes on to the next photo that stays, or to the one before.
    private func leave(_ photos: [LUID]) {
        let snapshot = timeline.layout.snapshot
        guard let first = photos.first.flatMap({ snapshot.position(of: $0) }) else { return }
        let leaving = Set(photos)
        let next = (first..<snapshot.photoCount).first { !leaving.contains(snapshot[$0].luid) }
        let neighbour = next ?? (first > 0 ? first - 1 : nil)
        if viewer.isOpen {
            if let neighbour { viewer.move(by: neighbour - first) } else { viewer.close() }
        }
        timeline.selection.clear()
        timeline.focus = neighbour.map { snapshot[$0].luid }
    }

    private func tell(_ outcome: ActionOutcome) {
        guard let failure = outcome.failures.first else { return }
        onMessage(failure.description, false)
    }

    private func askForPhoto() {
        onMessage("Choose a photo first, with the arrow keys or by opening it", false)
    }
}

extension PhotoAction {
    /// What a toast says once it is done to so many photos.
    fileprivate func words(_ count: Int) -> String {
        let photos = count == 1 ? "Photo" : "\(EventWords.grouped(count)) photos"
        return switch self {
        case .hide: "\(photos) hidden"
        case .unhide: "\(photos) shown again"
        case .favourite where count == 1: "Marked as favourite"
        case .favourite: "\(photos) marked as favourites"
        case .unfavourite where count == 1: "No favourite any more"
        case .unfavourite: "\(photos) are no favourites any more"
        case .delete: "\(photos) moved to the trash"
        case .restore: "\(photos) restored"
        }
    }
}

extension TimelineView {
    /// Puts the keyboard at a photo that is about to come back, and brings it
    /// in sight if it is there already.
    fileprivate func revealOnceThere(_ photo: LUID) {
        focus = photo
        if layout.snapshot.position(of: photo) != nil { reveal(photo) }
    }
}
