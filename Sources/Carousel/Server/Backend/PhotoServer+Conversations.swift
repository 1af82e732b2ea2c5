import DropboxAPI
import Photos
import Sync

extension PhotoServer: ConversationBackend {
    func perform(_ act: ConversationAct) async throws(ServerProblem) {
        let conversation = act.conversation
        switch act.work {
        case .create(let members, let guests, let title):
            do throws(CallFailure<CreateConversationError>) {
                _ = try await client.call(
                    Routes.createConversation,
                    CreateConversationArgument(
                        operation: act.id, members: members, guests: guests, title: title))
            } catch .route(.noMembers(let names)) {
                throw .refused(Self.nobody(names))
            } catch {
                throw error.problem
            }
        case .post(let text, _):
            _ = try await post(text, [], to: conversation, as: act.id)
        case .like(let message, let place, let isLiked):
            try await change(
                Routes.like,
                LikeArgument(
                    operation: act.id, conversation: conversation, message: message,
                    item: place, isLiked: isLiked))
        case .save(let message, let places):
            try await save(
                SaveSharedArgument(
                    operation: act.id, conversation: conversation, message: message,
                    items: places))
        case .leave:
            try await change(
                Routes.leave, LeaveArgument(operation: act.id, conversation: conversation))
        case .addMembers(let members, let guests):
            do throws(CallFailure<AddMembersError>) {
                _ = try await client.call(
                    Routes.addMembers,
                    AddMembersArgument(
                        operation: act.id, conversation: conversation, members: members,
                        guests: guests))
            } catch .route(.noMembers) {
                throw .refused(Self.nobody(members))
            } catch {
                throw error.problem
            }
        case .removeMember(let account):
            guard let account = AccountIdentifier(account) else {
                throw .refused("an account is of another server")
            }
            try await change(
                Routes.removeMember,
                RemoveMemberArgument(
                    operation: act.id, conversation: conversation, account: account))
        case .removeGuest(let guest):
            try await change(
                Routes.removeMember,
                RemoveMemberArgument(
                    operation: act.id, conversation: conversation, guest: guest))
        }
    }

    /// Posts a message with photos that are all on the server.
    func post(
        _ text: String?, _ photos: [Share.SharedPhoto], to conversation: ConversationID,
        as id: OperationID
    ) async throws(ServerProblem) -> Answer {
        do throws(CallFailure<PostMessageError>) {
            let result = try await client.call(
                Routes.postMessage,
                PostMessageArgument(
                    operation: id, conversation: conversation, text: text,
                    photos: CreatePhotoLinkArgument(id, photos).photos))
            return .done(
                Answer.Effect(epoch: UInt64(result.mark.epoch), sequence: result.mark.sequence))
        } catch .route(.notFound) {
            throw .refused(Self.gone)
        } catch .route(.nothingLeft) {
            throw .refused("None of its photos is left.")
        } catch {
            throw error.problem
        }
    }

    func conversations(
        after cursor: String?
    ) async throws(ServerProblem) -> ConversationPage<CachedConversation>? {
        do throws(CallFailure<ConversationListError>) {
            let result: ListConversationsResult
            if let cursor {
                guard let cursor = ListCursor(cursor) else { return nil }
                result = try await client.call(
                    Routes.listConversationsContinue, CursorMessage(cursor: cursor))
            } else {
                result = try await client.call(
                    Routes.listConversations, ListConversationsArgument())
            }
            return ConversationPage(
                elements: result.conversations.map { CachedConversation($0) },
                cursor: result.cursor.text, hasMore: result.hasMore)
        } catch .route(.reset) {
            return nil
        } catch {
            throw error.problem
        }
    }

    func messages(
        of conversation: ConversationID, after cursor: String?
    ) async throws(ServerProblem) -> ConversationPage<CachedMessage>? {
        do throws(CallFailure<ConversationListError>) {
            let result: ListMessagesResult
            if let cursor {
                guard let cursor = ListCursor(cursor) else { return nil }
                result = try await client.call(
                    Routes.listMessagesContinue, CursorMessage(cursor: cursor))
            } else {
                result = try await client.call(
                    Routes.listMessages, ListMessagesArgument(conversation: conversation))
            }
            return ConversationPage(
                elements: result.messages.map { CachedMessage($0) },
                cursor: result.cursor.text, hasMore: result.hasMore)
        } catch .route {
            return nil
        } catch {
            throw error.problem
        }
    }

    func downloadShared(
        _ place: Int, of message: MessageID, in conversation: ConversationID,
        into sink: ([UInt8]) async throws -> Void
    ) async throws(ServerProblem) {
        do throws(CallFailure<ConversationError>) {
            try await client.download(
                Routes.downloadShared,
                DownloadSharedArgument(
                    conversation: conversation, message: message, item: place),
                from: 0, into: sink)
        } catch .route {
            throw .refused(Self.gone)
        } catch {
            throw error.problem
        }
    }

    func markSeen(
        _ conversation: ConversationID, upTo sequence: Int64
    ) async throws(ServerProblem) {
        try await change(
            Routes.seen, SeenArgument(conversation: conversation, sequence: sequence))
    }

    private func save(_ argument: SaveSharedArgument) async throws(ServerProblem) {
        let outcomes: [SaveOutcome]
        do throws(CallFailure<ConversationError>) {
            outcomes = try await client.call(Routes.saveShared, argument).results.map(\.outcome)
        } catch .route(.notFound) {
            throw .refused(Self.gone)
        } catch {
            throw error.problem
        }
        if outcomes.contains(.noSpace) {
            throw .refused("Your account has no room for all of the photos.")
        }
        if !outcomes.isEmpty, outcomes.allSatisfy({ $0 == .gone }) {
            throw .refused("Their owner has deleted the photos.")
        }
    }

    private func change<Argument, Value>(
        _ route: Route<Argument, Value, ConversationError>, _ argument: Argument
    ) async throws(ServerProblem) {
        do throws(CallFailure<ConversationError>) {
            _ = try await client.call(route, argument)
        } catch .route(.notFound) {
            throw .refused(Self.gone)
        } catch .route(.notAllowed) {
            throw .refused("Only who has added somebody, or made the conversation, may do that.")
        } catch {
            throw error.problem
        }
    }

    private static let gone = "It is there no more, or you are no longer in the conversation."

    private static func nobody(_ names: [String]) -> String {
        "Nobody on this server is called \(names.joined(separator: ", "))."
    }
}

extension Participant.Standing {
    fileprivate init(_ state: MemberState) {
        self =
            switch state {
            case .member: .member
            case .left: .left
            case .removed: .removed
            }
    }
}

extension CachedConversation {
    init(_ entry: ConversationEntry) {
        self.init(
            id: entry.id, title: entry.title, madeBy: entry.madeBy?.text,
            participants: entry.members.map {
                Participant(
                    account: $0.account.text, name: $0.name, standing: .init($0.state))
            }
                + entry.guests.map {
                    Participant(guest: $0.id, name: $0.name, standing: .guest, url: $0.url)
                },
            sequence: entry.sequence, seen: entry.seen, unread: entry.unread,
            photos: entry.photos,
            last: entry.last.map {
                LastLine(
                    author: $0.author.name, sentMilliseconds: $0.sent.seconds * 1000,
                    text: $0.text, photos: $0.photos)
            },
            standing: .init(entry.state))
    }
}

extension CachedMessage {
    init(_ message: ConversationMessage) {
        self.init(
            id: message.id, sequence: message.sequence, posted: message.posted,
            author: Participant(
                account: message.author.account.text, name: message.author.name,
                standing: .member),
            sentMilliseconds: message.sent.seconds * 1000, text: message.text,
            items: message.photos.map { SharedItem($0) },
            likes: message.likes.map {
                Liking(account: $0.account.text, name: $0.name, place: $0.item)
            }, leftOut: message.leftOut)
    }
}

extension SharedItem {
    init(_ photo: SharedPhoto) {
        var size: PixelSize?
        if let width = photo.width, let height = photo.height {
            size = PixelSize(width: width, height: height)
        }
        self.init(
            place: photo.item, content: photo.contentHash, name: photo.name,
            byteSize: photo.size, kind: photo.kind, size: size,
            durationMilliseconds: photo.durationMilliseconds, taken: photo.taken,
            utcOffsetMinutes: photo.utcOffsetMinutes, thumbHash: photo.thumbHash,
            isGone: photo.isGone)
    }
}
