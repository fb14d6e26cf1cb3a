#!/bin/sh
# Makes the manual pages: of the program and its commands in section 1, from the commands themselves, and of these documents in
# section 7.
#
#     docs/manual.sh TRIBUNAL GO-MD2MAN FOLDER VERSION
set -eu
tribunal=$1 md2man=$2 folder=$3 version=$4
here=$(dirname "$0")
rm -rf "$folder"
mkdir -p "$folder/man1" "$folder/man7"
# A line of code that begins with dots is not one for troff.
as_page() { "$md2man" | sed 's/^\.\.\./\\\&.../'; }
page() { "$tribunal" manual ${1:+"$1"} | as_page >"$folder/man1/tribunal${1:+-$1}.1"; }
page ''
for command in $("$tribunal" complete -- '' | cut -f1); do
  [ "$command" = help ] || page "$command"
done
for document in "$here"/*.md; do
  name=tribunal-$(basename "$document" .md)
  {
    printf '%% %s 7 "" "tribunal %s" "Tribunal"\n\n# NAME\n\n' "$(echo "$name" | tr a-z A-Z)" "$version"
    printf '%s - %s\n\n' "$name" "$(sed -n '1s/^# *//p' "$document" | tr A-Z a-z)"
    sed -e '1d' -e 's/^# */## /' -e 's/\[\([^]]*\)\]([^)]*)/\1/g' -e 's/^```.*$/```/' "$document"
  } | as_page >"$folder/man7/$name.7"
done
gzip -9n "$folder"/man?/*
