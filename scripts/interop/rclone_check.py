"""rclone against the server: rclone_check.py BINARY WORK

Its host names are built in, so it goes through a proxy of this machine."""

import filecmp
import json
import os
import shutil
import subprocess
import sys

from connect_proxy import ConnectProxy
from served import Served, passed

server = Served(sys.argv[1], sys.argv[2]).__enter__()
CAMERA = "dbx:Camera Uploads"


def rclone(*words, fails=False):
    done = subprocess.run(["rclone", *words, "--retries", "1", "--low-level-retries", "1"],
                          env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                          text=True, timeout=60)
    assert fails == (done.returncode != 0), f"rclone {words}: {done.stderr}"
    return done.stdout + (done.stderr if fails else "")


def make_files(folder):
    os.makedirs(os.path.join(folder, "sub"))

    def write(name, content):
        with open(os.path.join(folder, name), "wb") as file:
            file.write(content)

    for number in range(1, 6):
        write(f"IMG_{number}.jpg", os.urandom(number * 100_000))
    write("Schöne Umläute \U0001F600 2.jpg", b"hi\n")
    write("sub/a.txt", b"sub\n")
    write("empty.bin", b"")
    write("big.mov", os.urandom(9_000_000))


def same(one, other):
    difference = filecmp.dircmp(one, other)
    assert not difference.left_only and not difference.right_only, difference.report()
    _, wrong, lost = filecmp.cmpfiles(one, other, difference.common_files, shallow=False)
    assert not wrong and not lost, (wrong, lost)
    for name in difference.common_dirs:
        same(os.path.join(one, name), os.path.join(other, name))


try:
    server.command("app", "add", "local", "--secret", stdin="local secret\n")
    tokens = server.token("ada", app="local")
    work = server.work
    with open(os.path.join(work, "rclone.conf"), "w") as file:
        # Expired, so that the first call has to refresh it.
        token = {"access_token": "none", "token_type": "bearer",
                 "refresh_token": tokens["refresh_token"], "expiry": "2020-01-01T00:00:00Z"}
        file.write("[dbx]\ntype = dropbox\nclient_id = local\nclient_secret = local secret\n"
                   f"token = {json.dumps(token)}\n")
    proxy = ConnectProxy(server.port)
    environment = os.environ | {"HTTPS_PROXY": f"http://127.0.0.1:{proxy.port}",
                                "SSL_CERT_FILE": server.authority,
                                "RCLONE_CONFIG": os.path.join(work, "rclone.conf")}
    source, back = os.path.join(work, "source"), os.path.join(work, "back")
    make_files(source)

    assert rclone("lsf", "-R", "dbx:") == ""
    rclone("copy", "--dropbox-chunk-size", "4M", source, CAMERA)
    rclone("check", source, CAMERA)
    passed("batched uploads")
    rclone("copy", CAMERA, back)
    same(source, back)
    with open(os.path.join(source, "big.mov"), "rb") as file:
        piece = subprocess.run(["rclone", "cat", "--offset", "5", "--count", "7",
                                CAMERA + "/big.mov"], env=environment, check=True,
                               stdout=subprocess.PIPE).stdout
        assert piece == file.read()[5:12]
    passed("downloads and ranges")

    rclone("moveto", CAMERA + "/IMG_1.jpg", "dbx:moved/x.jpg")
    rclone("copyto", CAMERA + "/IMG_2.jpg", "dbx:moved/y.jpg")
    assert sorted(rclone("lsf", "dbx:moved").split()) == ["x.jpg", "y.jpg"]
    rclone("deletefile", "dbx:moved/x.jpg")
    rclone("moveto", CAMERA, "dbx:Elsewhere")
    rclone("moveto", "dbx:Elsewhere", CAMERA)
    passed("moves, copies, deletions")

    with open(os.path.join(source, "IMG_3.jpg"), "wb") as file:
        file.write(b"edited")
    os.remove(os.path.join(source, "IMG_4.jpg"))
    rclone("sync", "--dropbox-batch-mode", "off", source, CAMERA)
    rclone("check", source, CAMERA)
    rclone("purge", "dbx:moved")
    rclone("rmdirs", "--leave-root", "dbx:")
    rclone("lsf", "dbx:moved", fails=True)
    passed("sync and purge")

    link = rclone("link", CAMERA + "/IMG_2.jpg").strip()
    assert link == rclone("link", CAMERA + "/IMG_2.jpg").strip()
    assert "/s/" in link
    about = json.loads(rclone("about", "--json", "dbx:"))
    size = sum(os.path.getsize(os.path.join(folder, name))
               for folder, _, names in os.walk(source) for name in names)
    assert about["used"] == size and about["total"] == 1 << 40
    listed = json.loads(rclone("lsjson", "-R", "--hash", "dbx:"))
    assert all(e["IsDir"] or len(e["Hashes"]["dropbox"]) == 64 for e in listed)
    passed("links, space and hashes")
    assert proxy.refused == []
    shutil.rmtree(source)
finally:
    server.__exit__(*sys.exc_info())
print("rclone: all passed")
