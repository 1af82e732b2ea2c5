#!/bin/sh
# Makes the environments of the interop checks below a folder: setup.sh FOLDER
# Does nothing when they are there already. Exit code 75: a package cannot be
# had here, so that the checks are to be skipped.
set -u
here=$(cd "$(dirname "$0")" && pwd)
folder=$1
mkdir -p "$folder"

fail() {
    echo "setup: $1" >&2
    exit 75
}

for name in sdk maestral; do
    wanted=$here/requirements-$name.txt
    cmp -s "$wanted" "$folder/$name.done" && continue
    rm -rf "$folder/$name"
    python3 -m venv "$folder/$name" || fail "python3 has no venv (apt-get install python3-venv)"
    "$folder/$name/bin/pip" install -q --disable-pip-version-check -r "$wanted" \
        || fail "pip cannot install $wanted"
    cp "$wanted" "$folder/$name.done"
done
command -v openssl > /dev/null || fail "openssl is missing (apt-get install openssl)"
command -v rclone > /dev/null || fail "rclone is missing (apt-get install rclone)"
