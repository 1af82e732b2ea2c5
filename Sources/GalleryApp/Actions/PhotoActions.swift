import CGTK
import Carousel
import GTKKit
import Photos
import Timeline

/// What a person does to the photo in hand, and takes back: the one that is
/// open large, else the one that the keyboard is at.
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

    /// The photo that is acted on.
    private var photo: LUID? {
        let snapshot = timeline.layout.snapshot
        return (viewer.photo ?? timeline.focus).flatMap {
            snapshot.position(of: $0) == nil ? nil : $0
        }
    }

    /// Whether there is a photo to act on.
    var hasPhoto: Bool { photo != nil }

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

    /// Marks the photo, or takes the mark away.
    func toggleFavourite() {
        guard let photo, let record = timeline.layout.snapshot.record(of: photo) else {
            return askForPhoto()
        }
        perform(record.flags.contains(.favourite) ? .unfavourite : .favourite, on: photo)
    }

    /// Hides the photo, or shows it again where hidden ones are.
    func hide() {
        switch collection {
        case nil: remove(by: .hide)
        case .hidden: remove(by: .unhide)
        case .deleted: onMessage("The photo is deleted; bring it back first", false)
        }
    }

    func delete() {
        guard collection != .deleted else {
            return onMessage("The photo is in the trash; empty that with the file manager", false)
        }
        remove(by: .delete)
    }

    /// Brings the photo back into the timeline, with its files.
    func bringBack() {
        switch collection {
        case nil: break
        case .hidden: remove(by: .unhide)
        case .deleted: remove(by: .restore)
        }
    }

    /// Takes the photo out of what is shown and goes on to the next.
    private func remove(by action: PhotoAction) {
        guard let photo else { return askForPhoto() }
        leave(photo)
        perform(action, on: photo)
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

    private func perform(_ action: PhotoAction, on photo: LUID) {
        Task {
            do throws(LibraryError) {
                let performed = try await library.perform(action, on: [photo])
                guard !performed.photos.isEmpty else { return }
                done.append(performed.operation)
                if done.count > Self.mostUndone { done.removeFirst() }
                onMessage(action.words, true)
                let outcome = try await library.outcome(of: performed.operation)
                if !outcome.failures.isEmpty { done.removeAll { $0 == performed.operation } }
                tell(outcome)
            } catch {
                onMessage(error.description, false)
            }
        }
    }

    /// Goes on to the next photo, or to the one before the last.
    private func leave(_ photo: LUID) {
        let snapshot = timeline.layout.snapshot
        guard let position = snapshot.position(of: photo) else { return }
        let isLast = position + 1 == snapshot.photoCount
        if viewer.isOpen {
            if snapshot.photoCount > 1 { viewer.move(by: isLast ? -1 : 1) } else { viewer.close() }
        }
        let neighbour = isLast ? position - 1 : position + 1
        timeline.focus = neighbour >= 0 ? snapshot[neighbour].luid : nil
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
    /// What a toast says once it is done.
    fileprivate var words: String {
        switch self {
        case .hide: "Photo hidden"
        case .unhide: "Photo shown again"
        case .favourite: "Marked as favourite"
        case .unfavourite: "No favourite any more"
        case .delete: "Photo moved to the trash"
        case .restore: "Photo restored"
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
