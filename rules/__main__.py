"""`python -m rules`: list, play, fuzz, verify, replay and bench without a server."""

import sys

from rules.core.cli import main

if __name__ == "__main__":
    sys.exit(main())
