#!/bin/sh
# The browser tests drive Debian's Chromium. On a build machine (CI=true) it is installed, elsewhere asked for.
set -eu
[ -x /usr/bin/chromium ] && exit
if [ "${CI:-}" != true ]; then
  echo "The browser tests need Chromium: sudo apt-get install chromium" >&2
  exit 1
fi
apt-get update -qq
DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends chromium >/dev/null
