#!/bin/sh
# Installs one pinned list into .venv, with uv when there is one or one can be had, otherwise with pip. uv compiles
# nothing, so a first start writes the bytecode of the modules that every start loads, a seventh of all: where Python
# may write none, each start would compile a thousand modules again.
set -eu
list=$1
# Debian's Python is the one that an installation runs on, and a tenth faster than one that pyenv built.
python=/usr/bin/python3.11
"$python" -c 'import ensurepip, venv' 2>/dev/null || python=python3.11
# Debian has pip as a wheel, which runs as it is: to install it into .venv first takes longer than all the rest of it.
pip=
for wheel in /usr/share/python-wheels/pip-*.whl; do
  if [ -f "$wheel" ]; then pip=$wheel; fi
done
if [ ! -x .venv/bin/python ]; then
  if [ -n "$pip" ]; then "$python" -m venv --without-pip .venv; else "$python" -m venv .venv; fi
fi
if [ -x .venv/bin/pip ]; then pip=; fi
install() { PYTHONPATH=$pip .venv/bin/python -m pip install --quiet "$@"; }
if ! uv=$(command -v uv); then
  [ -x .venv/bin/uv ] || install --no-compile uv || true
  uv=.venv/bin/uv
fi
echo "Installing $list into .venv …"
if [ -x "$uv" ]; then
  VIRTUAL_ENV=.venv "$uv" pip install --quiet --require-hashes --requirement "$list"
else
  install --require-hashes --requirement "$list"
fi
data=$(mktemp -d)
trap 'rm -rf "$data"' EXIT
env -i PATH="$PATH" DATA_DIR="$data" .venv/bin/python manage.py check --verbosity 0 >/dev/null
