import Synchronization

/// Runs libFuzzer over a check of any bytes.
public enum Fuzzer {
    // In an object: a function that is read from a mutex itself comes out
    // wrapped once more each time, until the stack ends.
    private final class Check: Sendable {
        let body: @Sendable ([UInt8]) -> Void

        init(_ body: @escaping @Sendable ([UInt8]) -> Void) {
            self.body = body
        }
    }

    private static let check = Mutex<Check?>(nil)

    /// Takes the program's arguments; returns when libFuzzer has done.
    ///
    /// - Parameter body: traps on what must not be.
    public static func run(_ body: @escaping @Sendable ([UInt8]) -> Void) {
        check.withLock { $0 = Check(body) }
        var count = CommandLine.argc
        var arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? =
            CommandLine.unsafeArgv
        _ = runFuzzer(&count, &arguments) { bytes, count in
            let check = Fuzzer.check.withLock { $0 }
            check?.body(Array(UnsafeBufferPointer(start: bytes, count: count)))
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
