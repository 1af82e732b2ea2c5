import Carousel
import CommandLineKit
import Photos

/// `carousel folders list|add|remove|set`
enum FoldersCommand {
    private static let folder = Positional(
        "FOLDER", .one, .path, help: "a folder of the library, as 'folders list' shows it")
    private static let newFolders = Positional(
        "FOLDER", .atLeastOne, .path, help: "a folder with photos")
    private static let exclude = RepeatedOption(
        "exclude", "GLOB", .path,
        help: "leave out what this pattern matches; replaces all patterns there were")
    private static let noExcludes = Flag("no-excludes", help: "leave nothing out by pattern")
    private static let hidden = Option(
        "hidden", "yes|no", .oneOf(["yes", "no"]),
        help: "whether files and folders that begin with a dot are taken in")
    private static let upload = Option(
        "upload", "yes|no", .oneOf(["yes", "no"]),
        help: "whether its photos are uploaded to the server, or only shown")

    static let command = Command(
        "folders", summary: "The folders whose photos are in the library",
        subcommands: [list, add, remove, set])

    private static let list = Command(
        "list", summary: "List the folders",
        discussion: """
            With --json one object a folder: path, available (whether it could be walked last \
            time), hidden, excludes, uploads.
            """,
        [LibraryOption.option, jsonFlag]
    ) { arguments in
        await reporting { () throws(LibraryError) in
            let library = try await PhotoLibrary.open(
                LibraryOption.directory(arguments), as: .reader)
            let roots = try library.roots()
            await library.close()
            for root in roots {
                let text = arguments[jsonFlag] ? json(root) : plain(root)
                guard Terminal.standardOutput.write(text + "\n") else { return .failed }
            }
            return .succeeded
        }
    }

    private static let add = Command(
        "add", summary: "Add folders; their photos come with the next scan",
        [newFolders, LibraryOption.option]
    ) { arguments in
        await changing(arguments, at: LibraryOption.directory) { library throws(LibraryError) in
            for folder in arguments[newFolders] {
                try await library.addRoot(.absolute(folder))
            }
        }
    }

    private static let remove = Command(
        "remove", summary: "Take a folder out of the library",
        discussion: """
            Its photos leave the timeline; nothing happens to its files. What was hidden, \
            marked or deleted is so again when the folder returns.
            """,
        [folder, LibraryOption.option]
    ) { arguments in
        await changing(arguments) { library throws(LibraryError) in
            try await library.removeRoot(path(arguments))
        }
    }

    private static let set = Command(
        "set", summary: "Say what of a folder is taken in, and whether it is uploaded",
        discussion: """
            A pattern without a / is held against the names of files and folders, one with a \
            / against the path below the folder, and one that ends in / means folders only: \
            '*.tmp', 'Exports/', 'raw/**/*.dng'. What is left out leaves the library and stays \
            on disk.
            """,
        [folder, exclude, noExcludes, hidden, upload, LibraryOption.option]
    ) { arguments in
        await changing(arguments) { library throws(LibraryError) in
            let path = path(arguments)
            guard let root = try library.roots().first(where: { $0.path == path }) else {
                throw .notAFolderOfTheLibrary(path.display)
            }
            var settings = root.settings
            if arguments[noExcludes] { settings.excludes = [] }
            if !arguments[exclude].isEmpty { settings.excludes = arguments[exclude] }
            if let hidden = arguments[hidden] { settings.includesHidden = hidden == "yes" }
            if let upload = arguments[upload] { settings.uploads = upload == "yes" }
            try await library.setRoot(path, settings)
        }
    }

    private static func path(_ arguments: Arguments) -> FilePath {
        guard let path = arguments[folder].first.map(FilePath.absolute) else {
            preconditionFailure("the parser refuses the command without its folder")
        }
        return path
    }

    private static func json(_ root: Root) -> String {
        var members: [(String, JSONText)] = [("path", .string(root.path.display))]
        if !root.path.isUTF8 { members.append(("path_bytes", .string(root.path.base64))) }
        members += [
            ("available", .bool(root.isAvailable)),
            ("hidden", .bool(root.settings.includesHidden)),
            ("uploads", .bool(root.settings.uploads)),
            (
                "excludes",
                .array(
                    root.settings.excludes.map { .string(String(decoding: $0, as: UTF8.self)) })
            ),
        ]
        return JSONText.object(members).line
    }

    private static func plain(_ root: Root) -> String {
        var text = root.path.display
        if !root.isAvailable { text += "\n    cannot be reached; its photos are kept" }
        if !root.settings.uploads { text += "\n    only shown, not uploaded" }
        if root.settings.includesHidden { text += "\n    with hidden files" }
        for pattern in root.settings.excludes {
            text += "\n    without \(String(decoding: pattern, as: UTF8.self))"
        }
        return text
    }
}
