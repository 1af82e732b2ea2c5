import Photos
import Timeline

/// Reads bytes as edits of a timeline and checks everything after each commit
/// against a dictionary of records.
@main
struct TimelineEdits {
    static func main() {
        var count = CommandLine.argc
        var arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? =
            CommandLine.unsafeArgv
        _ = runFuzzer(&count, &arguments) { bytes, count in
            var run = FuzzRun(UnsafeBufferPointer(start: bytes, count: count))
            run.go()
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
