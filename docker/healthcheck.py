"""Ask a process, by a name that it answers to, whether it is alive: `healthcheck.py [PORT [web|streams]]`.

Every kind answers `/healthz`. One for streams must also be at its own address: whoever asks there with a body is told
at once that there is no use for one, without a look at the database. Exit with 1 if an answer is another one.
"""

import http.client
import os
import sys

#: What is asked of a kind of process: path, body, status of the answer.
ASKED: dict[str, list[tuple[str, bytes, int]]] = {"web": [("/healthz", b"", 200)]}
ASKED["streams"] = [*ASKED["web"], ("/api/v1/events/stream/", b"?", 400)]

port = int(sys.argv[1]) if len(sys.argv) > 1 else 8000
kind = sys.argv[2] if len(sys.argv) > 2 else "web"
# `.example.org` stands for every name under it, and `*` for any at all.
name = os.environ.get("ALLOWED_HOSTS", "").split(",")[0].strip().lstrip(".*") or "localhost"
for path, body, wanted in ASKED[kind]:
    asked = http.client.HTTPConnection("127.0.0.1", port, timeout=4)
    try:
        asked.request("GET", path, body or None, headers={"Host": name})
        status = asked.getresponse().status
    except (OSError, http.client.HTTPException) as error:
        sys.exit(f"no answer: {error}")
    if status != wanted:
        sys.exit(f"the answer is {status}")
