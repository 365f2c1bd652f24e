#!/bin/sh
# Installs one pinned list into .venv, with uv when there is one or one can be had, otherwise with pip. Both leave
# bytecode: where Python may write none, every start would compile a thousand modules anew.
set -eu
list=$1
[ -x .venv/bin/python ] || python3.11 -m venv .venv
if ! uv=$(command -v uv); then
  [ -x .venv/bin/uv ] || .venv/bin/pip install --quiet uv || true
  uv=.venv/bin/uv
fi
echo "Installing $list into .venv …"
if [ -x "$uv" ]; then
  VIRTUAL_ENV=.venv "$uv" pip install --quiet --compile-bytecode --require-hashes --requirement "$list"
else
  .venv/bin/pip install --quiet --require-hashes --requirement "$list"
fi
