import Glibc
public import Photos

extension DecoderPool {
    /// Where `carousel-decoder` is: `$CAROUSEL_DECODER`, else beside the
    /// running program.
    public static var standardExecutable: FilePath {
        if let set = getenv("CAROUSEL_DECODER"), set.pointee != 0 {
            return FilePath(String(cString: set))
        }
        return (ownExecutable?.folder ?? FilePath(".")).appending("carousel-decoder")
    }

    private static var ownExecutable: FilePath? {
        var buffer = [UInt8](repeating: 0, count: Int(PATH_MAX))
        let count = buffer.withUnsafeMutableBytes { bytes in
            bytes.withMemoryRebound(to: CChar.self) {
                $0.baseAddress.map { readlink("/proc/self/exe", $0, bytes.count) } ?? -1
            }
        }
        return count > 0 ? FilePath(bytes: buffer.prefix(count)) : nil
    }
}
