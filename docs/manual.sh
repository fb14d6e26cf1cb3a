#!/bin/sh
# Makes the manual pages: of the program and its commands in section 1, from the commands themselves, and of these documents in
# section 7.
#
#     docs/manual.sh TRIBUNAL GO-MD2MAN FOLDER
set -eu
tribunal=$1 md2man=$2 folder=$3
here=$(dirname "$0")
rm -rf "$folder"
mkdir -p "$folder/man1" "$folder/man7"
# A line of code that begins with dots or a quote must not be a request to troff, which would omit it. ('\" introduces a table.)
as_page() { "$md2man" | sed "s/^\.\.\./\\\\\&.../; s/^'\([^\\\\]\)/\\\\\&'\1/"; }
page() { "$tribunal" manual ${1:+"$1"} | as_page >"$folder/man1/tribunal${1:+-$1}.1"; }
page ''
for command in $("$tribunal" complete -- '' | cut -f1); do
  [ "$command" = help ] || page "$command"
done
for document in "$here"/*.md "$here"/rules/*.md; do
  name=$(basename "$document" .md)
  "$tribunal" manual "$name.md" | as_page >"$folder/man7/tribunal-$name.7"
done
gzip -9n "$folder"/man?/*
