#include "cli/manual/shell_scripts.hpp"

namespace tribunal {
namespace {

// Bash cuts words at `=` and `:`; they are joined here, and what stands before the last of these signs is
// taken off the candidates again. What bash inserts is read by it as any command line: candidates, some of
// which are a stranger's names of bots, are quoted here, and file names by readline, which then quotes the
// candidates beside them too.
constexpr std::string_view bash = R"(# Completion of tribunal for bash (https://www.gnu.org/software/bash).
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
)";

constexpr std::string_view zsh = R"(#compdef tribunal
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
)";

constexpr std::string_view fish = R"(# Completion of tribunal for fish (https://fishshell.com).
function __tribunal_complete
    set -l words (commandline -opc) (commandline -ct)
    for line in (tribunal complete -- $words[2..-1] 2>/dev/null)
        switch $line
            case ':files'
                __fish_complete_path (commandline -ct)
            case ':plans'
                string match -r '.*(?:/|\.toml)(?:\t.*)?$' -- (__fish_complete_path (commandline -ct))
            case ':folders'
                __fish_complete_directories (commandline -ct)
            case '*'
                printf '%s\n' $line
        end
    end
end
complete -c tribunal -f -a '(__tribunal_complete)'
)";

}  // namespace

std::string completion_script(std::string_view shell) {
  return std::string{shell == "zsh" ? zsh : shell == "fish" ? fish : bash};
}

}  // namespace tribunal
