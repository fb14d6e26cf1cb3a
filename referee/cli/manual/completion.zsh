#compdef tribunal
# Completion of tribunal for zsh (https://www.zsh.org).
_tribunal() {
  local line word entry
  local -a whole begun  # begun: words that go on, such as key=
  local files=''
  integer before=$compstate[nmatches]
  for line in "${(@f)$(tribunal complete -- "${(@Q)words[2,CURRENT]}" 2>/dev/null)}"; do
    case $line in
      :files | :folders | :plans) files=$line ;;
      '') ;;
      *)
        word=${line%%$'\t'*}
        entry="${${word//\\/\\\\}//:/\\:}:${line#*$'\t'}"
        if [[ $word == *= ]]; then begun+=("$entry"); else whole+=("$entry"); fi
        ;;
    esac
  done
  (( ${#whole} )) && _describe -t words 'tribunal' whole
  (( ${#begun} )) && _describe -t words 'tribunal' begun -S ''
  [[ $files == :files ]] && _files
  [[ $files == :folders ]] && _files -/
  [[ $files == :plans ]] && _files -g '*.toml'
  (( compstate[nmatches] > before ))
}
# A file in fpath is the body of the function at its first call.
if [[ $funcstack[1] == _tribunal ]]; then _tribunal "$@"; else compdef _tribunal tribunal; fi
