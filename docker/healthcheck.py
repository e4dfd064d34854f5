"""Ask the web process, by a name that it answers to, whether it is alive. Exit with 1 if it is not."""

import http.client
import os
import sys

port = int(sys.argv[1]) if len(sys.argv) > 1 else 8000
# `.example.org` stands for every name under it, and `*` for any at all.
name = os.environ.get("ALLOWED_HOSTS", "").split(",")[0].strip().lstrip(".*") or "localhost"
asked = http.client.HTTPConnection("127.0.0.1", port, timeout=4)
try:
    asked.request("GET", "/healthz", headers={"Host": name})
    status = asked.getresponse().status
except (OSError, http.client.HTTPException) as error:
    sys.exit(f"no answer: {error}")
if status != 200:
    sys.exit(f"the answer is {status}")
