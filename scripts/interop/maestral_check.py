"""Maestral, a two-way sync client, against the server: maestral_check.py BINARY WORK"""

import datetime
import os
import subprocess
import sys

from served import Served, passed, wait_until

server = Served(sys.argv[1], sys.argv[2]).__enter__()
home = os.path.join(server.work, "home")
os.makedirs(os.path.join(home, "run"))
os.environ.update({
    "DROPBOX_API_HOST": server.host, "DROPBOX_API_CONTENT_HOST": server.host,
    "DROPBOX_API_NOTIFY_HOST": server.host, "DROPBOX_WEB_HOST": server.host,
    "REQUESTS_CA_BUNDLE": server.authority, "HOME": home,
    "XDG_CONFIG_HOME": home + "/.config", "XDG_DATA_HOME": home + "/.local/share",
    "XDG_CACHE_HOME": home + "/.cache", "XDG_RUNTIME_DIR": home + "/run",
    "PYTHON_KEYRING_BACKEND": "keyrings.alt.file.PlaintextKeyring"})
for name in ["DBUS_SESSION_BUS_ADDRESS", "DISPLAY"]:
    os.environ.pop(name, None)

import dropbox
from maestral.constants import DROPBOX_APP_KEY

MAESTRAL = os.path.join(os.path.dirname(sys.executable), "maestral")
CAMERA = "/Camera Uploads"


def maestral(*words):
    subprocess.run([MAESTRAL, *words, "-c", "check"], check=True, timeout=60,
                   stdout=subprocess.DEVNULL)


def remote():
    """What the server has, by path."""
    page = ada.files_list_folder("", recursive=True)
    entries = page.entries
    while page.has_more:
        page = ada.files_list_folder_continue(page.cursor)
        entries += page.entries
    return {e.path_display: e for e in entries}


def photo(number):
    return f"{CAMERA}/2014-04-09 10.00.{number:02d}.jpg"


daemon = None
try:
    tokens = server.token("ada", app=DROPBOX_APP_KEY)
    ada = dropbox.Dropbox(tokens["access_token"])
    for number in range(30):
        ada.files_upload(b"remote %d" % number, photo(number),
                         client_modified=datetime.datetime(2014, 4, 9, 10, 0, number))
    ada.files_create_folder_v2("/Empty")

    maestral("auth", "link", "--refresh-token", tokens["refresh_token"])
    folder = os.path.join(home, "Dropbox")
    subprocess.run([sys.executable, "-c",
                    "import sys\nfrom maestral.main import Maestral\n"
                    "Maestral('check').create_dropbox_directory(sys.argv[1])", folder],
                   check=True, timeout=60, stdout=subprocess.DEVNULL)
    with open(os.path.join(server.work, "maestral.log"), "w") as log:
        daemon = subprocess.Popen([MAESTRAL, "start", "-f", "-c", "check"], stdout=log,
                                  stderr=log)

    def local(path):
        return folder + path

    wait_until("everything is here", 90, lambda: all(
        os.path.exists(local(photo(n))) for n in range(30)) and os.path.isdir(local("/Empty")))
    with open(local(photo(7)), "rb") as file:
        assert file.read() == b"remote 7"
    passed("first download")

    big = os.urandom(9_000_000)
    with open(local(CAMERA + "/big.mov"), "wb") as file:
        file.write(big)
    os.mkdir(local("/new"))
    with open(local("/new/\u00fc \U0001F600.txt"), "w") as file:
        file.write("local\n")

    def uploaded():
        there = remote()
        video, text = there.get(CAMERA + "/big.mov"), there.get("/new/\u00fc \U0001F600.txt")
        return video and text and video.size == len(big) and text.size == 6

    wait_until("local files are on the server", 90, uploaded)
    assert ada.files_download(CAMERA + "/big.mov")[1].content == big
    passed("uploads")

    ada.files_upload(b"from remote", "/new/r.txt")
    ada.files_delete_v2(photo(0))
    ada.files_move_v2(photo(1), "/new/moved.jpg")
    wait_until("changes of the server are here", 90, lambda: os.path.exists(local("/new/r.txt"))
               and not os.path.exists(local(photo(0))) and not os.path.exists(local(photo(1)))
               and os.path.exists(local("/new/moved.jpg")))
    ada.files_move_v2("/Empty", "/EMPTY", autorename=True)
    wait_until("a change of case is here", 90,
               lambda: "EMPTY" in os.listdir(folder) and "Empty" not in os.listdir(folder))
    passed("changes from the server")

    os.rename(local(photo(2)), local("/new/lm.jpg"))
    os.remove(local(photo(3)))
    with open(local(photo(4)), "w") as file:
        file.write("edited")

    def changed():
        there = remote()
        return ("/new/lm.jpg" in there and photo(2) not in there and photo(3) not in there
                and there[photo(4)].size == 6)

    wait_until("local changes are on the server", 90, changed)
    passed("local moves, deletions and edits")
    maestral("stop")
    daemon.wait(timeout=20)
    daemon = None
finally:
    if daemon:
        daemon.kill()
    server.__exit__(*sys.exc_info())
print("maestral: all passed")
