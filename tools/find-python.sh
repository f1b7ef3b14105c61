#!/bin/sh
# Prints the first Python that is new enough; nothing if there is none.
for name in python3 python3.14 python3.13 python3.12 python3.11 python; do
  if "$name" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then
    echo "$name"
    exit
  fi
done
