import Photos
import Rendering
import Testing
import Timeline

/// A driver without a toolkit: frames on a virtual clock, workers that take
/// some frames for a decode, pictures that are names. It holds the policy to
/// its promises in every frame.
struct PolicyDriver {
    /// What a decode gives: which photo's, of which content, at which size.
    struct Picture: Hashable {
        let photo: LUID
        let size: ThumbnailSize
        let source: ThumbHash
    }

    var policy: RenderPolicy<Picture>
    var layout: TimelineLayout
    var viewport: Viewport
    var queue = DecodeQueue()
    /// Jobs being decoded and the frames they still take.
    var running: [(job: DecodeJob, framesLeft: Int)] = []
    var workers = 2
    var framesADecode = 2
    /// Photos that have no thumbnail.
    var without: Set<LUID> = []
    var decodesASmall = 0
    var time = 0
    var lastPlan: FramePlan<Picture>?
    /// Jobs started since the last look.
    var started: [DecodeJob] = []
    var smallDecodes: [LUID] = []
    var foldDecodes: [DecodeJob] = []
    private var rungs: [LUID: Rung] = [:]

    init(
        _ snapshot: Snapshot, width: Int = 330, wantedCell: Int = 100, height: Double = 400,
        cache: CacheBudget = .standard, folding: Folding? = nil
    ) {
        policy = RenderPolicy(cache: cache)
        layout = TimelineLayout(snapshot, width: width, wantedCell: wantedCell, folding: folding)
        viewport = Viewport(top: 0, height: height)
    }

    var screen: Int { layout.cells(from: viewport.top, to: viewport.bottom).count }

    /// Makes the next frame, 1/60 s later.
    mutating func frame(moving distance: Double = 0) {
        finishDecodes()
        let limit = max(0, layout.height - viewport.height)
        viewport.top = min(max(0, viewport.top + distance), limit)
        time += 16_667
        let plan = policy.plan(layout, viewport, at: time)
        for view in plan.cells {
            draw(view)
        }
        for fold in plan.folds where !fold.decode.isEmpty {
            foldDecodes += fold.decode
            let isThere = !fold.decode.allSatisfy { without.contains($0.photo) }
            let picture = Picture(
                photo: fold.first.luid, size: .s75, source: fold.first.thumbHash)
            policy.receiveFold(fold.decode, isThere ? picture : nil, bytes: 38 * 38 * 4)
        }
        queue.replace(visible: plan.visibleJobs, ahead: plan.aheadJobs, screen: plan.screen)
        check(plan)
        lastPlan = plan
        startDecodes()
    }

    /// Frames in the same place until nothing is left to do.
    mutating func rest() {
        for _ in 0..<400 {
            frame()
            if lastPlan?.isSettled == true, queue.isEmpty, running.isEmpty { return }
        }
        Issue.record("nothing settles at \(viewport.top)")
    }

    private mutating func draw(_ view: CellView<Picture>) {
        let record = view.cell.record
        var rung = view.picture?.rung ?? .colour
        if let job = view.decode {
            smallDecodes.append(record.luid)
            let picture = picture(for: job)
            _ = policy.receive(job, picture, bytes: 75 * 75 * 4)
            if picture != nil { rung = max(rung, .small) }
        }
        if let former = rungs[record.luid] {
            #expect(rung >= former, "photo \(record.luid) went down from \(former) to \(rung)")
        }
        rungs[record.luid] = rung
    }

    private mutating func check(_ plan: FramePlan<Picture>) {
        let inSight = Set(plan.cells.map(\.cell.record.luid))
        rungs = rungs.filter { inSight.contains($0.key) }
        #expect(queue.visibleCount <= plan.screen && queue.aheadCount <= plan.screen)
        #expect(plan.visibleJobs.allSatisfy { inSight.contains($0.photo) })
        #expect(plan.aheadJobs.allSatisfy { !inSight.contains($0.photo) })
        let band = Set(
            layout.cells(
                from: viewport.top - viewport.height, to: viewport.bottom + viewport.height
            ).map(\.record.luid))
        #expect(plan.aheadJobs.allSatisfy { band.contains($0.photo) })
        #expect(plan.screen >= plan.cells.count)
    }

    private mutating func startDecodes() {
        while running.count < workers, let job = queue.start() {
            started.append(job)
            running.append((job, framesADecode))
        }
    }

    private mutating func finishDecodes() {
        for index in running.indices {
            running[index].framesLeft -= 1
        }
        for (job, framesLeft) in running where framesLeft <= 0 {
            _ = policy.receive(job, picture(for: job), bytes: job.side * job.side * 4)
            queue.finish(job)
        }
        running.removeAll { $0.framesLeft <= 0 }
    }

    private func picture(for job: DecodeJob) -> Picture? {
        without.contains(job.photo)
            ? nil : Picture(photo: job.photo, size: job.size, source: job.picture)
    }

    /// What each cell in sight shows, by photo.
    var shown: [LUID: Picture] {
        (lastPlan?.cells ?? []).reduce(into: [:]) { shown, view in
            shown[view.cell.record.luid] = view.picture?.picture
        }
    }
}
