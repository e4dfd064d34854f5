# The Pythons that the project allows, for the scripts beside this one; pyproject.toml and the README name the same.
VERSIONS="3.11 3.12 3.13 3.14"

# Whether a program is one of them, with all that an environment is made of.
fits() {
  VERSIONS=$VERSIONS "$1" -c \
    'import os, sys, venv, ensurepip; sys.exit("%d.%d" % sys.version_info[:2] not in os.environ["VERSIONS"].split())' \
    2>/dev/null
}
