import Glibc

extension CommandLine {
    /// The words behind the program's name, byte by byte as the system handed
    /// them over. (`CommandLine.arguments` repairs what is not UTF-8, and a
    /// file of that name is then not found.)
    public static var words: [[UInt8]] {
        (1..<max(1, Int(argc))).compactMap { index in
            unsafeArgv[index].map { word in
                Array(UnsafeRawBufferPointer(start: word, count: strlen(word)))
            }
        }
    }
}
