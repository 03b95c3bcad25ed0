#!/bin/sh
# Brings the graph up to date, and makes it the first night. What a source does not give tonight stays as it was, and the exit status is 3.
cd "$(dirname "$0")" || exit 1
status=0
rm -rf new && mkdir -p new parts || exit 1
# get NAME COMMAND…: runs the command with a file behind it, which counts when it is whole and can be read.
get() {
  name=$1 file=parts/$1 && shift
  "$@" "$file" &&
    if [ -s "$file" ]; then skeg check "$file" --max-refused 10% >"$file.check" 2>&1 && mv "$file" "new/$name"; fi ||
    { echo "$name: not tonight; its old records stay" >&2 && status=3; }
}

get repository.jsonl skeg harvest "$REPOSITORY" --format oai_datacite --out
get crossref.json curl -fsS --max-time 600 "$CROSSREF" -o
get openalex.json curl -fsS --max-time 600 "$OPENALEX" -o
if [ -e graph ]; then
  skeg load graph new --out graph --report new.report &&
    skeg load graph staff.csv --whole --out graph --report staff.report
else
  skeg load new staff.csv --out graph --report new.report # the first night; SKEG_BASE is the base
fi || exit 1
exit $status
