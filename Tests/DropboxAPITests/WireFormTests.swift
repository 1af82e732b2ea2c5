import Photos
import Testing

@testable import DropboxAPI

/// Spellings as the public service and its SDKs have them.
@Suite struct WireFormTests {
    private func text(_ value: some WireEncodable) -> String {
        String(decoding: value.jsonBytes(), as: UTF8.self)
    }

    private func read<Value: WireDecodable>(
        _ text: String, _ strictness: WireStrictness = .strict, as type: Value.Type = Value.self
    ) throws(WireError) -> Value {
        try Value(jsonBytes: Array(text.utf8), strictness: strictness)
    }

    @Test func unionsAreSpeltByTheirContent() throws {
        #expect(text(WriteMode.add) == #"{".tag":"add"}"#)
        #expect(
            try text(WriteMode.update(#require(Revision("0123456789"))))
                == #"{".tag":"update","update":"0123456789"}"#)
        #expect(
            text(GetMetadataError.path(.notFound))
                == #"{".tag":"path","path":{".tag":"not_found"}}"#)
        #expect(
            text(SessionError.incorrectOffset(correct: 5))
                == #"{".tag":"incorrect_offset","correct_offset":5}"#)
        #expect(
            try text(UploadError.path(.conflict(.file), session: #require(SessionID("s"))))
                == #"{".tag":"path","reason":{".tag":"conflict","conflict":{".tag":"file"}},"#
                + #""upload_session_id":"s"}"#)
        #expect(
            text(SessionFinishError.lookupFailed(.incorrectOffset(correct: 1)))
                == #"{".tag":"lookup_failed","lookup_failed":{".tag":"incorrect_offset","#
                + #""correct_offset":1}}"#)
        #expect(
            text(RelocationBatchEntry(.failure(.relocation(.fromLookup(.notFound)))))
                == #"{".tag":"failure","failure":{".tag":"relocation_error","relocation_error":"#
                + #"{".tag":"from_lookup","from_lookup":{".tag":"not_found"}}}}"#)
    }

    @Test func summariesNameTheTagsFromOutside() throws {
        func summary(_ failure: some WireFailure) -> String { ErrorBody(failure).summary }
        #expect(summary(GetMetadataError.path(.notFound)) == "path/not_found/..")
        #expect(summary(CreateFolderError.path(.conflict(.folder))) == "path/conflict/folder/..")
        #expect(summary(ListFolderContinueError.reset) == "reset/..")
        #expect(summary(AuthenticationError.expiredAccessToken) == "expired_access_token/..")
        #expect(
            try summary(UploadError.path(.disallowedName, session: #require(SessionID("s"))))
                == "path/disallowed_name/..")
    }

    @Test func metadataIsFlatWithItsTag() throws {
        let file = FileMetadata(
            name: "ü.jpg", id: try #require(FileID("id:a")), clientModified: Timestamp(seconds: 0),
            serverModified: Timestamp(seconds: 1_397_030_400),
            revision: try #require(Revision("0123456789")), size: 3, pathLower: "/ü.jpg",
            pathDisplay: "/ü.jpg", contentHash: nil)
        let flat =
            #""name":"ü.jpg","path_lower":"/ü.jpg","path_display":"/ü.jpg","id":"id:a","#
            + #""client_modified":"1970-01-01T00:00:00Z","server_modified":"2014-04-09T08:00:00Z","#
            + #""rev":"0123456789","size":3,"is_downloadable":true"#
        #expect(text(file) == "{" + flat + "}")
        #expect(text(Metadata.file(file)) == #"{".tag":"file","# + flat + "}")
        #expect(text(FinishBatchEntry(.success(file))) == #"{".tag":"success","# + flat + "}")
        #expect(
            text(DeleteBatchEntry(.success(.file(file))))
                == #"{".tag":"success","metadata":{".tag":"file","# + flat + "}}")
        #expect(
            file.headerText.hasPrefix(#"{"name":"\u00fc.jpg","path_lower":"/\u00fc.jpg""#))
    }

    @Test func jobsAndLaunchesInlineTheirResult() throws {
        let result = BatchResult<DeleteBatchEntry>(entries: [])
        #expect(text(Launch.complete(result)) == #"{".tag":"complete","entries":[]}"#)
        #expect(text(JobStatus.complete(result)) == #"{".tag":"complete","entries":[]}"#)
        #expect(
            text(JobStatus<BatchResult<DeleteBatchEntry>>.inProgress) == #"{".tag":"in_progress"}"#)
        #expect(
            try text(Launch<BatchResult<DeleteBatchEntry>>.job(#require(AsyncJobID("j"))))
                == #"{".tag":"async_job_id","async_job_id":"j"}"#)
    }

    @Test func aVoidMemberMayBeABareTag() throws {
        let argument: UploadArgument = try read(
            #"{"path":"/a","mode":"overwrite","mute":true,"strict_conflict":false}"#)
        #expect(argument.commit.mode == .overwrite)
        #expect(throws: WireError.self) {
            try read(#"{"path":"/a","mode":"update"}"#, as: UploadArgument.self)
        }
    }

    @Test func theStrictReaderNamesTheMistakeAndItsPlace() {
        func message<Value: WireDecodable>(_ text: String, as type: Value.Type) -> String? {
            do throws(WireError) {
                _ = try read(text, as: type)
                return nil
            } catch {
                return "\(error)"
            }
        }
        #expect(
            message(#"{"cursor":"a","path":""}"#, as: CursorMessage.self) == "unknown field 'path'")
        #expect(message("{}", as: CursorMessage.self) == "missing required field 'cursor'")
        #expect(
            message(#"{"path":"/a","limit":2001}"#, as: ListFolderArgument.self)
                == "limit: 2001 is greater than maximum 2000")
        #expect(
            message(#"{"path":5}"#, as: DeleteArgument.self) == "path: expected string, got integer"
        )
        #expect(
            message(#"{"path":"/"}"#, as: ListFolderArgument.self)
                == "path: Specify the root folder as an empty string rather than as \"/\".")
        #expect(
            message(
                #"{"entries":[{"path":"/a"},{"path":"/b","x":1}]}"#, as: DeleteBatchArgument.self)
                == "entries[1]: unknown field 'x'")
        #expect(
            message(#"{"path":"/a","mode":{".tag":"prepend"}}"#, as: UploadArgument.self)
                == "mode: unknown tag 'prepend'")
        #expect(message(#"{"query":null}"#, as: EchoArgument.self) == nil)
        #expect(message("null", as: Nothing.self) == nil)
        #expect(message(#"{"a":1}"#, as: Nothing.self) == "unknown field 'a'")
    }

    @Test func theTolerantReaderTakesWhatItDoesNotKnow() throws {
        let error: ErrorBody<GetMetadataError> = try read(
            #"{"error_summary":"path/new/","error":{".tag":"path","path":{".tag":"new"}},"x":1}"#,
            .tolerant)
        #expect(error.failure == .path(.other))
        let page: ListFolderResult = try read(
            #"{"entries":[{".tag":"folder","name":"a","id":"id:a","new":[1]},{".tag":"alien"},"#
                + #"{".tag":"deleted","name":"b"}],"cursor":"c","has_more":false,"y":{}}"#,
            .tolerant)
        #expect(page.entries.map(\.name) == ["a", "b"])
        #expect(page.unreadableEntries.map(\.place.path) == ["entries[1]"])
    }

    @Test(arguments: [
        "1970-01-01T00:00:00Z", "2014-04-09T10:00:00Z", "0001-01-01T00:00:00Z",
        "9999-12-31T23:59:59Z", "2000-02-29T23:59:59Z", "1969-12-31T23:59:59Z",
    ])
    func timesRoundTrip(text: String) {
        #expect(Timestamp(text)?.description == text)
    }

    @Test(arguments: [
        "2014-04-09T10:00:00", "2014-04-09T10:00:00.000Z", "2014-04-09 10:00:00Z",
        "2014-02-30T10:00:00Z", "2014-04-09T24:00:00Z", "2014-04-09T10:00:60Z", "",
        "2014-04-09T10:00:00+00:00", "２014-04-09T10:00:0Z", "+014-04-09T10:00:00Z",
    ])
    func otherTimesAreRefused(text: String) {
        #expect(Timestamp(text) == nil)
    }

    @Test func timesBeyondFourDigitYearsAreHeld() {
        #expect(Timestamp(seconds: .max).description == "9999-12-31T23:59:59Z")
        #expect(Timestamp(seconds: .min).description == "0000-01-01T00:00:00Z")
    }

    @Test func scopesHaveOneSpelling() {
        #expect(
            Scopes("sharing.read files.metadata.read")?.text == "files.metadata.read sharing.read")
        #expect(Scopes("files.everything") == nil)
        #expect(Scopes("")?.members == [])
    }
}
