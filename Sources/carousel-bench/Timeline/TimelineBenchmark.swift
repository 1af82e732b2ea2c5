import Glibc
import Photos
import Timeline
extension Benchmark {
    static let timeline = Benchmark(name: "timeline", usage: "timeline --photos N [--json]") {
        arguments in
        let n = Int(arguments[1])!
        let made = MadePhotos(count: n)
        var all = made.newestFirst()
        let acc = Accumulator()
        var batch = 200, at = 0
        var t = ThreadClock.now()
        while at < n {
            var tx = acc.loaderTransaction()
            let e = min(n, at + batch)
            for i in at..<e { tx.addPhoto(all[i]) }
            tx.commit(); at = e; batch = min(batch * 4, 50_000)
        }
        acc.finishLoading()
        print("build ms", (ThreadClock.now() - t) / 1_000_000, "events", acc.snapshot.eventCount)
        all = []
        var r = Random(seed: 5)
        for _ in 0..<3 {
            var d = Durations(), dd = Durations()
            for _ in 0..<4000 {
                let luid = LUID(Int64(1 + r.below(n)))
                if acc.snapshot.position(of: luid) == nil { continue }
                var old: Snapshot? = acc.snapshot
                _ = r.below(2)
                d.measure {
                    var tx = acc.transaction()
                    tx.removePhoto(luid)
                    tx.commit()
                    old = nil
                }
            }
            print("hide warm", d.median, d.quantile(0.99))
            for _ in 0..<4000 {
                let luid = LUID(Int64(1 + r.below(n)))
                let s0 = ThreadClock.now()
                var tx = acc.transaction()
                tx.removePhoto(luid)
                tx.commit()
                dd.add(ThreadClock.now() - s0)
            }
            print("hide cold", dd.median, dd.quantile(0.99))
        }
        let s = acc.snapshot
        for _ in 0..<3 {
            var x: Int64 = 0
            t = ThreadClock.now();
            for _ in 0..<1_000_000 { x &+= s[r.below(s.photoCount)].luid.rawValue }
            let a = ThreadClock.now() - t
            t = ThreadClock.now();
            for _ in 0..<1_000_000 { x &+= s.luid(at: r.below(s.photoCount)).rawValue }
            let b = ThreadClock.now() - t
            t = ThreadClock.now();
            s.forEachPhoto(in: 0..<s.photoCount) { x &+= $1.luid.rawValue &+ Int64($1.width) }
            let c = ThreadClock.now() - t
            t = ThreadClock.now();
            for _ in 0..<1_000_000 { x &+= Int64(s.position(of: LUID(Int64(1 + r.below(n)))) ?? 0) }
            let e = ThreadClock.now() - t
            print(
                "record", a / 1_000_000, "luid", b / 1_000_000, "scan",
                Double(c) / Double(s.photoCount), "pos of", e / 1_000_000)
            consume(x)
        }
    }
}
