#!/bin/sh
# Installs one pinned list into .venv, with uv when there is one or one can be had, otherwise with pip. uv compiles
# nothing, so a first start writes the bytecode of the modules that every start loads, a seventh of all: where Python
# may write none, each start would compile a thousand modules again.
set -eu
list=$1
# Debian's Python is the one that an installation runs on, and a tenth faster than one that pyenv built.
python=/usr/bin/python3.11
"$python" -c 'import ensurepip, venv' 2>/dev/null || python=python3.11
[ -x .venv/bin/python ] || "$python" -m venv .venv
if ! uv=$(command -v uv); then
  [ -x .venv/bin/uv ] || .venv/bin/pip install --quiet uv || true
  uv=.venv/bin/uv
fi
echo "Installing $list into .venv …"
if [ -x "$uv" ]; then
  VIRTUAL_ENV=.venv "$uv" pip install --quiet --require-hashes --requirement "$list"
else
  .venv/bin/pip install --quiet --require-hashes --requirement "$list"
fi
data=$(mktemp -d)
trap 'rm -rf "$data"' EXIT
env -i PATH="$PATH" DATA_DIR="$data" .venv/bin/python manage.py check --verbosity 0 >/dev/null
