"""A PostgreSQL of the tests' own."""

import os
import pwd
import shutil
import signal
import socket
import subprocess
import tempfile
from itertools import count
from pathlib import Path

import pytest

NEEDED = (
    "the tests need PostgreSQL: as root `sh tools/services.sh`, or on Debian and Ubuntu `apt-get install postgresql`"
)


class Postgres:
    """A PostgreSQL server on 127.0.0.1 that can be stopped, started, frozen and thawed."""

    def __init__(self) -> None:
        self._tools = _find_tools()
        self._folder = Path(tempfile.mkdtemp(prefix="shmear-postgresql-"))
        self._data = self._folder / "data"
        self._as: list[str] = []
        if os.geteuid() == 0:  # PostgreSQL refuses to run as root
            user = _other_user()
            shutil.chown(self._folder, user)
            self._as = ["setpriv", f"--reuid={user}", f"--regid={pwd.getpwnam(user).pw_gid}", "--clear-groups"]
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port: int = free.getsockname()[1]
        self._names = (f"test{number}" for number in count())
        self._run("initdb", "-D", self._data, "-U", "shmear", "-A", "trust", "-E", "UTF8", "--locale=C", "--no-sync")

    def url(self, name: str | None = None) -> str:
        """The address of a new, empty database."""
        name = name or next(self._names)
        self._run("createdb", "-h", "127.0.0.1", "-p", self.port, "-U", "shmear", name)
        return f"postgresql://shmear@127.0.0.1:{self.port}/{name}"

    def start(self) -> None:
        options = (
            f"-p {self.port} -k {self._folder} -c listen_addresses=127.0.0.1 -c fsync=off -c shared_buffers=16MB"
            " -c max_connections=60"
        )
        self._run("pg_ctl", "-D", self._data, "-w", "-o", options, "-l", self._folder / "log", "start")

    def stop(self) -> None:
        self._run("pg_ctl", "-D", self._data, "-w", "-m", "fast", "stop")

    def freeze(self) -> None:
        """The server keeps its connections and answers nothing."""
        self._signal(signal.SIGSTOP)

    def thaw(self) -> None:
        self._signal(signal.SIGCONT)

    def remove(self) -> None:
        if (self._data / "postmaster.pid").exists():
            self._run("pg_ctl", "-D", self._data, "-w", "-m", "immediate", "stop")
        shutil.rmtree(self._folder)

    def _signal(self, number: signal.Signals) -> None:
        first = int((self._data / "postmaster.pid").read_text().splitlines()[0])
        children = Path(f"/proc/{first}/task/{first}/children").read_text().split()
        for process in (first, *map(int, children)):
            os.kill(process, number)

    def _run(self, tool: str, *arguments: object) -> None:
        command = [*self._as, str(self._tools / tool), *map(str, arguments)]
        # pg_ctl leaves the server behind with whatever it was given as its output, so that is no pipe.
        with tempfile.TemporaryFile() as said:
            done = subprocess.run(command, cwd="/", stdin=subprocess.DEVNULL, stdout=said, stderr=said, check=False)
            said.seek(0)
            assert done.returncode == 0, f"{tool}: {said.read().decode()}"


def _find_tools() -> Path:
    if found := shutil.which("initdb"):
        return Path(found).resolve().parent
    versions = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"), key=lambda tool: int(tool.parts[-3]))
    if not versions:
        pytest.fail(NEEDED, pytrace=False)
    return versions[-1].parent


def _other_user() -> str:
    known = {user.pw_name for user in pwd.getpwall()}
    return "postgres" if "postgres" in known else "nobody"
