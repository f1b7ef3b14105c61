#!/bin/sh
# with-node.sh ENVIRONMENT COMMAND...: runs a command with Node 20 or newer, the machine's own or one from a package.
set -eu
bin="$(cd "$1" && pwd)/bin"
shift
new_enough() {
  command -v npm >/dev/null 2>&1 && node -e 'process.exit(process.versions.node.split(".")[0] >= 20 ? 0 : 1)' 2>/dev/null
}
if ! new_enough; then
  PATH="$bin:$PATH"
  export PATH
  if ! new_enough; then
    echo "Getting Node, because this machine has none that is new enough (once) ..." >&2
    "$bin/python" -m pip install --quiet --disable-pip-version-check --require-hashes -r locks/node.txt
  fi
fi
exec "$@"
