"""A proxy for programs with built-in host names: takes CONNECT for the hosts
of the real service and connects to a port of this machine instead. Everything
else is refused, so that nothing ever leaves the machine."""

import socket
import threading


class ConnectProxy:
    def __init__(self, target):
        self.target = target
        self.refused = []
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.port = self.listener.getsockname()[1]
        threading.Thread(target=self._accept, daemon=True).start()

    def _accept(self):
        while True:
            client, _ = self.listener.accept()
            threading.Thread(target=self._serve, args=(client,), daemon=True).start()

    def _serve(self, client):
        with client:
            head = b""
            while b"\r\n\r\n" not in head:
                piece = client.recv(4096)
                if not piece or len(head) > 16384:
                    return
                head += piece
            method, target, _ = head.split(b"\r\n")[0].decode("latin-1").split(" ")
            host = target.rsplit(":", 1)[0]
            ours = host == "www.dropbox.com" or host.endswith(".dropboxapi.com")
            if method != "CONNECT" or not ours:
                self.refused.append(target)
                client.sendall(b"HTTP/1.1 403 Forbidden\r\nContent-Length: 0\r\n\r\n")
                return
            with socket.create_connection(("127.0.0.1", self.target)) as server:
                client.sendall(b"HTTP/1.1 200 OK\r\n\r\n")
                back = threading.Thread(target=self._copy, args=(server, client), daemon=True)
                back.start()
                self._copy(client, server)
                back.join()

    @staticmethod
    def _copy(source, sink):
        try:
            while True:
                piece = source.recv(65536)
                if not piece:
                    break
                sink.sendall(piece)
        except OSError:
            pass
        finally:
            try:
                sink.shutdown(socket.SHUT_WR)
            except OSError:
                pass
