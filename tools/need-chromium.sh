#!/bin/sh
# The browser tests drive Debian's Chromium. On a build machine (CI=true) it is installed, elsewhere asked for.
set -eu
installed() {
  DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "$1" >/dev/null
}
[ -x /usr/bin/chromium-headless-shell ] && exit
if [ "${CI:-}" = true ]; then
  # Without a window the tests take two thirds of the time; where Debian does not offer that, the whole one will do.
  apt-get update -qq && installed chromium-headless-shell && exit
  [ -x /usr/bin/chromium ] || installed chromium
fi
if [ ! -x /usr/bin/chromium ]; then
  echo "The browser tests need Chromium: sudo apt-get install chromium-headless-shell (or chromium)" >&2
  exit 1
fi
