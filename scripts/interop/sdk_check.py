"""The official Python SDK against the server: sdk_check.py BINARY WORK"""

import datetime
import os
import re
import sys
import threading
import time

from served import Served, passed

server = Served(sys.argv[1], sys.argv[2]).__enter__()
for name in ["DROPBOX_API_HOST", "DROPBOX_API_CONTENT_HOST", "DROPBOX_API_NOTIFY_HOST",
             "DROPBOX_WEB_HOST"]:
    os.environ[name] = server.host
os.environ["REQUESTS_CA_BUNDLE"] = server.authority

import dropbox
import requests
from dropbox import files, sharing
from dropbox.common import PathRoot
from dropbox.exceptions import ApiError, AuthError, BadInputError, PathRootError

FOLDER = "/Camera Uploads"


def refused(call, *arguments, **named):
    """The union that a call is refused with."""
    try:
        call(*arguments, **named)
    except ApiError as error:
        return error.error
    raise AssertionError(f"{call.__name__} was not refused")


def everything(client, path="", **named):
    """Every page of a listing, and the cursor behind it."""
    page = client.files_list_folder(path, **named)
    entries = page.entries
    while page.has_more:
        page = client.files_list_folder_continue(page.cursor)
        entries += page.entries
    return entries, page.cursor


def accounts(ada):
    account = ada.users_get_current_account()
    assert account.name.display_name == "Ada Lovelace" and account.email == "ada@localhost"
    assert ada.users_get_account(account.account_id).name.given_name == "Ada"
    assert ada.check_user("hello").result == "hello"
    usage = ada.users_get_space_usage()
    assert usage.used == 0 and usage.allocation.get_individual().allocated == 1 << 40
    passed("accounts")


def uploads(ada):
    path = f"{FOLDER}/2014-04-09 10.00.00.jpg"
    taken = datetime.datetime(2014, 4, 9, 10)
    first = ada.files_upload(b"hello", path, client_modified=taken)
    assert first.client_modified == taken and first.path_display == path
    assert first.content_hash == \
        "9595c9df90075148eb06860365df33584b75bff782a510c6cd4883a419833d50"
    same = ada.files_upload(b"hello", path.upper())
    assert same.rev == first.rev and same.path_display == path
    assert refused(ada.files_upload, b"other", path).get_path().reason.get_conflict().is_file()
    beside = ada.files_upload(b"other", path, autorename=True)
    assert beside.name == "2014-04-09 10.00.00 (1).jpg"
    stale = files.WriteMode.update(first.rev)
    second = ada.files_upload(b"edited", path, mode=stale)
    assert second.id == first.id and second.rev != first.rev
    assert refused(ada.files_upload, b"again", path, mode=stale).is_path()
    copy = ada.files_upload(b"again", path, mode=stale, autorename=True)
    assert "conflicted copy" in copy.name
    wrong = refused(ada.files_upload, b"x", "/x", content_hash="0" * 64)
    assert wrong.is_content_hash_mismatch()
    assert refused(ada.files_get_metadata, "/x").get_path().is_not_found()
    for bad in ["/a\\b", "/..", "/" + "n" * 256]:
        assert refused(ada.files_upload, b"x", bad).get_path().reason.is_malformed_path(), bad
    assert refused(ada.files_upload, b"x", "/Thumbs.db").get_path().reason.is_disallowed_name()
    odd = ada.files_upload(b"odd", "/\u00fc \u65e5\u672c \U0001F600 \x7f.png")
    assert ada.files_get_metadata(odd.path_lower).id == odd.id
    assert ada.files_get_metadata("/u\u0308 \u65e5\u672c \U0001F600 \x7f.png").id == odd.id
    passed("uploads")


def listing(ada):
    found, _ = everything(ada, recursive=True)
    by_pages, cursor = everything(ada, recursive=True, limit=1)
    assert [e.path_display for e in found] == [e.path_display for e in by_pages]
    assert ada.files_list_folder_continue(cursor).entries == []
    waker = threading.Timer(0.5, lambda: ada.files_upload(b"x", "/woken.png"))
    waker.start()
    began = time.monotonic()
    assert ada.files_list_folder_longpoll(cursor).changes
    assert time.monotonic() - began < 10
    waker.join()
    page = ada.files_list_folder_continue(cursor)
    assert [e.path_display for e in page.entries] == ["/woken.png"]
    assert refused(ada.files_list_folder_continue, "garbage").is_reset()
    assert refused(ada.files_list_folder, "/nowhere").get_path().is_not_found()
    assert refused(ada.files_list_folder, "/woken.png").get_path().is_not_folder()
    try:
        ada.files_list_folder("/")
        raise AssertionError("/ is not the root")
    except BadInputError as error:
        assert "root folder" in str(error)
    latest = ada.files_list_folder_get_latest_cursor("", recursive=True).cursor
    ada.files_delete_v2("/woken.png")
    entry, = ada.files_list_folder_continue(latest).entries
    assert isinstance(entry, files.DeletedMetadata)
    gone = ada.files_get_metadata("/woken.png", include_deleted=True)
    assert isinstance(gone, files.DeletedMetadata)
    passed("listing and the change feed")


def downloads(ada):
    file = ada.files_upload(b"0123456789", "/digits")
    for path in ["/DIGITS", file.id, "rev:" + file.rev]:
        metadata, answer = ada.files_download(path)
        assert answer.content == b"0123456789" and metadata.rev == file.rev
    assert refused(ada.files_download, FOLDER).get_path().is_not_file()
    link = ada.files_get_temporary_link("/digits")
    answer = requests.get(link.link, headers={"Range": "bytes=2-4"})
    assert answer.status_code == 206 and answer.content == b"234"
    claim = link.link.split("/")[-2]
    forged = link.link.replace(claim, ("B" if claim[0] != "B" else "C") + claim[1:])
    assert requests.get(forged).status_code == 404
    passed("downloads")


def sessions(ada):
    block = os.urandom(4 << 20)
    session = ada.files_upload_session_start(block).session_id
    cursor = files.UploadSessionCursor(session, 3)
    wrong = refused(ada.files_upload_session_append_v2, b"b", cursor)
    assert wrong.get_incorrect_offset().correct_offset == 4 << 20
    cursor = files.UploadSessionCursor(session, 4 << 20)
    ada.files_upload_session_append_v2(b"tail", cursor)
    cursor = files.UploadSessionCursor(session, (4 << 20) + 4)
    commit = files.CommitInfo("/v.mov")
    file = ada.files_upload_session_finish(b"end", cursor, commit)
    assert file.size == (4 << 20) + 7
    assert ada.files_download("/v.mov")[1].content == block + b"tailend"
    closed = [ada.files_upload_session_start(bytes([i]) * 10, close=True).session_id
              for i in range(3)]
    entries = [files.UploadSessionFinishArg(files.UploadSessionCursor(session, 10),
                                            files.CommitInfo(f"/batch/{index}"))
               for index, session in enumerate(closed)]
    entries.append(files.UploadSessionFinishArg(files.UploadSessionCursor("none", 10),
                                                files.CommitInfo("/batch/none")))
    result = ada.files_upload_session_finish_batch_v2(entries).entries
    assert [entry.is_success() for entry in result] == [True, True, True, False]
    assert result[3].get_failure().get_lookup_failed().is_not_found()
    started = ada.files_upload_session_start(
        b"", session_type=files.UploadSessionType.concurrent).session_id
    for offset in [4 << 20, 0]:
        ada.files_upload_session_append_v2(block, files.UploadSessionCursor(started, offset),
                                           close=offset == 0)
    both = ada.files_upload_session_finish(b"", files.UploadSessionCursor(started, 8 << 20),
                                           files.CommitInfo("/both"))
    assert both.size == 8 << 20
    passed("upload sessions")


def changes(ada):
    ada.files_create_folder_v2("/f/g")
    again = refused(ada.files_create_folder_v2, "/F/g")
    assert again.get_path().get_conflict().is_folder()
    ada.files_upload(b"1", "/f/a")
    moved = ada.files_move_v2("/f", "/h").metadata
    assert isinstance(moved, files.FolderMetadata)
    assert ada.files_copy_v2("/h/a", "/h/b").metadata.content_hash
    assert refused(ada.files_move_v2, "/h", "/h/x").is_cant_move_folder_into_itself()
    assert refused(ada.files_move_v2, "/none", "/x").get_from_lookup().is_not_found()
    cased = ada.files_move_v2("/h", "/H", autorename=True).metadata
    assert cased.name == "H" and ada.files_get_metadata("/h").name == "H"
    job = ada.files_create_folder_batch(["/n1", "/n2", "/n\\"], force_async=True)
    state = ada.files_create_folder_batch_check(job.get_async_job_id()).get_complete()
    assert [e.is_success() for e in state.entries] == [True, True, False]
    moves = [files.RelocationPath("/n1", "/m1"), files.RelocationPath("/none", "/m2")]
    result = ada.files_move_batch_v2(moves).get_complete().entries
    assert [e.is_success() for e in result] == [True, False]
    removal = ada.files_delete_batch([files.DeleteArg("/m1"), files.DeleteArg("/none")])
    assert [e.is_success() for e in removal.get_complete().entries] == [True, False]
    assert ada.files_delete("/n2").name == "n2"
    unknown = refused(ada.files_delete_batch_check, "nothing")
    assert unknown.is_invalid_async_job_id()
    passed("moves, copies, deletions and their batches")


def revisions(ada):
    one = ada.files_upload(b"one", "/r")
    ada.files_upload(b"two!", "/r", mode=files.WriteMode.overwrite)
    assert [e.size for e in ada.files_list_revisions("/r").entries] == [4, 3]
    assert ada.files_restore("/r", one.rev).size == 3
    ada.files_delete_v2("/r")
    history = ada.files_list_revisions("/r")
    assert history.is_deleted and history.server_deleted
    assert ada.files_restore("/r", history.entries[0].rev).id == one.id
    other = ada.files_upload(b"other", "/other-file")
    assert refused(ada.files_restore, "/r", other.rev).is_invalid_revision()
    passed("revisions and the trash")


def links(ada):
    ada.files_create_folder_v2("/shared")
    ada.files_upload(b"in it", "/shared/<b>&.txt")
    link = ada.sharing_create_shared_link_with_settings("/shared")
    page = requests.get(link.url)
    assert page.status_code == 200 and "&lt;b&gt;&amp;.txt" in page.text
    exists = refused(ada.sharing_create_shared_link_with_settings, "/shared")
    assert exists.get_shared_link_already_exists().get_metadata().url == link.url
    inner = [l.url for l in ada.sharing_list_shared_links("/shared/<b>&.txt").links]
    assert inner == [link.url]
    ada.sharing_revoke_shared_link(link.url)
    assert requests.get(link.url).status_code == 404
    assert refused(ada.sharing_revoke_shared_link, link.url).is_shared_link_not_found()
    malformed = refused(ada.sharing_revoke_shared_link, "https://www.testlink.de")
    assert malformed.is_shared_link_malformed()
    locked = ada.sharing_create_shared_link_with_settings(
        "/shared/<b>&.txt", sharing.SharedLinkSettings(require_password=True,
                                                       link_password="sesame"))
    assert requests.get(locked.url).status_code == 401
    assert requests.get(locked.url, auth=("", "wrong")).status_code == 401
    assert requests.get(locked.url, auth=("", "sesame")).content == b"in it"
    shared = ada.sharing_share_folder("/new shared").get_complete()
    assert ada.files_get_metadata("ns:" + shared.shared_folder_id).name == "new shared"
    passed("shared links and folders")


def isolation(ada, bob):
    secret = ada.files_upload(b"secret", "/secret")
    _, cursor = everything(ada, recursive=True)
    session = ada.files_upload_session_start(b"mine").session_id
    assert everything(bob, recursive=True)[0] == []
    for path in [secret.id, "rev:" + secret.rev, "/secret", "ns:1/secret"]:
        assert refused(bob.files_get_metadata, path).get_path().is_not_found(), path
        assert refused(bob.files_download, path).get_path().is_not_found(), path
    assert refused(bob.files_list_folder_continue, cursor).is_reset()
    finish = refused(bob.files_upload_session_finish, b"", files.UploadSessionCursor(session, 4),
                     files.CommitInfo("/stolen"))
    assert finish.get_lookup_failed().is_not_found()
    passed("accounts are apart")


def roots(ada):
    root = ada.users_get_current_account().root_info.root_namespace_id
    for good in [PathRoot.home, PathRoot.root(root), PathRoot.namespace_id(root)]:
        ada.with_path_root(good).files_list_folder("")
    for bad, check in [(PathRoot.root("99"), "is_invalid_root"),
                       (PathRoot.namespace_id("99"), "is_no_permission")]:
        try:
            ada.with_path_root(bad).files_list_folder("")
            raise AssertionError("a foreign root was taken")
        except PathRootError as error:
            assert getattr(error.error, check)()
    passed("path roots")


def permission(flow):
    """Plays the user in front of the page; gives the code that it shows."""
    page = requests.get(flow.start())
    assert page.status_code == 200 and "script" not in page.headers["Content-Security-Policy"]
    form = dict(re.findall(r'name="(\w+)" value="([^"]*)"', page.text))
    address = f"https://{server.host}/oauth2/authorize"
    wrong = requests.post(address, data=form | {"login": "ada", "password": "wrong password",
                                                "decision": "allow"})
    assert wrong.status_code == 403
    right = requests.post(address, data=form | {"login": "Ada", "password": "correct horse",
                                                "decision": "allow"})
    return re.search(r"<code>([\w-]+)</code>", right.text).group(1)


def oauth(tokens):
    flow = dropbox.DropboxOAuth2FlowNoRedirect("app-without-secret", use_pkce=True,
                                               token_access_type="offline")
    code = permission(flow)
    result = flow.finish(code)
    assert result.account_id == dropbox.Dropbox(tokens["access_token"]) \
        .users_get_current_account().account_id
    client = dropbox.Dropbox(oauth2_refresh_token=result.refresh_token,
                             app_key="app-without-secret")
    client.users_get_current_account()
    client.refresh_access_token(scope=["files.metadata.read"])
    try:
        client.users_get_current_account()
        raise AssertionError("a narrowed token did too much")
    except AuthError as error:
        assert error.error.is_missing_scope()
    again = dropbox.Dropbox(oauth2_refresh_token=result.refresh_token,
                            app_key="app-without-secret")
    again.users_get_current_account()
    again.auth_token_revoke()
    for dead in [again, dropbox.Dropbox(result.access_token)]:
        try:
            dead.users_get_current_account()
            raise AssertionError("a revoked token still opens")
        except AuthError:
            pass
    server.command("app", "add", "app-with-secret", "--secret", stdin="s3cret\n")
    flow = dropbox.DropboxOAuth2FlowNoRedirect("app-with-secret", "s3cret",
                                               token_access_type="offline")
    result = flow.finish(permission(flow))
    dropbox.Dropbox(oauth2_refresh_token=result.refresh_token, app_key="app-with-secret",
                    app_secret="s3cret").check_user()
    dropbox.Dropbox(app_key="app-with-secret", app_secret="s3cret").check_app("hello")
    try:
        dropbox.Dropbox(oauth2_refresh_token=result.refresh_token, app_key="app-with-secret",
                        app_secret="wrong").check_user()
        raise AssertionError("a wrong secret was taken")
    except BadInputError as error:
        assert "invalid_client" in str(error)
    for bad in ["asdf", "z" * 62]:
        try:
            dropbox.Dropbox(bad).files_list_folder("")
            raise AssertionError("any token was taken")
        except AuthError as error:
            assert error.error.is_invalid_access_token()
    passed("OAuth")


tokens = server.token("ada")
ada = dropbox.Dropbox(oauth2_refresh_token=tokens["refresh_token"], app_key="check")
bob = dropbox.Dropbox(server.token("bob")["access_token"])
try:
    accounts(ada)
    uploads(ada)
    listing(ada)
    downloads(ada)
    sessions(ada)
    changes(ada)
    revisions(ada)
    links(ada)
    isolation(ada, bob)
    roots(ada)
    oauth(tokens)
finally:
    server.__exit__(*sys.exc_info())
print("sdk: all passed")
