#!/bin/sh
# run-if-there.sh PYTHON FOLDER SENTENCE: runs the package in FOLDER, or says the sentence where there is none.
set -eu
if [ -f "$2/__main__.py" ]; then
  exec "$1" -m "$(echo "$2" | tr / .)"
fi
echo "$3"
