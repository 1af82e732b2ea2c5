"""A carousel-server of its own for one check: folder, users, certificate."""

import json
import os
import re
import subprocess
import time
import urllib.request

HOSTS = ["localhost", "api.dropboxapi.com", "content.dropboxapi.com",
         "notify.dropboxapi.com", "www.dropbox.com"]


def make_certificates(folder):
    """A throw-away authority and a certificate for the hosts that clients ask for."""
    def openssl(*words):
        subprocess.run(["openssl", *words], check=True, cwd=folder,
                       stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

    names = ",".join(f"DNS:{host}" for host in HOSTS) + ",IP:127.0.0.1"
    openssl("req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-keyout", "ca.key",
            "-out", "ca.pem", "-subj", "/CN=authority of a check",
            "-addext", "basicConstraints=critical,CA:TRUE",
            "-addext", "keyUsage=critical,keyCertSign,cRLSign")
    openssl("req", "-newkey", "rsa:2048", "-nodes", "-keyout", "leaf.key", "-out", "leaf.csr",
            "-subj", "/CN=localhost")
    with open(os.path.join(folder, "leaf.cnf"), "w") as file:
        file.write(f"subjectAltName={names}\nbasicConstraints=CA:FALSE\n"
                   "extendedKeyUsage=serverAuth\n")
    openssl("x509", "-req", "-in", "leaf.csr", "-CA", "ca.pem", "-CAkey", "ca.key",
            "-CAcreateserial", "-days", "2", "-extfile", "leaf.cnf", "-out", "leaf.pem")


class Served:
    """The server while a check runs; at the end its integrity is checked."""

    def __init__(self, binary, work, faults=None):
        self.binary = os.path.abspath(binary)
        self.work = os.path.abspath(work)
        self.data = os.path.join(self.work, "data")
        self.faults = faults

    def command(self, *words, stdin=None):
        done = subprocess.run([self.binary, *words, "--data", self.data], input=stdin, text=True,
                              stdout=subprocess.PIPE, check=True)
        return done.stdout

    def token(self, login, app="check"):
        """An access and a refresh token of an app."""
        return json.loads(self.command("token", login, "--app", app, "--refresh", "--json"))

    def __enter__(self):
        os.makedirs(self.work, exist_ok=True)
        make_certificates(self.work)
        self.authority = os.path.join(self.work, "ca.pem")
        subprocess.run([self.binary, "init", self.data], check=True, stdout=subprocess.DEVNULL)
        self.command("user", "add", "ada", "--name", "Ada Lovelace", stdin="correct horse\n")
        self.command("user", "add", "bob", "--name", "Bob", stdin="battery staple\n")
        self.log = open(os.path.join(self.work, "server.log"), "w")
        words = [self.binary, "serve", "--data", self.data, "--listen", "127.0.0.1:0",
                 "--tls-cert", os.path.join(self.work, "leaf.pem"),
                 "--tls-key", os.path.join(self.work, "leaf.key"), "--log-requests"]
        if self.faults:
            words += ["--faults", self.faults]
        self.process = subprocess.Popen(words, stdout=subprocess.PIPE, stderr=self.log, text=True)
        line = self.process.stdout.readline()
        found = re.search(r"https://127\.0\.0\.1:(\d+)", line)
        assert found, f"the server did not start: {line!r}"
        self.port = int(found.group(1))
        self.host = f"localhost:{self.port}"
        return self

    def __exit__(self, kind, error, trace):
        self.process.terminate()
        code = self.process.wait(timeout=20)
        self.log.close()
        if kind is None:
            assert code == 0, f"the server ended with {code}"
            checked = subprocess.run([self.binary, "check", "--data", self.data, "--json"],
                                     stdout=subprocess.PIPE, text=True)
            assert checked.returncode == 0, checked.stdout
        return False


def wait_until(what, seconds, condition):
    """Looks again and again; the check fails when it never comes true."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if condition():
            return
        time.sleep(0.1)
    raise AssertionError(f"after {seconds} s still not: {what}")


def passed(name):
    print(f"ok {name}", flush=True)
