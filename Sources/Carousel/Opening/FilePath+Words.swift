import Glibc
import Photos

extension FilePath {
    /// The path as the user means it: from the current folder when it does
    /// not begin with a `/`. `.`, `..` and doubled or trailing slashes are
    /// taken out; links are not followed.
    ///
    /// - Parameter bytes: a word of the command line, which has no NUL.
    public static func absolute(_ bytes: [UInt8]) -> FilePath {
        let slash = UInt8(ascii: "/")
        var bytes = bytes
        if bytes.first != slash, let folder = getcwd(nil, 0) {
            defer { free(folder) }
            bytes =
                Array(UnsafeRawBufferPointer(start: folder, count: strlen(folder)))
                + [slash] + bytes
        }
        var parts: [ArraySlice<UInt8>] = []
        for part in bytes.split(separator: slash) {
            if part.elementsEqual(".".utf8) { continue }
            if part.elementsEqual("..".utf8) {
                _ = parts.popLast()
            } else {
                parts.append(part)
            }
        }
        return parts.reduce(FilePath("/")) { $0.appending($1) }
    }
}
