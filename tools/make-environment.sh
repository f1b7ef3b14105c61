#!/bin/sh
# make-environment.sh PYTHON FOLDER: a virtual environment, or one line that says what is missing.
set -eu
if [ -z "$1" ]; then
  echo "Beaten Zone needs Python 3.11 or newer; none was found. On Debian: sudo apt-get install python3 python3-venv" >&2
  exit 1
fi
if ! "$1" -m venv "$2"; then
  rm -rf "$2"
  echo "Python cannot make a virtual environment. On Debian: sudo apt-get install python3-venv" >&2
  exit 1
fi
