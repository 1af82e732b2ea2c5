import Photos
import Sync

extension ModelServer {
    mutating func answer(
        _ request: Request, from device: Int, at milliseconds: Int64
    ) -> Answer {
        switch request {
        case .read(let cursor): read(cursor)
        case .longPoll: .woken(changes: true, backoffMilliseconds: nil)
        case .have(let hashes): .have(hashes.map(have), epoch: epoch, sequence: sequence)
        case .upload(let id, _, let upload):
            once(id) { $0.commit(id, upload, from: device) }
        case .setFlag(let id, let flag, let value, let ids):
            once(id) { $0.set(flag, value, ids) }
        case .delete(let id, let deletion): once(id) { $0.delete(deletion) }
        case .restore(let id, let restoration): once(id) { $0.restore(restoration) }
        case .share(let id, let photos):
            once(id) { server in
                server.shares.append(CarriedOutShare(id: id, photos: photos))
                return .done(server.effect())
            }
        }
    }

    mutating func meddle(_ act: Meddling) {
        switch act {
        case .move(let id):
            guard let index = live(id) else { return }
            memory.changes.append(Change(file: index, isDeletion: true))
            changed(index)
        case .copy(let id):
            guard let index = live(id) else { return }
            create(memory.files[index].hash, memory.files[index].size, by: -1)
        case .edit(let id, let content):
            guard let index = live(id) else { return }
            replace(index, Content.hash(content), Content.size(content))
        case .delete(let id):
            guard let index = live(id) else { return }
            remove(index)
        }
    }

    /// A repeat under the same name gives the first answer.
    private mutating func once(
        _ id: OperationID, _ act: (inout ModelServer) -> Answer
    ) -> Answer {
        if let first = memory.answers[id], bug != .answersForgotten {
            // A record that was in the backup is of this life, as its effect is.
            guard case .done(var effect) = first else { return first }
            effect.epoch = epoch
            return .done(effect)
        }
        let answer = act(&self)
        memory.answers[id] = answer
        return answer
    }

    private func effect(notFound: [ServerPhotoID] = [], landed: Int? = nil) -> Answer.Effect {
        Answer.Effect(
            epoch: epoch, sequence: sequence, notFound: notFound, landed: landed.map(photo))
    }

    private func have(_ hash: ContentHash) -> Answer.Have {
        if bug == .haveSaysMissing { return .missing }
        if !liveFiles(hash).isEmpty { return .present }
        return memory.tombstones[hash] != nil ? .deleted : .missing
    }

    private func live(_ id: ServerPhotoID) -> Int? {
        memory.files.firstIndex { $0.id == id && $0.isLive }
    }

    private mutating func changed(_ index: Int) {
        memory.changes.append(Change(file: index, isDeletion: false))
    }

    @discardableResult
    private mutating func create(_ hash: ContentHash, _ size: Int64, by creator: Int) -> Int {
        let index = memory.files.count
        let digits = String(index)
        // Ids sort as they were made, in every epoch other ones.
        let id = "id:\(epoch)." + String(repeating: "0", count: 4 - digits.count) + digits
        memory.files.append(
            File(
                id: ServerPhotoID(id), hash: hash, size: size, revision: 1, isLive: true,
                creator: creator, since: sequence + 1))
        memory.tombstones[hash] = nil
        changed(index)
        return index
    }

    private mutating func replace(_ index: Int, _ hash: ContentHash, _ size: Int64) {
        let old = memory.files[index].hash
        // An edited photo stays hidden.
        if memory.flags[hash] == nil, let flags = memory.flags[old] {
            memory.flags[hash] = flags
            for copy in liveFiles(hash) { changed(copy) }
        }
        memory.files[index].hash = hash
        memory.files[index].size = size
        memory.files[index].revision += 1
        memory.files[index].since = sequence + 1
        memory.tombstones[hash] = nil
        changed(index)
    }

    private mutating func remove(_ index: Int) {
        memory.files[index].isLive = false
        changed(index)
        let hash = memory.files[index].hash
        if liveFiles(hash).isEmpty { memory.tombstones[hash] = true }
    }

    private mutating func commit(
        _ id: OperationID, _ upload: Upload, from device: Int
    ) -> Answer {
        if memory.cancelled[id] != nil { return .refused(.cancelled, reason: "cancelled") }
        let there = liveFiles(upload.hash)
        if memory.tombstones[upload.hash] != nil, !upload.wish, there.isEmpty,
            bug != .deletedContentAccepted
        {
            return .refused(.contentDeleted, reason: "deleted")
        }
        if let replaced = upload.replaces, let index = live(replaced.id),
            bug == .revisionNotCompared || String(memory.files[index].revision) == replaced.revision
        {
            if memory.files[index].hash != upload.hash {
                replace(index, upload.hash, upload.size)
            }
            return .done(effect(landed: index))
        }
        if let own = there.first(where: { memory.files[$0].creator == device }) {
            // The path is taken by the same bytes: nothing new.
            return .done(effect(landed: own))
        }
        let index = create(upload.hash, upload.size, by: device)
        return .done(effect(landed: index))
    }

    private mutating func set(_ flag: Flag, _ value: Bool, _ ids: [ServerPhotoID]) -> Answer {
        var notFound: [ServerPhotoID] = []
        for id in ids {
            guard let index = live(id) else {
                notFound.append(id)
                continue
            }
            let hash = memory.files[index].hash
            var flags = memory.flags[hash] ?? Flags()
            switch flag {
            case .hidden: flags.hidden = value
            case .favourite: flags.favourite = value
            }
            memory.flags[hash] = flags
            for file in liveFiles(hash) { changed(file) }
        }
        return .done(effect(notFound: notFound))
    }

    private mutating func delete(_ deletion: Deletion) -> Answer {
        for id in deletion.cancels { memory.cancelled[id] = true }
        for id in deletion.ids {
            if let index = live(id) { remove(index) }
        }
        for hash in deletion.hashes {
            for index in liveFiles(hash) { remove(index) }
            memory.tombstones[hash] = true
        }
        for hash in deletion.superseded where liveFiles(hash).isEmpty {
            memory.tombstones[hash] = true
        }
        return .done(effect())
    }

    private mutating func restore(_ restoration: Restoration) -> Answer {
        for hash in restoration.hashes { memory.tombstones[hash] = nil }
        var found = false
        for hash in restoration.hashes where !liveFiles(hash).isEmpty { found = true }
        if !found {
            // A photo that was edited before it was deleted is not the one
            // that is wanted back.
            let named = restoration.ids.compactMap { id in
                memory.files.firstIndex {
                    $0.id == id && !$0.isLive && restoration.hashes.contains($0.hash)
                }
            }
            let latest = restoration.hashes.compactMap { hash in
                memory.files.lastIndex { $0.hash == hash && !$0.isLive }
            }
            for index in named.isEmpty ? latest : named {
                memory.files[index].isLive = true
                memory.files[index].since = sequence + 1
                memory.tombstones[memory.files[index].hash] = nil
                changed(index)
                found = true
            }
        }
        return .done(effect(notFound: found ? [] : [ServerPhotoID("none")]))
    }
}
