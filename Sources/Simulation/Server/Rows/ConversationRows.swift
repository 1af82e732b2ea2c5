import CarouselServer
import DropboxAPI
import Photos

/// The rows of one conversation of the real server, in memory.
struct ConversationRows: Sendable {
    var row: StoredConversation
    /// By account.
    var members = Table<Int64, StoredMember>()
    var guests: [StoredGuest] = []
    /// By place.
    var messages = Table<Int64, MessageRows>()

    /// A message with its photos and likes.
    struct MessageRows: Sendable {
        var row: StoredMessage
        /// By place.
        var photos = Table<Int64, StoredSharedPhoto>()
        /// In the order they came.
        var likes: [StoredLike] = []
    }
}
