/// Every route that both ends know.
public enum Routes {}

extension Routes {
    public static let listFolder = Route<ListFolderArgument, ListFolderResult, ListFolderError>(
        "files/list_folder", .user(.metadataRead))
    public static let listFolderContinue = Route<
        CursorMessage, ListFolderResult, ListFolderContinueError
    >("files/list_folder/continue", .user(.metadataRead))
    public static let latestCursor = Route<ListFolderArgument, CursorMessage, ListFolderError>(
        "files/list_folder/get_latest_cursor", .user(.metadataRead))
    public static let longpoll = Route<LongpollArgument, LongpollResult, LongpollError>(
        "files/list_folder/longpoll", .none, on: .notify)
    public static let getMetadata = Route<GetMetadataArgument, Metadata, GetMetadataError>(
        "files/get_metadata", .user(.metadataRead))
    public static let download = Route<DownloadArgument, FileMetadata, DownloadError>(
        "files/download", .user(.contentRead), .download, on: .content)
    public static let temporaryLink = Route<
        ReadPathArgument, TemporaryLink, GetTemporaryLinkError
    >("files/get_temporary_link", .user(.contentRead))
    public static let listRevisions = Route<
        ListRevisionsArgument, ListRevisionsResult, ListRevisionsError
    >("files/list_revisions", .user(.metadataRead))
    public static let restore = Route<
        Named<RestoreArgument>, Marked<FileMetadata>, RestoreError
    >(
        "files/restore", .user(.contentWrite))
}

extension Routes {
    public static let upload = Route<
        Named<UploadArgument>, Marked<FileMetadata>, UploadError
    >(
        "files/upload", .user(.contentWrite), .upload, on: .content)
    public static let sessionStart = Route<
        SessionStartArgument, SessionStartResult, SessionStartError
    >("files/upload_session/start", .user(.contentWrite), .upload, on: .content)
    public static let sessionStartBatch = Route<
        SessionStartBatchArgument, SessionStartBatchResult, NoFailure
    >("files/upload_session/start_batch", .user(.contentWrite))
    public static let sessionAppend = Route<SessionAppendArgument, Nothing, SessionError>(
        "files/upload_session/append_v2", .user(.contentWrite), .upload, on: .content)
    public static let sessionFinish = Route<
        Named<SessionFinishArgument>, Marked<FileMetadata>, SessionFinishError
    >("files/upload_session/finish", .user(.contentWrite), .upload, on: .content)
    public static let sessionFinishBatch = Route<
        Named<SessionFinishBatchArgument>, Marked<BatchResult<FinishBatchEntry>>, NoFailure
    >("files/upload_session/finish_batch_v2", .user(.contentWrite))
    /// The older form: its result comes as that of a job.
    public static let sessionFinishBatchLaunch = Route<
        Named<SessionFinishBatchArgument>, Marked<Launch<BatchResult<FinishBatchEntry>>>, NoFailure
    >("files/upload_session/finish_batch", .user(.contentWrite))
    public static let sessionFinishBatchCheck = Route<
        PollArgument, JobStatus<BatchResult<FinishBatchEntry>>, PollError
    >("files/upload_session/finish_batch/check", .user(.contentWrite))
}

extension Routes {
    public static let delete = Route<
        Named<DeleteArgument>, Marked<MetadataResult>, DeleteError
    >(
        "files/delete_v2", .user(.contentWrite))
    public static let deleteBatch = Route<
        Named<DeleteBatchArgument>, Marked<Launch<BatchResult<DeleteBatchEntry>>>, NoFailure
    >("files/delete_batch", .user(.contentWrite))
    public static let deleteBatchCheck = Route<
        PollArgument, JobStatus<BatchResult<DeleteBatchEntry>>, PollError
    >("files/delete_batch/check", .user(.contentWrite))
    public static let move = Route<
        Named<RelocationArgument>, Marked<MetadataResult>, RelocationError
    >(
        "files/move_v2", .user(.contentWrite))
    public static let moveBatch = Route<
        Named<RelocationBatchArgument>, Marked<Launch<BatchResult<RelocationBatchEntry>>>, NoFailure
    >("files/move_batch_v2", .user(.contentWrite))
    public static let moveBatchCheck = Route<
        PollArgument, JobStatus<BatchResult<RelocationBatchEntry>>, PollError
    >("files/move_batch/check_v2", .user(.contentWrite))
    public static let copy = Route<
        Named<RelocationArgument>, Marked<MetadataResult>, RelocationError
    >(
        "files/copy_v2", .user(.contentWrite))
    public static let copyBatch = Route<
        Named<RelocationBatchArgument>, Marked<Launch<BatchResult<RelocationBatchEntry>>>, NoFailure
    >("files/copy_batch_v2", .user(.contentWrite))
    public static let copyBatchCheck = Route<
        PollArgument, JobStatus<BatchResult<RelocationBatchEntry>>, PollError
    >("files/copy_batch/check_v2", .user(.contentWrite))
    public static let createFolder = Route<
        Named<CreateFolderArgument>, Marked<FolderResult>, CreateFolderError
    >("files/create_folder_v2", .user(.contentWrite))
    public static let createFolderBatch = Route<
        Named<CreateFolderBatchArgument>, Marked<Launch<BatchResult<CreateFolderBatchEntry>>>,
        NoFailure
    >("files/create_folder_batch", .user(.contentWrite))
    public static let createFolderBatchCheck = Route<
        PollArgument, JobStatus<BatchResult<CreateFolderBatchEntry>>, PollError
    >("files/create_folder_batch/check", .user(.contentWrite))
}

/// The first versions, whose result is the bare entry.
extension Routes {
    public static let deleteFirst = Route<Named<DeleteArgument>, Marked<Metadata>, DeleteError>(
        "files/delete", .user(.contentWrite))
    public static let moveFirst = Route<
        Named<RelocationArgument>, Marked<Metadata>, RelocationError
    >(
        "files/move", .user(.contentWrite))
    public static let copyFirst = Route<
        Named<RelocationArgument>, Marked<Metadata>, RelocationError
    >(
        "files/copy", .user(.contentWrite))
    public static let createFolderFirst = Route<
        Named<CreateFolderArgument>, Marked<FolderMetadata>, CreateFolderError
    >("files/create_folder", .user(.contentWrite))
}

extension Routes {
    public static let currentAccount = Route<Nothing, FullAccount, NoFailure>(
        "users/get_current_account", .user(.accountRead))
    public static let account = Route<GetAccountArgument, BasicAccount, GetAccountError>(
        "users/get_account", .user(.accountRead))
    public static let spaceUsage = Route<Nothing, SpaceUsage, NoFailure>(
        "users/get_space_usage", .user(.accountRead))
    public static let checkUser = Route<EchoArgument, EchoResult, NoFailure>(
        "check/user", .user(.accountRead))
    public static let checkApp = Route<EchoArgument, EchoResult, NoFailure>(
        "check/app", .app)
    public static let revokeToken = Route<Nothing, Nothing, NoFailure>(
        "auth/token/revoke", .anyUser)
}

extension Routes {
    public static let createLink = Route<
        Named<CreateLinkArgument>, Marked<SharedLink>, CreateLinkError
    >(
        "sharing/create_shared_link_with_settings", .user(.sharingWrite))
    public static let listLinks = Route<ListLinksArgument, ListLinksResult, ListLinksError>(
        "sharing/list_shared_links", .user(.sharingRead))
    public static let modifyLink = Route<
        Named<ModifyLinkArgument>, Marked<SharedLink>, ModifyLinkError
    >(
        "sharing/modify_shared_link_settings", .user(.sharingWrite))
    public static let linkMetadata = Route<SharedLinkArgument, SharedLink, SharedLinkError>(
        "sharing/get_shared_link_metadata", .userOrApp(.sharingRead))
    public static let linkFile = Route<SharedLinkArgument, SharedLink, SharedLinkFileError>(
        "sharing/get_shared_link_file", .user(.sharingRead), .download, on: .content)
    public static let revokeLink = Route<Named<LinkArgument>, Marked<Nothing>, RevokeLinkError>(
        "sharing/revoke_shared_link", .user(.sharingWrite))
    public static let shareFolder = Route<
        Named<ShareFolderArgument>, Marked<Launch<SharedFolder>>, ShareFolderError
    >("sharing/share_folder", .user(.sharingWrite))
    public static let shareFolderCheck = Route<
        PollArgument, JobStatus<SharedFolder>, PollError
    >("sharing/check_share_job_status", .user(.sharingWrite))
}
