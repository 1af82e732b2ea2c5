// swift-tools-version: 6.2
import PackageDescription

// Fuzzers, one executable each. `make nightly` builds them with libFuzzer and
// runs each of them. The modules under test are links to their sources: a
// fuzzer reaches what is not public, and is built with instrumented code.

let strict: [SwiftSetting] = [.treatAllWarnings(as: .error)]
let testable: [SwiftSetting] = strict + [.unsafeFlags(["-enable-testing"])]

let package = Package(
    name: "Fuzz",
    targets: [
        .systemLibrary(name: "CFuzzer"),
        .systemLibrary(name: "CLinux"),
        .systemLibrary(name: "COpenSSL", pkgConfig: "openssl", providers: [.apt(["libssl-dev"])]),
        .target(
            name: "HTTPServer", dependencies: ["CLinux", "COpenSSL"], swiftSettings: testable),
        .executableTarget(
            name: "HTTPRequestFuzz", dependencies: ["HTTPServer", "CFuzzer"],
            swiftSettings: strict + [.unsafeFlags(["-parse-as-library"])]),
    ],
    swiftLanguageModes: [.v6]
)
