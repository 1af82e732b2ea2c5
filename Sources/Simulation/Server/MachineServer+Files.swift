import Carousel
import CarouselServer
import DropboxAPI
import Photos
import Sync

/// What goes over the file plane: uploads, and what other programs do.
extension MachineServer {
    /// As the client does it: another place where one is refused, without
    /// sending the bytes again.
    mutating func upload(
        _ upload: Upload, _ id: OperationID, from device: Int
    ) throws(ServerError) -> Answer {
        guard let kept = SessionID(draw("kept")) else { throw .failed("no name for a session") }
        var places = UploadPlaces(upload, modified: Timestamp(seconds: 0)) { number in
            Self.path(of: upload.hash, from: device, number)
        }
        let session: SessionID
        switch try send(places.commit, upload, keptAs: kept, id) {
        case .success(let landed): return Answer(landed: landed)
        case .failure(.path(let error, let other)):
            guard places.goOn(after: error) else { return answer(refusing: error) }
            session = other
        case .failure(let failure): throw .refused(failure)
        }
        while true {
            switch try finish(session, places.commit, upload, id) {
            case .success(let landed): return Answer(landed: landed)
            case .failure(.path(let error)):
                guard places.goOn(after: error) else { return answer(refusing: error) }
            case .failure(let failure): throw .refused(failure)
            }
        }
    }

    private mutating func send(
        _ commit: CommitInfo, _ upload: Upload, keptAs session: SessionID, _ id: OperationID
    ) throws(ServerError) -> Result<Marked<FileMetadata>, UploadError> {
        let staged = StagedContent(hash: upload.hash, size: upload.size, number: 0)
        let caller = named(id)
        return try once(NamedCall(id, uploading: upload.hash)) { machine throws(ServerError) in
            try machine.upload(commit, staged, keptAs: session, by: caller)
        }
    }

    private mutating func finish(
        _ session: SessionID, _ commit: CommitInfo, _ upload: Upload, _ id: OperationID
    ) throws(ServerError) -> Result<Marked<FileMetadata>, SessionFinishError> {
        let caller = named(id)
        let argument = SessionFinishArgument(
            cursor: SessionCursor(sessionID: session, offset: upload.size), commit: commit)
        return try self.commit { machine throws(ServerError) in
            let call = try machine.call(id, finishing: session, nil, of: Self.account)
            return try machine.once(call, by: caller) { machine throws(ServerError) in
                try machine.finishSession(argument, nil, by: caller)
            }
        }
    }

    private func answer(refusing error: WriteError) -> Answer {
        do throws(ServerProblem) {
            return try Answer(refusing: error)
        } catch {
            return .failed(retryAfterMilliseconds: nil)
        }
    }

    /// Half of the shots tell when they were taken, so that their names
    /// collide; the others go by the names they have on their device.
    private static func path(of hash: ContentHash, from device: Int, _ number: Int) -> String {
        let shot = Content.index(of: hash) / 2
        let stem =
            shot.isMultiple(of: 2) ? "2014-07-0\(shot / 4 + 1) 10.00.00" : "IMG \(device)\(shot)"
        return UploadOrder.path(stem, number, ending: ".jpg", of: hash)
    }

    mutating func meddle(_ act: Meddling) {
        let place = draw("/Elsewhere/photo") + ".jpg"
        let caller = stranger
        do throws(ServerError) {
            switch act {
            case .move(let id):
                let argument = RelocationArgument(
                    from: PathArgument(id.rawValue), to: PathArgument(place))
                try commit { machine throws(ServerError) in
                    _ = try machine.move(argument, by: caller)
                }
            case .copy(let id):
                let argument = RelocationArgument(
                    from: PathArgument(id.rawValue), to: PathArgument(place))
                try commit { machine throws(ServerError) in
                    _ = try machine.copy(argument, by: caller)
                }
            case .edit(let id, let content): try edit(id, content)
            case .delete(let id):
                let argument = DeleteArgument(path: PathArgument(id.rawValue))
                try commit { machine throws(ServerError) in
                    _ = try machine.delete(argument, by: caller)
                }
            }
        } catch {
            note(wrong: "\(error)")
        }
    }

    private mutating func edit(_ id: ServerPhotoID, _ content: Int) throws(ServerError) {
        let caller = stranger
        let hash = Content.hash(content)
        guard let session = SessionID(draw("kept")) else { throw .failed("no name for a session") }
        let staged = StagedContent(hash: hash, size: Content.size(content), number: 0)
        let result = try commit { machine throws(ServerError) in
            try machine.upload(
                CommitInfo(path: PathArgument(id.rawValue), mode: .overwrite), staged,
                keptAs: session, by: caller)
        }
        if case .failure(let failure) = result { throw .refused(failure) }
    }
}
