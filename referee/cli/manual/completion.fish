# Completion of tribunal for fish (https://fishshell.com).
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
