# shellcheck shell=bash disable=SC2154 # its callers set touchdown and folder
# in_shards HOW: what must hold of toolchain/shards, whatever runs the shards (HOW: run, parallel). For engines/slurm and ssh,
# which set touchdown, the host program, and folder, one that is gone in the end, and have a function fail.
#
# A campaign of landings in eleven shards, of which one fails and one is lost: merging says which, running again makes these two
# alone, and what is merged is to the last byte the file of the campaign in one piece. The same of recorded tosses, rolled.

# words_of WANTED COMMAND...: fails, and says what is wanted
words_of() {
  if "${@:2}" 2>"$folder/words"; then fail "${*:2}: nothing failed"; fi
  grep -qE "$1" "$folder/words" || fail "$(cat "$folder/words")"
}

# command_of NAME FAILING COMMAND...: a program that notes its runs, and of which shard FAILING fails the first time
command_of() {
  cat >"$folder/$1" <<END
#!/usr/bin/env bash
if [[ " \$* " = *" --shard $2 "* ]] && [ ! -e "$folder/$1.failed" ]; then touch "$folder/$1.failed"; echo 'no luck' >&2; exit 7; fi
echo run >>"$folder/$1.runs"
exec ${@:3} "\$@"
END
  chmod +x "$folder/$1"
}

in_shards() {
  local how=$1 shards=toolchain/shards before
  local land="$touchdown land $PWD/host_tests/touchdown/landings/odysseus_like.json --samples 2000"
  local roll="$touchdown roll --on host-double"
  command_of land 3/11 "$land"
  words_of '^failed: 3;' $shards "$how" "$folder/landings" 11 "$folder/land"
  grep -q 'no luck' "$folder/landings/log-3.txt" || fail "no words of the shard that failed"
  rm "$folder/landings/part-6.csv"
  words_of '^missing: shards 3,6 of 11$' $shards merge "$folder/landings" 11 "$folder/all.csv"
  [ ! -e "$folder/all.csv" ] || fail "a file of parts that are missing"
  before=$(wc -l <"$folder/land.runs")
  $shards "$how" "$folder/landings" 11 "$folder/land"
  [ $(($(wc -l <"$folder/land.runs") - before)) = 2 ] || fail "reran $(($(wc -l <"$folder/land.runs") - before)) shards, not 2"
  $shards merge "$folder/landings" 11 "$folder/all.csv"
  $land -o "$folder/whole.csv"
  cmp "$folder/all.csv" "$folder/whole.csv" || fail "the merged file is not that of the campaign in one piece"
  words_of 'another campaign' $shards "$how" "$folder/landings" 12 "$folder/land"
  words_of 'another campaign' $shards "$how" "$folder/landings" 11 "$folder/land" --jobs 2
  cp "$folder/landings/part-2.csv" "$folder/landings/part-4.csv"
  words_of 'is not where it should be' $shards merge "$folder/landings" 11 "$folder/again.csv"

  command_of roll 2/5 "$roll"
  words_of '^failed: 2;' $shards "$how" "$folder/tosses" 5 "$folder/roll"
  $shards "$how" "$folder/tosses" 5 "$folder/roll"
  [ "$(wc -l <"$folder/roll.runs")" = 5 ] || fail "ran $(wc -l <"$folder/roll.runs") shards of tosses, not 5"
  $shards merge "$folder/tosses" 5 "$folder/rolled.csv"
  $roll -o "$folder/whole.csv" >/dev/null
  cmp "$folder/rolled.csv" "$folder/whole.csv" || fail "the merged tosses are not those in one piece"
  cp "$folder/tosses/part-2.csv" "$folder/tosses/part-4.csv"
  words_of 'comes again$' $shards merge "$folder/tosses" 5 "$folder/again.csv"
  echo "pass: 11 shards of landings, 5 of tosses, three of them twice"
}
