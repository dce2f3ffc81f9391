"""A PostgreSQL server of the tests' own, in a folder that goes with it: Debian's programs, started as the user postgres."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import tempfile
from pathlib import Path
from types import TracebackType

PASSWORD = "open sesame"
_INSTALLED = Path("/usr/lib/postgresql")


def programs() -> Path | None:
    """The folder of initdb and pg_ctl, of the newest version."""
    folders = sorted(_INSTALLED.glob("*/bin/initdb"), key=lambda each: float(each.parts[-3]))
    return folders[-1].parent if folders else None


class Postgres:
    """The server while the block lasts. `url` leads to it with the password."""

    def __init__(self) -> None:
        found = programs()
        assert found, "PostgreSQL is not installed"
        self._programs = found
        self._folder = Path(tempfile.mkdtemp(prefix="fabula-postgres-"))
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self.url = f"postgresql://postgres:{PASSWORD.replace(' ', '%20')}@127.0.0.1:{self.port}/postgres"

    def __enter__(self) -> Postgres:
        secret = self._folder / "password"
        secret.write_text(PASSWORD)
        if os.geteuid() == 0:
            shutil.chown(self._folder, "postgres")
            shutil.chown(secret, "postgres")
        self._run("initdb", "-U", "postgres", "-A", "scram-sha-256", f"--pwfile={secret}", "--no-sync")
        self.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.stop()
        shutil.rmtree(self._folder)

    def start(self) -> None:
        here = f"-c listen_addresses=127.0.0.1 -p {self.port} -k {self._folder} -c fsync=off"
        self._run("pg_ctl", "-w", "-o", here, "-l", str(self._folder / "log"), "start")

    def stop(self) -> None:
        self._run("pg_ctl", "-w", "-m", "immediate", "stop")

    def _run(self, program: str, *words: str) -> None:
        as_user = (
            ["setpriv", "--reuid=postgres", "--regid=postgres", "--clear-groups"] if os.geteuid() == 0 else []
        )
        command = [*as_user, str(self._programs / program), "-D", str(self._folder / "data"), *words]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL, cwd="/")
