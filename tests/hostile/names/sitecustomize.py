"""Loaded by every process of a server under attack: names that hang, and names that fail, as a hostile zone does."""

import socket
import time

_really = socket.getaddrinfo


def _asked(host, *arguments, **more):
    name = host.decode() if isinstance(host, bytes) else str(host)
    if name.endswith(".hanging.example"):
        time.sleep(30)
        raise socket.gaierror(socket.EAI_AGAIN, "nobody answered in time")
    if name.endswith(".failing.example"):
        raise socket.gaierror(socket.EAI_NONAME, "there is no such name")
    return _really("127.0.0.1" if name == "honest.example" else host, *arguments, **more)


socket.getaddrinfo = _asked
