import Photos
import Sync

/// What befalls a whole device, or the server, for a while.
extension World {
    /// Of each kind in a world that has it.
    private static let incidents = 4
    private static let minute: Int64 = 60_000

    mutating func planIncidents(until end: Int64) {
        for fault in Fault.incidents where faults.contains(fault) {
            for number in 0..<Self.incidents {
                var stream = Stream(seed: setting.seed, "when \(fault.rawValue)", number)
                clock.plan(.incident(fault, number), in: Int64(stream.below(Int(end))))
            }
        }
    }

    mutating func befall(_ fault: Fault, _ number: Int) {
        guard isTroubled else { return }
        var stream = Stream(seed: setting.seed, fault.rawValue, number)
        _ = stream.next()
        let device = stream.below(devices.count)
        let duration = 5_000 + Int64(stream.below(Int(8 * Self.minute)))
        probes.count(fault.rawValue)
        note("device \(device): \(fault.rawValue)")
        switch fault {
        case .clockJump: jumpClock(of: device, &stream)
        case .suspension:
            guard !isAsleep(device) else { return }
            devices[device].asleepUntil = clock.milliseconds + duration
            // Clocks go on while a computer sleeps, or do not.
            if stream.happens(500) { devices[device].clockSkew -= duration }
        case .signedOut:
            devices[device].isSignedOut = true
            clock.plan(.recovery(fault, device: device), in: duration)
        case .pause:
            devices[device].isPaused = true
            devices[device].machine.isPaused = true
            clock.plan(.recovery(fault, device: device), in: duration)
        case .serverRestart: cutPolls()
        default: preconditionFailure("\(fault) is no incident")
        }
    }

    /// The token is taken again, or sync goes on.
    mutating func recover(_ fault: Fault, _ device: Int) {
        switch fault {
        case .signedOut where devices[device].isSignedOut: devices[device].isSignedOut = false
        case .pause where devices[device].isPaused:
            devices[device].isPaused = false
            devices[device].machine.isPaused = false
        default: return
        }
        note("device \(device): no more \(fault.rawValue)")
        clock.plan(.event(.online, device: device, life: devices[device].life), in: 0)
    }

    /// Forward by up to a day, or back by as much as a timer may be late.
    private mutating func jumpClock(of device: Int, _ stream: inout Stream) {
        let isForward = stream.happens(500)
        let distance = Int64(stream.below(Int((isForward ? 1_440 : 4) * Self.minute)))
        devices[device].clockSkew += isForward ? distance : -distance
    }

    /// What the monotonic clock of a device shows.
    func now(of device: Int) -> Instant {
        Instant(milliseconds: clock.milliseconds + devices[device].clockSkew)
    }

    func isAsleep(_ device: Int) -> Bool { devices[device].asleepUntil > clock.milliseconds }

    /// Whether it happens to a device that sleeps: it comes when that wakes,
    /// and half of the connections are dead by then.
    mutating func isSleptThrough(_ happening: Happening) -> Bool {
        guard let device = happening.device, isAsleep(device) else { return false }
        let delay = devices[device].asleepUntil - clock.milliseconds + Int64(disks.below(500))
        if case .event(.answer(let number, _), _, let life) = happening, troubles.happens(500) {
            let failed = Event.answer(number, .failed(retryAfterMilliseconds: nil))
            clock.plan(.event(failed, device: device, life: life), in: delay)
        } else if case .event(.disk(.root(let root, _)), _, let life) = happening {
            clock.plan(.look(root, device: device, life: life), in: delay)
        } else {
            clock.plan(happening, in: delay)
        }
        return true
    }
}

extension World.Happening {
    /// The device whose program it concerns.
    fileprivate var device: Int? {
        switch self {
        case .event(_, let device, _), .timer(let device, _, _), .hash(_, let device, _),
            .walk(_, let device, _), .look(_, let device, _), .returned(_, _, let device, _):
            device
        case .act, .incident, .recovery, .arrives: nil
        }
    }
}
