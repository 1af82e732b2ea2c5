import Foundation
import TestSupport
import Testing

/// The gallery as a person uses it: the real program on real files, real
/// keys and a real pointer.
@Suite(
    .serialized,
    .enabled(if: VirtualDisplay.isThere, "Xvfb, xdotool and ImageMagick are not installed"))
struct GalleryWindowTests {
    private static let months = [
        "January", "February", "March", "April", "May", "June", "July", "August", "September",
        "October", "November", "December",
    ]

    /// "May 2014 – Carousel": the window's title when this photo is in sight.
    private func title(inSight photo: TimelineLine) throws -> String {
        guard let taken = photo.taken else { return "No date – Carousel" }
        let parts = taken.split(separator: "-")
        let month = try #require(Int(parts[1]))
        return "\(Self.months[month - 1]) \(parts[0]) – Carousel"
    }

    /// What a title has when this photo is open: the time it was taken.
    private func clock(of photo: TimelineLine) throws -> String {
        guard let taken = photo.taken else { return "No date" }
        return String(try #require(taken.split(separator: "T").last).prefix(5))
    }

    private func timeline(_ library: String) throws -> [TimelineLine] {
        let outcome = try Program("carousel").run(["timeline", "--json", "--library", library])
        return try TimelineLine.lines(of: outcome.lines)
    }

    /// Believable photos, enough for several screens. Made once: it takes
    /// longer than all the rest.
    private static let samples = Result {
        let folder = try TemporaryFolder("samples")
        let outcome = try Program("carousel").run(
            ["sample", folder.path + "/photos", "--photos", "30", "--seed", "5"])
        try #require(outcome.status == 0, "\(outcome.errors)")
        return folder
    }

    private func samples() throws -> String { try Self.samples.get().path + "/photos" }

    @Test(.enabled(if: Program("carousel-gallery").isBuilt))
    func aPersonScrollsOpensAPhotoAndClosesItAgain() async throws {
        let folder = try TemporaryFolder()
        let photos = try samples()
        let library = folder.path + "/library"
        let display = try VirtualDisplay()
        let gallery = try Program("carousel-gallery").start(
            ["--library", library, "--size", "1000x800", photos],
            environment: display.environment)
        defer { gallery.terminate() }
        let window = try await display.window(named: "Carousel")
        try window.focus()

        // The photos come by themselves while the folder is read.
        try await display.wait("the photos") { try window.title != "Carousel" }
        try await display.wait("the end of the scan") {
            // Thumbnails are made last, of the last photo too.
            try Program("carousel").run(["problems", "--library", library]).status == 0
                && timeline(library).count >= 30
        }
        let shown = try timeline(library)
        let first = try #require(shown.first)
        let last = try #require(shown.last)
        try await window.waitForTitle(title(inSight: first))

        // The wheel leads away from the newest photos, keys to both ends.
        for _ in 0..<30 {
            try window.click(500, 400, button: 5)
        }
        let newest = try title(inSight: first)
        try await display.wait("another month") { try window.title != newest }
        try window.press("End")
        try window.press("Return")
        let lastClock = try clock(of: last)
        try await display.wait("the last photo") { try window.title.contains(lastClock) }
        try window.press("Escape")
        try window.press("Home")
        try await window.waitForTitle(newest)

        // A click opens the first photo on black, Right the second one.
        try window.click(60, 220)
        let firstClock = try clock(of: first)
        try await display.wait("the first photo") { try window.title.contains(firstClock) }
        try await display.wait("black") { try window.pixel(20, 780) == [0, 0, 0] }
        let second = try clock(of: shown[1])
        try window.press("Right")
        try await display.wait("the second photo") { try window.title.contains(second) }
        try window.press("Left")
        try await display.wait("the first photo again") {
            try window.title.contains(firstClock)
        }

        // Escape closes it; the same keys close the program, in good order.
        try window.press("Escape")
        try await window.waitForTitle(newest)
        try await display.wait("the timeline") { try window.pixel(20, 780) != [0, 0, 0] }
        try window.press("ctrl+q")
        gallery.waitUntilExit()
        #expect(gallery.terminationStatus == 0)
        #expect(gallery.terminationReason == .exit)
    }

    @Test(.enabled(if: Program("carousel-gallery").isBuilt))
    func theKeyboardAloneOpensAndClosesPhotos() async throws {
        let folder = try TemporaryFolder()
        let photos = try samples()
        let library = folder.path + "/library"
        let scan = try Program("carousel").run(["scan", photos, "--library", library])
        try #require(scan.status == 0, "\(scan.errors)")
        let shown = try timeline(library)
        let display = try VirtualDisplay()
        let gallery = try Program("carousel-gallery").start(
            ["--library", library, "--size", "1000x800"], environment: display.environment)
        defer { gallery.terminate() }
        let window = try await display.window(named: "Carousel")
        try window.focus()
        let newest = try title(inSight: try #require(shown.first))
        try await window.waitForTitle(newest)

        for (key, photo) in [("Down", 0), ("Right", 1), ("Right", 2), ("Left", 1)] {
            try window.press(key)
            try window.press("Return")
            let clock = try clock(of: shown[photo])
            try await display.wait("photo \(photo)") { try window.title.contains(clock) }
            try window.press("Escape")
            try await window.waitForTitle(newest)
        }
    }

    @Test(.enabled(if: Program("carousel-gallery").isBuilt))
    func aScreenshotShowsTheWindowSharpAndEndsTheProgram() throws {
        let folder = try TemporaryFolder()
        let photos = try samples()
        let display = try VirtualDisplay()
        let picture = folder.path + "/window.png"
        let outcome = try Program("carousel-gallery").run(
            [
                "--library", folder.path + "/library", "--screenshot", picture, "--size",
                "900x700", photos,
            ], environment: display.environment)
        #expect(outcome.status == 0, "\(outcome.errors)")
        let identify = try #require(Program(installed: "identify"))
        let size = try identify.run(["-format", "%w %h %k", picture]).text.split(separator: " ")
        #expect(size.prefix(2) == ["900", "700"])
        // Photos have thousands of colours, an empty page has a few hundred.
        #expect(try #require(Int(size[2])) > 5_000)
    }

    @Test(.enabled(if: Program("carousel-gallery").isBuilt))
    func aScreenOfTwiceTheScaleIsDrawnWithAllItsPixels() throws {
        let folder = try TemporaryFolder()
        let photos = try samples()
        let display = try VirtualDisplay()
        let picture = folder.path + "/window.png"
        let outcome = try Program("carousel-gallery").run(
            [
                "--library", folder.path + "/library", "--screenshot", picture, "--size",
                "600x400", photos,
            ], environment: display.environment.merging(["GDK_SCALE": "2"]) { $1 })
        #expect(outcome.status == 0, "\(outcome.errors)")
        let convert = try #require(Program(installed: "convert"))
        // How much of it is lost in half as many pixels: of a picture that was
        // drawn small and enlarged next to nothing is.
        let facts = try convert.run([
            picture, "(", "+clone", "-resize", "50%", "-resize", "200%", ")", "-metric", "RMSE",
            "-compare", "-format", "%w %h %[distortion]", "info:",
        ]).text.split(separator: " ")
        #expect(facts.prefix(2) == ["1200", "800"])
        #expect(try #require(Double(facts[2])) > 0.015)
    }

    @Test(.enabled(if: Program("carousel-gallery").isBuilt))
    func withoutADisplayItSaysSoAndWhatToDo() throws {
        let outcome = try Program("carousel-gallery").run(
            ["/nowhere"], environment: ["DISPLAY": "", "WAYLAND_DISPLAY": ""])
        #expect(outcome.status == 1)
        #expect(outcome.errors.contains("there is no display"))
        #expect(outcome.errors.contains("--screenshot"))
    }

    @Test(.enabled(if: Program("carousel-gallery").isBuilt))
    func aLibraryThatCannotBeOpenedHasAnExitCodeOfItsOwn() throws {
        let folder = try TemporaryFolder()
        try folder.write(Array("no database".utf8), to: "library/library.db")
        let display = try VirtualDisplay()
        let outcome = try Program("carousel-gallery").run(
            [
                "--library", folder.path + "/library", "--screenshot", folder.path + "/a.png",
            ], environment: display.environment)
        #expect(outcome.status == 3)
        #expect(outcome.errors.contains("library.db"))
    }
}
