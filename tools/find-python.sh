#!/bin/sh
# Prints the first Python that is new enough; nothing if there is none. The system's own comes first, where it can make an
# environment: it is built with profiles, and the same tests take a tenth less of a processor than with one built by hand.
is_new_enough='import sys; sys.exit(sys.version_info < (3, 11))'
if /usr/bin/python3 -c "import ensurepip, venv; $is_new_enough" 2>/dev/null; then
  echo /usr/bin/python3
  exit
fi
for name in python3 python3.14 python3.13 python3.12 python3.11 python; do
  if "$name" -c "$is_new_enough" 2>/dev/null; then
    echo "$name"
    exit
  fi
done
