#!/bin/sh
# run-if-there.sh PYTHON FOLDER SENTENCE [WORD ...]: runs the package in FOLDER with these words, or says the sentence where
# there is none.
set -eu
python=$1 folder=$2 sentence=$3
shift 3
if [ -f "$folder/__main__.py" ]; then
  exec "$python" -m "$(echo "$folder" | tr / .)" "$@"
fi
echo "$sentence"
