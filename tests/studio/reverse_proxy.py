"""A small reverse proxy, as nginx or Caddy stand before the studio: what is below a path goes on to it, nothing else."""

from __future__ import annotations

import http.client
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

_OF_THE_LINE = ("connection", "transfer-encoding", "keep-alive")


class ReverseProxy:
    """Serves `root` of a port of its own from another port. `strips`: it takes the root off before it asks."""

    def __init__(self, port: int, root: str, *, strips: bool) -> None:
        self.outside: list[str] = []
        """Paths that were asked for and lie elsewhere: links that have lost their root."""
        proxy = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_GET(self) -> None:
                if not self.path.startswith(f"{root}/"):
                    proxy.outside.append(self.path)
                    self.send_error(404)
                    return
                body = self.rfile.read(int(self.headers.get("content-length", 0)))
                line = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
                path = self.path.removeprefix(root) if strips else self.path
                line.request(self.command, path, body or None, dict(self.headers))
                answer = line.getresponse()
                self.send_response(answer.status)
                for name, value in answer.getheaders():
                    if name.lower() not in _OF_THE_LINE:
                        self.send_header(name, value)
                self.send_header("connection", "close")
                self.end_headers()
                while piece := answer.read1(65536):
                    self.wfile.write(piece)
                    self.wfile.flush()
                line.close()
                self.close_connection = True

            do_POST = do_GET  # noqa: N815

            def log_message(self, *_: Any) -> None: ...

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.server.daemon_threads = True
        self.port = self.server.server_address[1]
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def close(self) -> None:
        self.server.shutdown()
        self.server.server_close()
