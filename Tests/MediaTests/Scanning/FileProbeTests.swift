import DecoderProtocol
import Glibc
import Photos
import Testing

@testable import Media

struct FileProbeTests {
    @Test(arguments: [0, 1, 4095, 4096, 4097, 10_000])
    func theHeadIsTheFirstBytesOrTheWholeFile(size: Int) throws {
        let tree = try FileTree()
        let bytes = (0..<size).map { UInt8(truncatingIfNeeded: $0 &* 31) }
        let probe = try FileProbe(tree.add("a.jpg", bytes))
        #expect(probe.head == Array(bytes.prefix(FormatSniffer.headLength)))
        #expect(probe.stamp.size == Int64(size))
    }

    @Test func aPipeIsRefusedWithoutWaitingForAWriter() throws {
        let tree = try FileTree()
        let pipe = tree.path("pipe.jpg")
        try #require(mkfifo(pipe.display, 0o644) == 0)
        #expect(throws: MediaError.notAFile(pipe)) { try FileProbe(pipe) }
    }

    @Test func whatCannotBeOpenedSaysWhy() throws {
        let tree = try FileTree()
        #expect(throws: MediaError.notAFile(tree.root)) { try FileProbe(tree.root) }
        let gone = tree.path("gone.jpg")
        #expect(throws: MediaError.vanished(gone)) { try FileProbe(gone) }
        let through = tree.add("file").appending("a.jpg")
        #expect(throws: MediaError.vanished(through)) { try FileProbe(through) }
        let closed = tree.add("closed.jpg")
        try #require(chmod(closed.display, 0) == 0)
        let denied = PlainUser.run { Result { try FileProbe(closed) } }
        #expect(throws: MediaError.denied(closed)) { try denied.get() }
    }
}
