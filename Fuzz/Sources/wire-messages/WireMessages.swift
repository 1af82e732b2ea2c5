import DropboxAPI
import Fuzzing

/// Reads any bytes as a message of the wire, as a server reads arguments and
/// as a client reads results: it must never trap, and what was read must be
/// the same when it is written and read again.
@main
enum WireMessages {
    static func main() {
        Fuzzer.run(test)
    }

    /// The first byte says which message the rest is, and how it is read.
    @Sendable private static func test(_ input: [UInt8]) {
        guard let choice = input.first else { return }
        let strictness: WireStrictness = choice & 0x80 == 0 ? .strict : .tolerant
        checks[Int(choice & 0x7F) % checks.count](Array(input.dropFirst()), strictness)
    }

    private static let checks: [@Sendable ([UInt8], WireStrictness) -> Void] = [
        check(ListFolderArgument.self), check(CursorMessage.self), check(LongpollArgument.self),
        check(GetMetadataArgument.self), check(DownloadArgument.self),
        check(ReadPathArgument.self), check(ListRevisionsArgument.self),
        check(RestoreArgument.self), check(UploadArgument.self), check(SessionStartArgument.self),
        check(SessionStartBatchArgument.self), check(SessionAppendArgument.self),
        check(SessionFinishArgument.self), check(SessionFinishBatchArgument.self),
        check(DeleteArgument.self), check(DeleteBatchArgument.self),
        check(RelocationArgument.self), check(RelocationBatchArgument.self),
        check(CreateFolderArgument.self), check(CreateFolderBatchArgument.self),
        check(PollArgument.self), check(GetAccountArgument.self), check(EchoArgument.self),
        check(CreateLinkArgument.self), check(ListLinksArgument.self), check(LinkArgument.self),
        check(ShareFolderArgument.self), check(PathRoot.self),
        check(ListFolderResult.self), check(Metadata.self), check(ListRevisionsResult.self),
        check(LongpollResult.self), check(SharedLink.self), check(FullAccount.self),
        check(ErrorBody<UploadError>.self), check(ErrorBody<RelocationError>.self),
        check(ErrorBody<SessionFinishError>.self), check(ErrorBody<AuthenticationError>.self),
        paths,
        check(CreateConversationArgument.self), check(PostMessageArgument.self),
        check(LikeArgument.self), check(SaveSharedArgument.self), check(SeenArgument.self),
        check(LeaveArgument.self), check(AddMembersArgument.self),
        check(RemoveMemberArgument.self), check(ListConversationsArgument.self),
        check(ListMessagesArgument.self), check(DownloadSharedArgument.self),
        check(InvitationResult.self), check(PostMessageResult.self),
        check(SaveSharedResult.self), check(ListConversationsResult.self),
        check(ListMessagesResult.self), check(SharedOriginal.self),
        check(ErrorBody<CreateConversationError>.self),
    ]

    private static func check<Message: WireValue>(
        _ type: Message.Type
    ) -> @Sendable ([UInt8], WireStrictness) -> Void {
        { bytes, strictness in
            guard let message = try? Message(jsonBytes: bytes, strictness: strictness) else {
                return
            }
            for escaping in [JSONWriter.Escaping.minimal, .headerSafe] {
                let written = message.jsonBytes(escaping: escaping)
                // As bytes: a reader sets aside what it could not understand.
                let back = try? Message(jsonBytes: written, strictness: strictness)
                precondition(
                    back?.jsonBytes(escaping: escaping) == written,
                    "\(message) is not what was written")
            }
            precondition(
                message.headerText.utf8.allSatisfy { (0x20..<0x7F).contains($0) },
                "a header with bytes that are not allowed in one")
        }
    }

    /// Any text as a path: its key is the same however it is spelt.
    @Sendable private static func paths(_ bytes: [UInt8], _ strictness: WireStrictness) {
        guard let path = RemotePath(String(decoding: bytes, as: UTF8.self)) else { return }
        precondition(RemotePath(path.display) == path, "a path that is not its own")
        precondition(RemotePath(path.key)?.key == path.key, "a key that is not its own")
        for parent in path.ancestors {
            precondition(path.isBelow(parent) && !parent.isBelow(path), "a path above itself")
            precondition(path.moved(from: parent, to: parent) == path, "a move to where it is")
        }
        precondition(path.isRoot || RemotePath.isName(path.name), "a name that is none")
    }
}
