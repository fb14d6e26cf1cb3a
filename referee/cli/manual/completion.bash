# Completion of tribunal for bash (https://www.gnu.org/software/bash).
# Sets `plain` to a word as the command would get it: without quotes and backslashes, and nothing run.
_tribunal_unquote() {
  local quote= index sign
  plain=
  for ((index = 0; index < ${#1}; ++index)); do
    sign=${1:index:1}
    if [[ $quote != \' && $sign == \\ ]]; then
      plain+=${1:$((++index)):1}
    elif [[ $sign == "$quote" ]]; then
      quote=
    elif [[ -z $quote && $sign == [\'\"] ]]; then
      quote=$sign
    else
      plain+=$sign
    fi
  done
}
_tribunal() {
  local words=() word line begun cut plain joins=0 index found=() files=()
  for ((index = 1; index <= COMP_CWORD; ++index)); do
    word=${COMP_WORDS[index]}
    if ((${#words[@]} > 0)) && { [[ $word == [=:]* ]] || ((joins)); } && [[ ${words[-1]} != -- ]]; then
      words[-1]+=$word
    else
      words+=("$word")
    fi
    [[ $word == [=:] ]] && joins=1 || joins=0
  done
  begun=${words[-1]-}
  cut=${begun%"${begun##*[=:]}"}
  for ((index = 0; index < ${#words[@]} - 1; ++index)); do
    _tribunal_unquote "${words[index]}"
    words[index]=$plain
  done
  while IFS= read -r line; do
    case $line in
      :files) mapfile -t files < <(compgen -f -- "${begun#"$cut"}") ;;
      :plans) mapfile -t files < <(compgen -d -- "${begun#"$cut"}"; compgen -f -X '!*.toml' -- "${begun#"$cut"}") ;;
      :folders) mapfile -t files < <(compgen -d -- "${begun#"$cut"}") ;;
      *) word=${line%%$'\t'*}; found+=("${word#"$cut"}") ;;
    esac
  done < <(tribunal complete -- "${words[@]}" 2>/dev/null)
  COMPREPLY=("${files[@]}")
  if ((${#files[@]} > 0)); then
    compopt -o filenames
    COMPREPLY+=("${found[@]}")
    return
  fi
  compopt -o nospace
  for word in "${found[@]}"; do
    printf -v line %q "$word"
    [[ $word == *= ]] && COMPREPLY+=("$word") || COMPREPLY+=("$line ")
  done
}
complete -F _tribunal tribunal
