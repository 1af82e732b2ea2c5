import Photos
import Sync

/// A device: the machine, the rows that survive a crash, the disk, and what
/// the timeline shows.
struct SimulatedDevice: Sendable {
    var machine: SyncMachine
    var rows: MemoryRows
    /// The same rows in a database; nil when memory is all there is.
    var library: StoredLibrary?
    var disk = SimulatedDisk()
    /// The stamp with which each path was last told to the machine. Kept with
    /// the rows.
    var told: [FileID: Int64] = [:]
    /// Counts the lives of the program.
    var life = 0
    /// What the timeline shows, as the machine has told it.
    var timeline = Table<LUID, PhotoView>()
    /// Whether the program of this life has read its rows.
    var hasStarted = false
    /// When the earliest timer will ring.
    var timer: Int64?
    var isOffline = false
    /// By how much its monotonic clock differs from virtual time: it starts
    /// anew with the program.
    var clockSkew: Int64 = 0
    /// When it wakes; in the past while it is awake.
    var asleepUntil: Int64 = 0
    /// Whether the server refuses its token.
    var isSignedOut = false
    /// Whether the user has paused sync.
    var isPaused = false
    /// Long polls that the server has parked.
    var parked: RequestNumber?
    /// What the running question of `have` asks for.
    var asking: [ContentHash] = []
    /// The server's sequence at which each content was last heard to be
    /// missing there.
    var heardMissing: [ContentHash: Int64] = [:]
    /// The rows before the last commit, for a disk that does not sync.
    var rowsBefore: MemoryRows?
    /// The queue as it stood when the last act of the user was acknowledged.
    var made: [Part] = []
    let number: Int
    /// What the user chose a while ago.
    var selection: [PhotoView] = []

    init(seed: UInt64, number: Int, bug: PlantedBug?) {
        self.number = number
        var stream = Stream(seed: seed, "device", number)
        rows = MemoryRows(bug: bug)
        for root in SimulatedDisk.roots {
            rows.save(SyncRoot(id: root, uploads: root == SimulatedDisk.uploaded))
        }
        machine = SyncMachine(chance: Chance(stream.next(), stream.next()))
    }

    mutating func receive(_ event: Event, at now: Instant) -> [Action] {
        let actions = machine.receive(event, at: now, rows: &rows)
        took(event, machine, rows)
        return actions
    }

    /// What handing an event to the machine has come to.
    mutating func took(_ event: Event, _ machine: SyncMachine, _ rows: MemoryRows) {
        self.machine = machine
        self.rows = rows
        if case .started = event { hasStarted = true }
        if case .user = event { made = machine.unfinished }
    }

    /// The stamp with which what lies at a file's path was last told.
    func told(_ id: FileID) -> Int64? { told[SimulatedDisk.path(of: id)] }

    /// The file that the rows have at a path, in its folder or on its way
    /// through the trash.
    func id(at path: FileID) -> FileID? {
        rows.files.keys.first { SimulatedDisk.path(of: $0) == path }
            ?? rows.trash.rows.first {
                $0.state != .inTrash && SimulatedDisk.path(of: $0.file.id) == path
            }?.file.id
    }

    /// The program is gone; its rows and the disk stay.
    mutating func crash(stream: inout Stream) {
        life += 1
        machine = SyncMachine(chance: Chance(stream.next(), stream.next()))
        machine.isPaused = isPaused
        asleepUntil = 0
        hasStarted = false
        timer = nil
        parked = nil
        heardMissing = [:]
        if rows.bug == .missingSync, let before = rowsBefore { rows = before }
        if rows.bug == .luidReused {
            rows.lastLUID = rows.files.rows.compactMap(\.luid).map(\.rawValue).max() ?? 0
        }
    }

    /// The whole timeline anew, as at a start.
    mutating func reload() {
        timeline = Table()
        for luid in NaiveModel.luids(rows, machine.unfinished) {
            timeline[luid] = machine.view(of: luid, rows: rows)
        }
    }

    mutating func show(_ luids: [LUID]) {
        for luid in luids { timeline[luid] = machine.view(of: luid, rows: rows) }
    }
}
