import CarouselServer
import DropboxAPI
import Photos

extension ServerRows {
    func session(_ id: SessionID, of account: AccountNumber) -> UploadSession? {
        accounts[account]?.sessions[id.text]
    }

    func blocks(
        of session: SessionID, in indices: Range<Int64>, of account: AccountNumber
    ) -> [SessionBlock] {
        accounts[account]?.blocks[session]?.rows.filter { indices.contains($0.index) } ?? []
    }

    func sessionBytes(of account: AccountNumber) -> Int64 {
        let sessions = accounts[account]?.sessions.rows ?? []
        return sessions.reduce(0) { sum, session in
            if case .committed = session.state { sum } else { sum + session.length }
        }
    }

    func sessions(idleSince time: Timestamp, of account: AccountNumber) -> [UploadSession] {
        accounts[account]?.sessions.rows.filter { $0.lastActivity <= time } ?? []
    }

    mutating func put(_ session: UploadSession, of account: AccountNumber) {
        accounts[account]?.sessions[session.id.text] = session
    }

    mutating func put(
        _ block: SessionBlock, of session: SessionID, of account: AccountNumber
    ) {
        accounts[account]?.blocks[session, default: Table()][block.index] = block
    }

    mutating func removeSession(_ id: SessionID, of account: AccountNumber) {
        accounts[account]?.sessions[id.text] = nil
    }

    mutating func removeBlocks(of session: SessionID, of account: AccountNumber) {
        accounts[account]?.blocks[session] = nil
    }

    func job(_ id: AsyncJobID, of account: AccountNumber) -> StoredJob? {
        accounts[account]?.jobs[id]
    }

    mutating func put(_ job: StoredJob, of account: AccountNumber) {
        accounts[account]?.jobs[job.id] = job
    }

    mutating func purgeJobs(finishedBefore time: Timestamp, of account: AccountNumber) {
        let kept = accounts[account]?.jobs.filter { $0.value.finished >= time }
        accounts[account]?.jobs = kept ?? [:]
    }

    func links(of account: AccountNumber) -> [StoredLink] {
        let links = accounts[account]?.links ?? []
        return links.sorted { $0.created == $1.created ? $0.id < $1.id : $0.created < $1.created }
    }

    func link(_ id: String) -> (AccountNumber, StoredLink)? {
        first { rows in rows.links.first { $0.id == id } }
    }

    mutating func put(_ link: StoredLink, of account: AccountNumber) {
        accounts[account]?.links.append(link)
    }

    mutating func removeLink(_ id: String, of account: AccountNumber) {
        accounts[account]?.links.removeAll { $0.id == id }
    }
}
