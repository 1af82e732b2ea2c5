"""Uploads a folder by rclone: rclone_upload.py certificates FOLDER makes a
throw-away authority and a certificate for the hosts that rclone knows;
rclone_upload.py copy FOLDER PORT TOKEN SOURCE TARGET copies to a server that
shows it."""

import json
import os
import subprocess
import sys

from connect_proxy import ConnectProxy
from served import make_certificates


def copy(folder, port, token, source, target):
    """Through a proxy of this machine: rclone's host names are built in."""
    proxy = ConnectProxy(int(port))
    path = os.path.join(folder, "rclone.conf")
    with open(path, "w") as file:
        held = {"access_token": token, "token_type": "bearer", "refresh_token": "none",
                "expiry": "2100-01-01T00:00:00Z"}
        file.write(f"[dbx]\ntype = dropbox\nclient_id = local\ntoken = {json.dumps(held)}\n")
    subprocess.run(["rclone", "copy", source, "dbx:" + target, "--retries", "5"], check=True,
                   timeout=60, env=os.environ | {
                       "HTTPS_PROXY": f"http://127.0.0.1:{proxy.port}",
                       "SSL_CERT_FILE": os.path.join(folder, "ca.pem"), "RCLONE_CONFIG": path})


if sys.argv[1] == "certificates":
    make_certificates(sys.argv[2])
else:
    copy(*sys.argv[2:])
