import Synchronization

/// Runs libFuzzer over a check of any bytes.
public enum Fuzzer {
    private static let check = Mutex<(@Sendable ([UInt8]) -> Void)?>(nil)

    /// Takes the program's arguments; returns when libFuzzer has done.
    ///
    /// - Parameter body: traps on what must not be.
    public static func run(_ body: @escaping @Sendable ([UInt8]) -> Void) {
        check.withLock { $0 = body }
        var count = CommandLine.argc
        var arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? =
            CommandLine.unsafeArgv
        _ = runFuzzer(&count, &arguments) { bytes, count in
            let body = Fuzzer.check.withLock { $0 }
            body?(Array(UnsafeBufferPointer(start: bytes, count: count)))
            return 0
        }
    }
}

/// libFuzzer's driver.
@_silgen_name("LLVMFuzzerRunDriver")
private func runFuzzer(
    _ count: UnsafeMutablePointer<Int32>,
    _ arguments: UnsafeMutablePointer<
        UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
    >,
    _ run: @convention(c) (UnsafePointer<UInt8>?, Int) -> Int32
) -> Int32
