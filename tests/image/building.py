"""Build the image and run it without an engine and without a registry of images: buildah in chroot isolation, on a base
that debootstrap makes of Debian's packages. Needs root; installs both where they are missing.
"""

import json
import os
import shlex
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from uuid import uuid4

from tests.frame.services import wait_for

ROOT = Path(__file__).resolve().parents[2]
BASE = "localhost/debian-python"
IMAGE = "localhost/wotr:check"
PACKAGES = ("python3", "python3-venv", "ca-certificates")
#: What pip is told about a registry; folders of packages on this machine are of no use inside.
REGISTRY = ("index-url", "proxy", "trusted-host", "cert", "default-timeout")
#: The Dockerfile, written for another base, calls it `python`.
BASE_FILE = "FROM scratch\nADD base.tar /\nRUN ln -s /usr/bin/python3 /usr/local/bin/python\n"


def run(*command: str, **more: Any) -> str:
    """Return what a command prints. Raises AssertionError with all that it said if it fails."""
    done = subprocess.run(command, capture_output=True, text=True, check=False, **more)
    assert done.returncode == 0, f"{shlex.join(command)}\n{done.stdout}\n{done.stderr}"
    return done.stdout


def install_what_is_missing() -> None:
    """Install debootstrap and buildah from Debian's packages."""
    assert os.geteuid() == 0, "this check makes a file system of its own, which needs root"
    missing = [name for name in ("debootstrap", "buildah") if shutil.which(name) is None]
    if missing:
        run("apt-get", "update", "-qq")
        env = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
        run("apt-get", "install", "-y", "-qq", *missing, env=env)


def debian() -> str:
    """Return the name of this machine's release of Debian."""
    facts = Path("/etc/os-release").read_text().splitlines()
    return next(fact.partition("=")[2].strip('"') for fact in facts if fact.startswith("VERSION_CODENAME="))


def ways_to_packages(folder: Path) -> list[str]:
    """Return options that let the build reach the registry of Python packages as this machine does: its settings of
    pip, in a file of their own, with the certificates that they name.
    """
    listed = run(sys.executable, "-m", "pip", "config", "list", stdin=subprocess.DEVNULL)
    named = [line.split("=", 1) for line in listed.splitlines() if "=" in line]
    settings = {name.rpartition(".")[2]: value.strip("'") for name, value in named}
    kept = {name: settings[name] for name in REGISTRY if name in settings}
    pip = folder / "pip.conf"
    pip.write_text("\n".join(["[global]", *(f"{name} = {value}" for name, value in kept.items())]) + "\n")
    options = ["--volume", f"{pip}:/etc/pip.conf:ro"]
    if "cert" in kept:
        options += ["--volume", f"{Path(kept['cert']).resolve()}:{kept['cert']}:ro"]
    return options


class Builder:
    """Images and containers in a folder of their own."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        conf = folder / "storage.conf"
        conf.write_text(
            f'[storage]\ndriver = "vfs"\ngraphroot = "{folder}/store"\nrunroot = "{folder}/run"\n'
        )
        self.env = {**os.environ, "CONTAINERS_STORAGE_CONF": str(conf), "BUILDAH_ISOLATION": "chroot"}

    def buildah(self, *arguments: str) -> str:
        """Return what buildah prints."""
        return run("buildah", *arguments, env=self.env, cwd=self.folder)

    def make_base(self) -> None:
        """Make a base image of Debian's packages, with their Python."""
        tree = self.folder / "tree"
        run("debootstrap", "--variant=minbase", f"--include={','.join(PACKAGES)}", debian(), str(tree))
        left_out = ("--exclude=./var/cache/apt/*", "--exclude=./var/lib/apt/lists/*", "--exclude=./proc/*")
        run("tar", "-C", str(tree), *left_out, "-cf", str(self.folder / "base.tar"), ".")
        shutil.rmtree(tree)
        (self.folder / "Base").write_text(BASE_FILE)
        self.buildah("build", "-t", BASE, "-f", "Base", ".")
        (self.folder / "base.tar").unlink()

    def build(self) -> dict[str, Any]:
        """Build the image as `make image` does, on that base. Returns its settings."""
        options = ["--build-arg", f"BASE={BASE}", *ways_to_packages(self.folder)]
        env = {**self.env, "BUILDER": "buildah", "IMAGE": IMAGE}
        run("bash", "tools/image.sh", *options, env=env, cwd=ROOT)
        described: dict[str, Any] = json.loads(self.buildah("inspect", "--type", "image", IMAGE))["Docker"]
        return described

    @contextmanager
    def container(self) -> "Iterator[Container]":
        """Yield a container of the image; whatever still runs there is ended."""
        name = self.buildah("from", IMAGE).strip()
        made = Container(self, name)
        try:
            yield made
        finally:
            made.stop()
            self.buildah("rm", name)


class Container:
    """Commands that run as the image says: its user, its folder, its variables; on this machine's network."""

    def __init__(self, builder: Builder, name: str) -> None:
        self.builder = builder
        self.name = name
        self.mark = f"CONTAINER={uuid4().hex}"
        self.started: list[subprocess.Popen[bytes]] = []

    def command(self, command: list[str], env: dict[str, str]) -> list[str]:
        """Return the command line that runs a command inside."""
        given = [option for pair in env.items() for option in ("--env", "=".join(pair))]
        return ["buildah", "run", "--env", self.mark, *given, self.name, "--", *command]

    def run(self, command: list[str], env: dict[str, str]) -> subprocess.CompletedProcess[str]:
        """Run a command to its end."""
        return subprocess.run(
            self.command(command, env), env=self.builder.env, capture_output=True, text=True, check=False
        )

    def start(self, command: list[str], env: dict[str, str]) -> None:
        """Start a command that goes on until the container ends."""
        with self.said(len(self.started)).open("wb") as said:
            whole = self.command(command, env)
            self.started.append(subprocess.Popen(whole, env=self.builder.env, stdout=said, stderr=said))

    def said(self, number: int) -> Path:
        """Return the file with all that a started command has said."""
        return self.builder.folder / f"said-{number}"

    def check(self) -> None:
        """Raise AssertionError if a started command has ended, with what it said."""
        for number, process in enumerate(self.started):
            assert process.poll() is None, f"{shlex.join(process.args)}\n{self.said(number).read_text()}"

    def processes(self) -> dict[int, str]:
        """Return the processes inside, by their number, and the user of each."""
        found = {}
        for folder in Path("/proc").iterdir():
            if not folder.name.isdecimal():
                continue
            try:
                if self.mark.encode() in (folder / "environ").read_bytes().split(b"\0"):
                    found[int(folder.name)] = str(folder.stat().st_uid)
            except OSError:
                continue  # it has just ended
        return found

    def stop(self) -> None:
        """End all processes inside: gently, and after a while for good."""
        for sign in (signal.SIGTERM, signal.SIGKILL):
            for number in self.processes():
                try:
                    os.kill(number, sign)
                except ProcessLookupError:
                    continue
            try:
                wait_for(lambda: not self.processes(), seconds=30)
                break
            except AssertionError:
                continue
        for process in self.started:
            process.wait(timeout=60)
