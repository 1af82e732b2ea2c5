// swift-tools-version: 6.2
import PackageDescription

// Fuzzers: programs for libFuzzer, each reads bytes as input of one module. A
// package of its own, since the modules are compiled anew with what a fuzzer
// needs; their sources are linked in. Run by `make nightly`, or by hand:
//
//     swift build -c release -Xswiftc -sanitize=fuzzer -Xswiftc -use-ld=lld \
//         -Xswiftc -assert-config -Xswiftc Debug
//     SWIFT_BACKTRACE=enable=no .build/release/timeline-edits Corpus/timeline-edits

let strict: [SwiftSetting] = [.treatAllWarnings(as: .error)]

/// A program whose entry point is the fuzzer's.
func fuzzer(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
    .executableTarget(
        name: name, dependencies: dependencies,
        swiftSettings: strict + [.unsafeFlags(["-parse-as-library"])])
}

let package = Package(
    name: "CarouselFuzz",
    targets: [
        .systemLibrary(name: "CLinux"),
        .systemLibrary(name: "COpenSSL", pkgConfig: "openssl", providers: [.apt(["libssl-dev"])]),
        .target(name: "Photos", swiftSettings: strict),
        .target(name: "Timeline", dependencies: ["Photos"], swiftSettings: strict),
        // Its parser is not public.
        .target(
            name: "HTTPServer", dependencies: ["CLinux", "COpenSSL"],
            swiftSettings: strict + [.unsafeFlags(["-enable-testing"])]),
        fuzzer("timeline-edits", ["Photos", "Timeline"]),
        fuzzer("http-requests", ["HTTPServer"]),
        .systemLibrary(
            name: "CCrypto", pkgConfig: "libcrypto", providers: [.apt(["libssl-dev"])]),
        .systemLibrary(
            name: "CTurboJPEG", pkgConfig: "libturbojpeg",
            providers: [.apt(["libturbojpeg0-dev"])]),
        .target(name: "DecoderProtocol", dependencies: ["Photos"], swiftSettings: strict),
        .target(
            name: "Media",
            dependencies: ["Photos", "DecoderProtocol", "CLinux", "CCrypto", "CTurboJPEG"],
            swiftSettings: strict),
        .target(name: "Fuzzing", swiftSettings: strict),
        fuzzer("takeout-names", ["Media", "Fuzzing"]),
        fuzzer("sidecar-json", ["Media", "Photos", "Fuzzing"]),
        fuzzer("file-dates", ["Media", "Photos", "DecoderProtocol", "Fuzzing"]),
        fuzzer("decoder-messages", ["DecoderProtocol", "Fuzzing"]),
        .target(name: "DropboxAPI", dependencies: ["Photos"], swiftSettings: strict),
        fuzzer("wire-messages", ["DropboxAPI", "Fuzzing"]),
    ],
    swiftLanguageModes: [.v6]
)
