import DecoderProtocol
import Photos
import TestSupport
import Testing

@Suite struct CodingTests {
    @Test func everyMessageReadsBackAsItself() throws {
        for request in SampleMessages.requests {
            #expect(try DecoderRequest(message: request.message) == request)
            #expect(request.message.count <= FrameHeader.requestCapacity)
        }
        for reply in SampleMessages.replies {
            #expect(try DecoderReply(message: reply.message) == reply)
        }
    }

    @Test func aMessageCutAnywhereEndsEarly() {
        for request in SampleMessages.requests {
            for length in request.message.indices {
                #expect(throws: ProtocolError.endsEarly) {
                    try DecoderRequest(message: Array(request.message.prefix(length)))
                }
            }
        }
        for reply in SampleMessages.replies {
            for length in reply.message.indices {
                #expect(throws: ProtocolError.endsEarly) {
                    try DecoderReply(message: Array(reply.message.prefix(length)))
                }
            }
        }
    }

    @Test func bytesBehindAMessageAreRefused() {
        for reply in SampleMessages.replies {
            #expect(throws: ProtocolError.trailingBytes(1)) {
                try DecoderReply(message: reply.message + [0])
            }
        }
    }

    /// Whatever reads as a message writes the same bytes again, so no two
    /// messages mean the same and nothing is lost in between.
    @Test func everySingleByteChangeIsRefusedOrReadsBackAsItself() {
        for reply in SampleMessages.replies {
            for position in reply.message.indices {
                for value in UInt8.min...UInt8.max {
                    var changed = reply.message
                    changed[position] = value
                    checkReply(changed)
                }
            }
        }
        for request in SampleMessages.requests {
            for position in request.message.indices {
                for value in UInt8.min...UInt8.max {
                    var changed = request.message
                    changed[position] = value
                    guard let read = try? DecoderRequest(message: changed) else { continue }
                    #expect((try? DecoderRequest(message: read.message)) == read)
                }
            }
        }
    }

    @Test(arguments: [1, 2, 3, 4, 5] as [UInt64])
    func randomBytesNeverTrap(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        for _ in 0..<20_000 {
            let length = Int.random(in: 0..<80, using: &random)
            var bytes = (0..<length).map { _ in UInt8.random(in: 0...255, using: &random) }
            if !bytes.isEmpty { bytes[0] %= 7 }
            checkReply(bytes)
            _ = try? DecoderRequest(message: bytes)
        }
    }

    private func checkReply(_ message: [UInt8]) {
        guard let read = try? DecoderReply(message: message) else { return }
        // Field order and control characters may be put right on reading.
        #expect((try? DecoderReply(message: read.message)) == read)
    }

    @Test func lengthsAboveTheirLimitsAreRefusedBeforeAnythingIsAllocated() {
        let huge: [UInt8] = [0xFF, 0xFF, 0xFF, 0xFF]
        #expect(throws: ProtocolError.self) { try DecoderReply(message: [4] + huge) }
        #expect(throws: ProtocolError.self) { try DecoderReply(message: [3] + huge) }
        #expect(
            throws: ProtocolError.tooLong(
                length: 0xFFFF_FFFF, limit: FrameHeader.replyCapacity)
        ) {
            try FrameHeader(huge + [0, 0, 0, 0], limit: FrameHeader.replyCapacity)
        }
    }

    @Test func aFrameIsItsHeaderAndTheMessage() throws {
        let frame = FrameHeader.frame([7, 8, 9], number: 0x0102_0304)
        let header = try FrameHeader(Array(frame.prefix(FrameHeader.byteCount)), limit: 3)
        #expect(header == FrameHeader(length: 3, number: 0x0102_0304))
        #expect(Array(frame.dropFirst(FrameHeader.byteCount)) == [7, 8, 9])
        #expect(throws: ProtocolError.endsEarly) { try FrameHeader([1, 0, 0], limit: 9) }
    }

    @Test func longTextsAreCutBetweenCharactersWhenWritten() throws {
        var facts = FileFacts(format: .png)
        facts.fields[.make] = String(repeating: "ü", count: 200)
        guard case .facts(let read) = try DecoderReply(message: DecoderReply.facts(facts).message)
        else {
            Issue.record("no facts")
            return
        }
        #expect(read.fields[.make] == String(repeating: "ü", count: 128))
    }
}
