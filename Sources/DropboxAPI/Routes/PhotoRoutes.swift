/// The photo plane: routes of `carousel-server` alone.
extension Routes {
    public static let capabilities = Route<Nothing, Capabilities, NoFailure>(
        "carousel/capabilities", .anyUser)
    public static let listPhotos = Route<ListPhotosArgument, ListPhotosResult, ListPhotosError>(
        "carousel/photos/list", .user(.metadataRead))
    public static let listPhotosContinue = Route<
        CursorMessage, ListPhotosResult, ListPhotosError
    >("carousel/photos/list/continue", .user(.metadataRead))
    public static let have = Route<HaveArgument, HaveResult, NoFailure>(
        "carousel/photos/have", .user(.metadataRead))
    public static let setFlags = Route<SetFlagsArgument, PhotoResults, NoFailure>(
        "carousel/photos/set_flags", .user(.metadataWrite))
    public static let deletePhotos = Route<DeletePhotosArgument, PhotoResults, NoFailure>(
        "carousel/photos/delete", .user(.contentWrite))
    public static let restorePhotos = Route<RestorePhotosArgument, PhotoResults, NoFailure>(
        "carousel/photos/restore", .user(.contentWrite))
    public static let thumbnails = Route<ThumbnailsArgument, ThumbnailsResult, NoFailure>(
        "carousel/thumbs/batch", .user(.contentRead), .rpcDownload, on: .content)
    public static let createPhotoLink = Route<
        CreatePhotoLinkArgument, CreatePhotoLinkResult, CreatePhotoLinkError
    >("carousel/links/create", .user(.sharingWrite))
    public static let listPhotoLinks = Route<
        ListPhotoLinksArgument, ListPhotoLinksResult, ListLinksError
    >("carousel/links/list", .user(.sharingRead))
    public static let revokePhotoLink = Route<
        RevokePhotoLinkArgument, MarkResult, RevokeLinkError
    >("carousel/links/revoke", .user(.sharingWrite))
}

/// Thumbnails of the file plane.
extension Routes {
    public static let getThumbnail = Route<
        GetThumbnailArgument, GetThumbnailResult, ThumbnailError
    >("files/get_thumbnail_v2", .user(.contentRead), .download, on: .content)
    public static let getThumbnailBatch = Route<
        ThumbnailBatchArgument, ThumbnailBatchResult, ThumbnailBatchError
    >("files/get_thumbnail_batch", .user(.contentRead), on: .content)
}
