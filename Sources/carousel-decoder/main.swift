import Decoding
import Glibc

// Started by Carousel with a socket; not a program to run by hand.
let service = DecoderService(socket: DecoderService.socketDescriptor)
if CommandLine.arguments.contains("--help") || CommandLine.arguments.contains("-h") {
    print(
        """
        carousel-decoder reads and decodes photos and videos for Carousel, in a process of its
        own with limits of its own. Carousel starts it; there is nothing to run by hand.
        """)
    exit(EX_OK)
}
guard service.isConnected else {
    let words = Array("carousel-decoder is started by Carousel and does nothing by itself.\n".utf8)
    write(STDERR_FILENO, words, words.count)
    exit(EX_USAGE)
}
ProcessLimits.apply()
exit(service.run())
