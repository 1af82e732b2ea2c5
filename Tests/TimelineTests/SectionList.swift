import Photos
import Timeline

/// A list with sections that is changed by a diff alone, as a list widget
/// is.
struct SectionList: Equatable {
    struct Section: Equatable {
        var id: EventID
        var photos: [HotRecord]
    }

    var sections: [Section]

    init(_ snapshot: Snapshot) {
        let photos = snapshot.photos
        sections = snapshot.events.map {
            Section(id: $0.id, photos: Array(photos[$0.positions]))
        }
    }

    /// Applies a diff; what is shown anew is read from `new`.
    mutating func apply(_ changes: SnapshotChanges, to new: Snapshot) throws {
        for path in (changes.removedPhotos + changes.movedPhotos.map(\.from)).sorted().reversed() {
            sections[path.event].photos.remove(at: path.index)
        }
        var moved: [Int: Section] = [:]
        for move in changes.movedEvents { moved[move.to] = sections[move.from] }
        for index in changes.removedEvents where !sections[index].photos.isEmpty {
            throw Fault(message: "removed event \(index) still has photos")
        }
        for index in (changes.removedEvents + changes.movedEvents.map(\.from)).sorted().reversed() {
            sections.remove(at: index)
        }
        for index in (changes.insertedEvents + moved.keys).sorted() {
            let section = moved[index] ?? Section(id: new.event(at: index).id, photos: [])
            sections.insert(section, at: index)
        }
        for path in (changes.insertedPhotos + changes.movedPhotos.map(\.to)).sorted() {
            sections[path.event].photos.insert(new[new.position(of: path)], at: path.index)
        }
        for path in changes.updatedPhotos {
            sections[path.event].photos[path.index] = new[new.position(of: path)]
        }
    }

    struct Fault: Error {
        let message: String
    }
}
