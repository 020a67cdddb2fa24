# Completion of touchdown in bash: `source completion.bash`. Subcommands and options are those that --help says.
_touchdown() {
  local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]} words=
  if [ "$COMP_CWORD" = 1 ]; then
    words="--help --version $("$1" --help | sed -n '/^Subcommands:/,/^$/s/^  \([a-z, ]*[a-z]\)  .*/\1/p' | tr -d ,)"
  elif [ "$before" = --on ]; then
    words='host-double host-float mps2-an386 serial:'
  elif [[ $word == -* ]]; then
    words=$("$1" "${COMP_WORDS[1]}" --help | sed -n '/^Options:/,/^$/s/^  \(-[-a-z,]*\).*/\1/p' | tr , ' ')
  fi
  mapfile -t COMPREPLY < <(compgen -W "$words" -- "$word")
}
complete -o bashdefault -o default -F _touchdown touchdown
