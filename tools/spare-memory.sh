#!/usr/bin/env bash
# Prints a folder that lies in memory and has room for what the tests write; nothing where there is none.
set -euo pipefail
memory=/dev/shm
needed_kib=$((2 * 1024 * 1024))
[[ -d $memory && -w $memory ]] || exit 0
free_kib=$(df --output=avail "$memory" | tail -n 1)
if ((free_kib > needed_kib)); then echo "$memory"; fi
