import Testing

@testable import HTTPServer

@Suite struct AddressTests {
    @Test(arguments: [
        ("127.0.0.1", "127.0.0.1"), ("0.0.0.0", "0.0.0.0"), ("::1", "::1"), ("::", "::"),
        ("::ffff:1.2.3.4", "1.2.3.4"), ("2001:DB8::0:7", "2001:db8::7"),
    ])
    func addressIsReadAndWritten(text: String, written: String) throws {
        #expect(try #require(IPAddress(text)).description == written)
    }

    @Test(arguments: ["", "localhost", "1.2.3", "1.2.3.4.5", "256.0.0.1", "[::1]", ":::", "::1%lo"])
    func otherTextIsNoAddress(text: String) {
        #expect(IPAddress(text) == nil)
    }

    @Test func loopbackIsKnown() throws {
        for (text, isLoopback) in [
            ("127.0.0.1", true), ("127.9.9.9", true), ("::1", true), ("128.0.0.1", false),
            ("::2", false), ("::ffff:127.0.0.1", true), ("2001:db8::1", false),
        ] {
            #expect(try #require(IPAddress(text)).isLoopback == isLoopback, "\(text)")
        }
    }

    @Test func sixteenBytesAreTheAddress() throws {
        let address = try #require(IPAddress("2001:db8::1:2"))
        #expect(address.bytes.withUnsafeBytes { IPAddress(bytes: $0) } == address)
        #expect(address.bytes.prefix(4) == [0x20, 0x01, 0x0D, 0xB8])
        #expect(IPAddress.loopback.bytes.suffix(6) == [0xFF, 0xFF, 127, 0, 0, 1])
    }

    @Test func networkOfSixIsItsFirstHalf() throws {
        let one = try #require(IPAddress("2001:db8::1"))
        let two = try #require(IPAddress("2001:db8::ffff:1"))
        let other = try #require(IPAddress("2001:db8:0:1::1"))
        #expect(one.network == two.network)
        #expect(one.network != other.network)
        #expect(IPAddress.loopback.network == IPAddress.loopback)
    }

    @Test(arguments: [
        ("127.0.0.1:80", "127.0.0.1:80"), ("[::1]:0", "[::1]:0"),
        ("0.0.0.0:65535", "0.0.0.0:65535"),
    ])
    func socketAddressIsReadAndWritten(text: String, written: String) throws {
        #expect(try #require(SocketAddress(text)).description == written)
    }

    @Test(arguments: [
        "", "127.0.0.1", "127.0.0.1:", "127.0.0.1:65536", "::1:80", ":80", "[::1]", "x:80",
    ])
    func otherTextIsNoSocketAddress(text: String) {
        #expect(SocketAddress(text) == nil)
    }
}
