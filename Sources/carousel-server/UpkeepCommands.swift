import CarouselServer
import CommandLineKit

/// `carousel-server check`, `backup` and `stats`: all are safe while the
/// server runs.
enum UpkeepCommands {
    static let check: Command = {
        let quick = Flag("quick", help: "compare sizes and do not read the files")
        return Command(
            "check", summary: "look whether every row has its bytes and every file its hash",
            [ServerCommand.data, quick, ServerCommand.json]
        ) { arguments in
            do throws(ServerError) {
                let report = try IntegrityCheck(directory: ServerCommand.folder(arguments))
                    .run(hashing: !arguments[quick])
                show(report, json: arguments[ServerCommand.json])
                return report.findings.isEmpty ? .succeeded : .failed
            } catch {
                ServerCommand.complain("\(error)")
                return .failed
            }
        }
    }()

    private static func show(_ report: IntegrityCheck.Report, json: Bool) {
        guard !json else {
            for finding in report.findings {
                ServerCommand.say(JSONLine([("finding", .text(finding.description))]).text)
            }
            return ServerCommand.say(
                JSONLine([
                    ("files", .number(report.files)), ("revisions", .number(report.revisions)),
                    ("blobs", .number(report.blobs)), ("bytes", .number(report.blobBytes)),
                    ("orphans", .number(report.orphans)),
                    ("findings", .number(Int64(report.findings.count))),
                ]).text)
        }
        for finding in report.findings { ServerCommand.say(finding.description) }
        ServerCommand.say(
            "\(report.files) files, \(report.revisions) contents, \(report.blobs) blobs of "
                + "\(ByteSize.text(report.blobBytes)), \(report.orphans) without a row: "
                + (report.findings.isEmpty ? "all is well" : "\(report.findings.count) findings"))
    }

    static let backup: Command = {
        let target = Positional("DIR", .one, .text, help: "a new folder, or an older backup")
        return Command(
            "backup", summary: "copy everything, consistently, also while the server runs",
            discussion: "To restore, serve the copy. Clients notice, and compare what they have.",
            [target, ServerCommand.data, ServerCommand.json]
        ) { arguments in
            do throws(ServerError) {
                let report = try Backup(
                    of: ServerCommand.folder(arguments), to: arguments[target].first ?? ""
                ).run()
                show(report, json: arguments[ServerCommand.json])
                return report.damaged.isEmpty ? .succeeded : .failed
            } catch {
                ServerCommand.complain("\(error)")
                return .failed
            }
        }
    }()

    private static func show(_ report: Backup.Report, json: Bool) {
        for hash in report.damaged {
            ServerCommand.complain("blob \(hash) is damaged or missing and was not copied")
        }
        guard !json else {
            return ServerCommand.say(
                JSONLine([
                    ("blobs", .number(Int64(report.blobs))),
                    ("copied", .number(Int64(report.copied))),
                    ("copied_bytes", .number(report.copiedBytes)),
                    ("damaged", .number(Int64(report.damaged.count))),
                ]).text)
        }
        ServerCommand.say(
            "\(report.blobs) blobs, \(report.copied) of them copied now "
                + "(\(ByteSize.text(report.copiedBytes)))")
    }

    static let stats = Command(
        "stats", summary: "what every account holds", [ServerCommand.data, ServerCommand.json]
    ) { arguments in
        ServerCommand.report { () throws(ServerError) in
            let users = try ServerCommand.book(arguments).users()
            for usage in try ServerFolder.usage(of: ServerCommand.folder(arguments)) {
                let login =
                    users.first { $0.account.rawValue == usage.account }?.login ?? "(removed)"
                guard arguments[ServerCommand.json] else {
                    ServerCommand.say(
                        "\(login)  \(usage.files) files  \(ByteSize.text(usage.bytes)) of "
                            + "\(ByteSize.text(usage.quota)), trash "
                            + "\(ByteSize.text(usage.trashedBytes))")
                    continue
                }
                ServerCommand.say(
                    JSONLine([
                        ("login", .text(login)), ("account", .number(usage.account)),
                        ("files", .number(usage.files)), ("folders", .number(usage.folders)),
                        ("bytes", .number(usage.bytes)), ("quota", .number(usage.quota)),
                        ("trashed_contents", .number(usage.trashedContents)),
                        ("trashed_bytes", .number(usage.trashedBytes)),
                        ("open_sessions", .number(usage.openSessions)),
                        ("sequence", .number(usage.sequence)),
                    ]).text)
            }
        }
    }
}
