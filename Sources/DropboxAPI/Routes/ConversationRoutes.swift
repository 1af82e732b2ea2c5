/// Conversations: routes of `carousel-server` alone.
extension Routes {
    public static let createConversation = Route<
        CreateConversationArgument, InvitationResult, CreateConversationError
    >("carousel/conversations/create", .user(.sharingWrite))
    public static let postMessage = Route<
        PostMessageArgument, PostMessageResult, PostMessageError
    >("carousel/conversations/post", .user(.sharingWrite))
    public static let like = Route<LikeArgument, MarkResult, ConversationError>(
        "carousel/conversations/like", .user(.sharingWrite))
    public static let saveShared = Route<
        SaveSharedArgument, SaveSharedResult, ConversationError
    >("carousel/conversations/save", .user(.contentWrite))
    public static let seen = Route<SeenArgument, Nothing, ConversationError>(
        "carousel/conversations/seen", .user(.sharingWrite))
    public static let leave = Route<LeaveArgument, MarkResult, ConversationError>(
        "carousel/conversations/leave", .user(.sharingWrite))
    public static let addMembers = Route<
        AddMembersArgument, InvitationResult, AddMembersError
    >("carousel/conversations/members/add", .user(.sharingWrite))
    public static let removeMember = Route<
        RemoveMemberArgument, MarkResult, ConversationError
    >("carousel/conversations/members/remove", .user(.sharingWrite))
    public static let listConversations = Route<
        ListConversationsArgument, ListConversationsResult, ConversationListError
    >("carousel/conversations/list", .user(.sharingRead))
    public static let listConversationsContinue = Route<
        CursorMessage, ListConversationsResult, ConversationListError
    >("carousel/conversations/list/continue", .user(.sharingRead))
    public static let listMessages = Route<
        ListMessagesArgument, ListMessagesResult, ConversationListError
    >("carousel/conversations/messages", .user(.sharingRead))
    public static let listMessagesContinue = Route<
        CursorMessage, ListMessagesResult, ConversationListError
    >("carousel/conversations/messages/continue", .user(.sharingRead))
    public static let downloadShared = Route<
        DownloadSharedArgument, SharedOriginal, ConversationError
    >("carousel/conversations/download", .user(.contentRead), .download, on: .content)
}
