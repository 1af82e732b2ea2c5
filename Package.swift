// swift-tools-version: 6.2
import PackageDescription

let strict: [SwiftSetting] = [.treatAllWarnings(as: .error)]
let strictOnMain: [SwiftSetting] = strict + [.defaultIsolation(MainActor.self)]

func system(_ name: String, _ pkgConfig: String, apt: String) -> Target {
    .systemLibrary(name: name, pkgConfig: pkgConfig, providers: [.apt([apt])])
}

func module(
    _ name: String, _ dependencies: [Target.Dependency] = [], settings: [SwiftSetting] = strict
) -> Target {
    .target(name: name, dependencies: dependencies, swiftSettings: settings)
}

func program(
    _ name: String, _ dependencies: [Target.Dependency], settings: [SwiftSetting] = strict
) -> Target {
    .executableTarget(name: name, dependencies: dependencies, swiftSettings: settings)
}

func tests(
    of name: String, _ more: [Target.Dependency] = [], settings: [SwiftSetting] = strict
) -> Target {
    .testTarget(
        name: "\(name)Tests", dependencies: [.byName(name: name), "TestSupport"] + more,
        swiftSettings: settings)
}

let cLibraries: [Target] = [
    system("CSQLite", "sqlite3", apt: "libsqlite3-dev"),
    system("CCrypto", "libcrypto", apt: "libssl-dev"),
    system("COpenSSL", "openssl", apt: "libssl-dev"),
    system("CSodium", "libsodium", apt: "libsodium-dev"),
    system("CCurl", "libcurl", apt: "libcurl4-openssl-dev"),
    system("CTurboJPEG", "libturbojpeg", apt: "libturbojpeg0-dev"),
    system("CVips", "vips", apt: "libvips-dev"),
    system("CGExiv2", "gexiv2", apt: "libgexiv2-dev"),
    system("CLibAV", "libavformat", apt: "libavformat-dev"),
    system("CRaw", "libraw", apt: "libraw-dev"),
    system("CGTK", "libadwaita-1", apt: "libadwaita-1-dev"),
    system("CSecret", "libsecret-1", apt: "libsecret-1-dev"),
    .systemLibrary(name: "CLinux"),
    // A loop in C that the store's benchmark is measured against.
    .target(
        name: "CRowLoop", dependencies: ["CSQLite"],
        cSettings: [.treatAllWarnings(as: .error)]),
]

let deciding: [Target] = [
    module("Photos"),
    module("Timeline", ["Photos"]),
    module("Sync", ["Photos"]),
    module("Rendering", ["Photos", "Timeline"]),
]

let touchingTheWorld: [Target] = [
    module("SQLite", ["CSQLite"]),
    module("Store", ["Photos", "SQLite"]),
    module("DecoderProtocol", ["Photos"]),
    module("Media", ["Photos", "DecoderProtocol", "CLinux", "CCrypto", "CTurboJPEG"]),
    module(
        "Decoding",
        [
            "Photos", "DecoderProtocol", "CLinux", "CVips", "CGExiv2", "CLibAV", "CRaw",
        ]),
    module("HTTPServer", ["CLinux", "COpenSSL"]),
    module("HTTPTransport", ["CLinux", "CCurl"]),
    module("DropboxAPI", ["Photos"]),
    module(
        "CarouselServer",
        [
            "Photos", "DropboxAPI", "SQLite", "DecoderProtocol", "Media", "HTTPServer", "CLinux",
            "CCrypto", "CSodium",
        ]),
    module(
        "Carousel",
        [
            "Photos", "Timeline", "Sync", "Rendering", "DropboxAPI", "Store", "DecoderProtocol",
            "Media", "HTTPTransport",
        ]),
    module("SecretService", ["CSecret", "Carousel"]),
    module("CommandLineKit"),
    module(
        "Simulation",
        [
            "Photos", "Sync", "SQLite", "Store", "Carousel", "DropboxAPI", "CarouselServer",
            "CCrashDisk",
        ]),
    module("GTKKit", ["CGTK"], settings: strictOnMain),
    module(
        "GalleryApp",
        [
            "Carousel", "GTKKit", "CGTK", "Photos", "Timeline", "Rendering", "CommandLineKit",
            "SecretService",
        ],
        settings: strictOnMain),
]

let programs: [Target] = [
    program(
        "CommandLineApp",
        ["Carousel", "Photos", "Timeline", "CommandLineKit", "SecretService"]),
    program("carousel-gallery", ["GalleryApp"], settings: strictOnMain),
    program("carousel-simulate", ["Photos", "Simulation", "CommandLineKit"]),
    program("carousel-decoder", ["Decoding", "DecoderProtocol", "Photos"]),
    program("carousel-server", ["CarouselServer", "CommandLineKit", "CLinux"]),
    program(
        "carousel-bench",
        [
            "Photos", "Timeline", "Sync", "Rendering", "SQLite", "CSQLite", "CRowLoop", "Store",
            "Media",
            "CCrypto", "CTurboJPEG", "CVips", "CGExiv2", "Decoding", "DecoderProtocol", "Carousel",
            "CommandLineKit", "GalleryApp", "GTKKit", "CGTK", "HTTPServer", "CarouselServer",
            "DropboxAPI",
        ]),
]

let testTargets: [Target] = [
    .target(
        name: "CLockOrder", path: "Tests/CLockOrder",
        cSettings: [.treatAllWarnings(as: .error)]),
    .target(
        name: "CCrashDisk", dependencies: ["CSQLite"], path: "Tests/CCrashDisk",
        cSettings: [.treatAllWarnings(as: .error)]),
    .target(
        name: "CCallRecord", path: "Tests/CCallRecord",
        cSettings: [.treatAllWarnings(as: .error)]),
    .target(
        name: "TestSupport", dependencies: ["Photos", "CLockOrder"], path: "Tests/TestSupport",
        swiftSettings: strict),
    tests(of: "Photos"),
    tests(of: "Timeline", ["Photos"]),
    tests(of: "Sync", ["Photos"]),
    tests(of: "Simulation", ["Photos", "Sync", "carousel-simulate"]),
    tests(of: "Rendering", ["Photos", "Timeline"]),
    tests(of: "CommandLineKit"),
    tests(of: "SQLite"),
    tests(of: "Store", ["Photos", "SQLite"]),
    .testTarget(
        name: "CrashTests",
        dependencies: ["TestSupport", "Simulation", "carousel-simulate"],
        swiftSettings: strict),
    tests(of: "DecoderProtocol", ["Photos"]),
    tests(of: "Media", ["Photos", "DecoderProtocol", "carousel-decoder"]),
    tests(of: "Decoding", ["Photos", "DecoderProtocol"]),
    tests(of: "HTTPServer"),
    tests(of: "HTTPTransport", ["HTTPServer"]),
    tests(of: "DropboxAPI", ["Photos"]),
    tests(
        of: "CarouselServer",
        [
            "Photos", "DropboxAPI", "SQLite", "DecoderProtocol", "Media", "HTTPServer",
            "CCallRecord",
            "carousel-server", "carousel-decoder",
        ]),
    .testTarget(
        name: "InteropTests", dependencies: ["TestSupport", "carousel-server"],
        swiftSettings: strict),
    tests(
        of: "Carousel",
        [
            "Photos", "HTTPServer", "HTTPTransport", "DropboxAPI", "Timeline", "Rendering",
            "Sync", "SQLite", "Store", "Media", "carousel-decoder",
        ]),
    tests(of: "GTKKit", ["CGTK"], settings: strictOnMain),
    tests(
        of: "GalleryApp", ["Carousel", "GTKKit", "CGTK", "Photos", "Timeline", "Rendering"],
        settings: strictOnMain),
    .testTarget(
        name: "EndToEndTests",
        dependencies: [
            "TestSupport", "Photos", "CommandLineApp", "carousel-gallery", "carousel-decoder",
            "carousel-server",
        ], swiftSettings: strict),
]

let package = Package(
    name: "Carousel",
    products: [
        .library(name: "Carousel", targets: ["Carousel", "Photos", "Timeline"]),
        .executable(name: "carousel", targets: ["CommandLineApp"]),
        .executable(name: "carousel-gallery", targets: ["carousel-gallery"]),
        .executable(name: "carousel-decoder", targets: ["carousel-decoder"]),
        .executable(name: "carousel-server", targets: ["carousel-server"]),
        .executable(name: "carousel-bench", targets: ["carousel-bench"]),
        .executable(name: "carousel-simulate", targets: ["carousel-simulate"]),
    ],
    targets: cLibraries + deciding + touchingTheWorld + programs + testTargets,
    swiftLanguageModes: [.v6]
)
