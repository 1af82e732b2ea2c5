import Photos
import Sync

/// Three devices, a server and all that may go wrong between them, from one
/// seed.
public struct World: Sendable {
    enum Happening: Sendable {
        /// The act of this number, of the user or of the world.
        case act(Int)
        /// The incident of this kind and number.
        case incident(Fault, Int)
        /// The end of one that lasts.
        case recovery(Fault, device: Int)
        case arrives(Request, RequestNumber, device: Int, life: Int)
        case event(Event, device: Int, life: Int)
        case timer(device: Int, life: Int, at: Int64)
        case hash(FileID, device: Int, life: Int)
        case walk(RootID, device: Int, life: Int)
        /// The driver looks whether a disk is there.
        case look(RootID, device: Int, life: Int)
        /// A file came back from the trash, with this stamp; nil when it could
        /// not.
        case returned(FileID, stamp: Int64?, device: Int, life: Int)
    }

    let setting: Setting
    let faults: FaultSet
    var clock = VirtualClock<Happening>()
    var devices: [SimulatedDevice]
    var server: any SimulatedServer
    var network: Stream
    var disks: Stream
    var troubles: Stream
    /// Whether faults still happen.
    var isTroubled = true
    var checks: Checks
    var probes = Probes()
    var trace = Digest()
    public private(set) var log: [String] = []
    var happenings = 0

    /// What makes a run: everything follows from it.
    public struct Setting: Hashable, Sendable {
        public var seed: UInt64
        /// Acts of the users and of the world.
        public var operations: Int
        public var bug: PlantedBug?
        /// Acts to leave out, and faults to leave off: what a shrinker tries.
        public var skipped: [Bool]
        public var without: [Fault]
        public var logs: Bool
        /// Where the devices' libraries lie as real databases, on a disk in
        /// memory; nil for rows in memory alone. One world at a time.
        public var libraries: FilePath?
        public var server: ServerKind

        public init(
            seed: UInt64, operations: Int = 200, bug: PlantedBug? = nil, skipped: [Bool] = [],
            without: [Fault] = [], logs: Bool = false, libraries: FilePath? = nil,
            server: ServerKind = .machine
        ) {
            self.server = server
            self.libraries = libraries
            self.seed = seed
            self.operations = operations
            self.bug = bug
            self.skipped = skipped
            self.without = without
            self.logs = logs
        }
    }

    static let deviceCount = 3

    public init(_ setting: Setting) {
        self.setting = setting
        var drawn = Stream(seed: setting.seed, "faults drawn")
        var faults = FaultSet()
        var apart = Stream(seed: setting.seed, "incidents drawn")
        for fault in Fault.allCases {
            let isDrawn =
                Fault.incidents.contains(fault) ? apart.happens(300) : drawn.happens(500)
            if isDrawn, !setting.without.contains(fault) { faults.insert(fault) }
        }
        self.faults = faults
        devices = (0..<Self.deviceCount).map {
            SimulatedDevice(seed: setting.seed, number: $0, bug: setting.bug)
        }
        let pageSize = 1 + drawn.below(4)
        server =
            switch setting.server {
            case .machine: MachineServer(pageSize: pageSize)
            case .model: ModelServer(pageSize: pageSize, bug: setting.bug)
            }
        network = Stream(seed: setting.seed, "network")
        disks = Stream(seed: setting.seed, "disks")
        troubles = Stream(seed: setting.seed, "troubles")
        checks = Checks(devices: Self.deviceCount)
    }

    /// Runs the world to its end, or to the first broken invariant.
    public mutating func run() -> Report {
        if let libraries = setting.libraries { openLibraries(at: libraries) }
        for device in devices.indices { deliver(.started, to: device) }
        for number in 0..<setting.operations {
            var stream = Stream(seed: setting.seed, "act", number)
            let skipped = number < setting.skipped.count && setting.skipped[number]
            // A world of an hour: two or three acts a minute, in bursts.
            let at = Int64(number) * 4_000 + Int64(stream.below(12_000))
            if !skipped { clock.plan(.act(number), in: at) }
        }
        let end = Int64(setting.operations) * 4_000 + 12_000
        planIncidents(until: end)
        while checks.failure == nil, let time = clock.nextTime, time <= end { step() }
        if checks.failure == nil { quieten() }
        return Report(
            setting: setting, failure: checks.failure, trace: trace, happenings: happenings,
            milliseconds: clock.milliseconds, probes: probes)
    }

    mutating func step() {
        guard let happening = clock.next() else { return }
        happenings += 1
        trace.mix(clock.milliseconds)
        guard !isSleptThrough(happening) else { return }
        switch happening {
        case .act(let number): act(number)
        case .incident(let fault, let number): befall(fault, number)
        case .recovery(let fault, let device): recover(fault, device)
        case .arrives(let request, let number, let device, let life):
            arrive(request, number, device, life)
        case .event(let event, let device, let life):
            if life == devices[device].life { deliver(event, to: device) }
        case .timer(let device, let life, let at):
            guard life == devices[device].life else { return }
            if devices[device].timer == at { devices[device].timer = nil }
            deliver(.timer, to: device)
        case .hash(let path, let device, let life):
            if life == devices[device].life { hash(path, on: device) }
        case .walk(let root, let device, let life):
            if life == devices[device].life { walk(root, on: device) }
        case .look(let root, let device, let life):
            guard life == devices[device].life else { return }
            let isMounted = devices[device].disk.isMounted(root)
            deliver(.disk(.root(root, available: isMounted)), to: device)
        case .returned(let id, let stamp, let device, let life):
            if life == devices[device].life { returned(id, stamp: stamp, on: device) }
        }
    }

    /// Whether a fault of this kind happens now.
    mutating func happens(_ fault: Fault, _ perMille: Int) -> Bool {
        guard isTroubled, faults.contains(fault), troubles.happens(perMille) else { return false }
        probes.count(fault.rawValue)
        return true
    }

    mutating func note(_ text: @autoclosure () -> String) {
        if setting.logs { log.append("\(clock.milliseconds) \(text())") }
    }

    mutating func fail(_ invariant: Int, _ text: String) {
        guard checks.failure == nil else { return }
        checks.failure = Failure(invariant: invariant, text: text)
        note("FAILED \(invariant): \(text)")
        guard setting.logs else { return }
        for (number, device) in devices.enumerated() {
            for line in device.description { note("device \(number) \(line)") }
        }
    }
}
