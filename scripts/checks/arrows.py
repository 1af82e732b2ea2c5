"""The arrows between modules: the architecture as data.

`make lint` compares both Package.swift and every import with this table, so
an arrow is new only when it is drawn here too. ARCHITECTURE.md gives the
reasons.
"""

from __future__ import annotations

from dataclasses import dataclass

# What a module may import of the toolchain.
PURE = frozenset({"Synchronization"})
WORLD = PURE | {"Glibc", "Darwin", "Dispatch", "Foundation", "FoundationEssentials"}
TESTING = WORLD | {"Testing"}


@dataclass(frozen=True)
class Row:
    """What one module may import."""

    modules: frozenset[str]
    toolchain: frozenset[str]


def _row(toolchain: frozenset[str], modules: str = "") -> Row:
    return Row(frozenset(modules.split()), toolchain)


# C libraries are listed with the modules that wrap them; nobody else sees
# them. A row may be ahead of its module, never the other way round.
ARROWS: dict[str, Row] = {
    # Deciding code: no I/O, no clock, no platform.
    "Photos": _row(PURE),
    "Timeline": _row(PURE, "Photos"),
    "Sync": _row(PURE, "Photos"),
    "Rendering": _row(PURE, "Photos Timeline"),
    # World-touching code.
    "SQLite": _row(WORLD, "CSQLite"),
    "Store": _row(WORLD, "Photos SQLite"),
    "DecoderProtocol": _row(WORLD, "Photos"),
    "Media": _row(WORLD, "Photos DecoderProtocol CLinux CCrypto CTurboJPEG"),
    "Decoding": _row(
        WORLD, "Photos DecoderProtocol CLinux CVips CGExiv2 CLibAV CThumbnailer CRaw"
    ),
    "DropboxAPI": _row(WORLD, "Photos"),
    "HTTPTransport": _row(WORLD, "CLinux CCurl"),
    "HTTPServer": _row(WORLD, "CLinux COpenSSL"),
    # The engine's face joins what does not know each other below it.
    "Carousel": _row(
        WORLD,
        "Photos Timeline Sync Rendering DropboxAPI Store DecoderProtocol Media HTTPTransport",
    ),
    "CarouselServer": _row(
        WORLD, "Photos DropboxAPI SQLite DecoderProtocol Media HTTPServer CLinux CCrypto CSodium"
    ),
    # What people hold.
    "CommandLineKit": _row(WORLD),
    "SecretService": _row(WORLD, "Carousel CSecret"),
    "GTKKit": _row(WORLD, "CGTK"),
    "GalleryApp": _row(
        WORLD, "Carousel GTKKit CGTK Photos Timeline Rendering CommandLineKit SecretService"
    ),
    # Programs.
    "CommandLineApp": _row(WORLD, "Carousel Photos Timeline CommandLineKit SecretService"),
    "carousel-gallery": _row(WORLD, "GalleryApp"),
    "carousel-decoder": _row(WORLD, "Decoding DecoderProtocol Photos"),
    "carousel-server": _row(WORLD, "CarouselServer CommandLineKit CLinux"),
    "carousel-bench": _row(
        WORLD,
        "Photos Timeline Sync Rendering SQLite CSQLite Store DecoderProtocol Media"
        " Decoding DropboxAPI HTTPTransport HTTPServer Carousel CarouselServer"
        " CommandLineKit GalleryApp GTKKit CGTK CVips CGExiv2 CCrypto CTurboJPEG CRowLoop",
    ),
    # Never shipped: lives of the machines under faults.
    "Simulation": _row(
        WORLD, "Photos Sync SQLite Store Carousel DropboxAPI CarouselServer CCrashDisk"
    ),
    "carousel-simulate": _row(WORLD, "Photos Simulation CommandLineKit"),
    # C that only a benchmark is measured against.
    "CRowLoop": _row(WORLD, "CSQLite"),
    # Shared by tests; nothing that ships may import it.
    "TestSupport": _row(TESTING, "Photos CLockOrder"),
    "CLockOrder": _row(frozenset()),
    # A disk for SQLite that crashes: SQLite's interface for disks is C.
    "CCrashDisk": _row(frozenset(), "CSQLite"),
    # Calls of the C library, seen on their way to it.
    "CCallRecord": _row(frozenset()),
}

# Programs that tests start. They are built with the tests and not imported.
PROGRAMS = frozenset(
    {
        "CommandLineApp",
        "carousel-gallery",
        "carousel-decoder",
        "carousel-server",
        "carousel-bench",
        "carousel-simulate",
    }
)

# C modules that two layers speak, so that the lower may show them to the upper.
SHARED_C_MODULES = frozenset({"CGTK"})

# Tests that are not of one module alone, with what they may import.
TESTS_OF_THE_WHOLE: dict[str, Row] = {
    "EndToEndTests": _row(TESTING, "TestSupport Photos"),
    # Clients that nobody here wrote, against the server program.
    "InteropTests": _row(TESTING, "TestSupport"),
    # The client against our own server.
    "HTTPTransportTests": _row(TESTING, "TestSupport HTTPTransport HTTPServer"),
    # The engine, with our own server at the other end.
    "CarouselTests": _row(
        TESTING,
        "TestSupport Carousel Photos Timeline Sync Rendering DropboxAPI SQLite Store"
        " DecoderProtocol Media HTTPTransport HTTPServer",
    ),
    # The store on a disk that crashes.
    "CrashTests": _row(TESTING, "TestSupport Simulation"),
    # The server, and the order of the calls that it makes.
    "CarouselServerTests": _row(
        TESTING,
        "TestSupport CCallRecord CarouselServer Photos DropboxAPI SQLite Media"
        " DecoderProtocol HTTPServer CTurboJPEG",
    ),
    # The store under the deciding code that it is made for.
    "StoreTests": _row(TESTING, "TestSupport Photos SQLite Store Sync"),
}


def closure(module: str) -> frozenset[str]:
    """Everything that a module reaches along the arrows, itself included."""
    reached: set[str] = set()
    waiting = [module]
    while waiting:
        name = waiting.pop()
        if name not in reached:
            reached.add(name)
            waiting.extend(ARROWS[name].modules if name in ARROWS else ())
    return frozenset(reached)


def row_of(target: str) -> Row | None:
    """The row of a module, program or test target. The tests of a module may
    import what that module reaches."""
    if target in ARROWS:
        return ARROWS[target]
    if target in TESTS_OF_THE_WHOLE:
        return TESTS_OF_THE_WHOLE[target]
    tested = target.removesuffix("Tests")
    if tested != target and tested in ARROWS:
        return Row(closure(tested) | {"TestSupport"}, TESTING)
    return None
