# Completion of weft(1) for bash. What there is to complete is taken from the tool's own --help.

_weft()
{
    local cur prev words cword
    _init_completion || return
    local call=(weft) help values
    [[ $cword -gt 1 && ${words[1]} != -* ]] && call+=("${words[1]}")
    [[ $cword -gt 2 && ${words[1]} == @(generate|export|plan) && ${words[2]} != -* ]] && call+=("${words[2]}")
    help=$("${call[@]}" --help 2>/dev/null) || return

    if [[ $cur == -* ]]; then
        COMPREPLY=($(compgen -W "$(_parse_help - <<<"$help")" -- "$cur"))
        return
    fi
    # The values that are listed below an option.
    values=$(awk -v option="$prev" '
        /^ +-/ { mine = ("," $1 "," $2 ",") ~ ("," option ","); next }
        mine && /^ +[^ :]+: / { sub(":", "", $1); print $1 }' <<<"$help")
    [[ -n $values || $prev == -* ]] ||
        values=$(awk 'tolower($0) ~ /^subcommands:/ { mine = 1; next } mine && /^  [^ ]/ { print $1 }' <<<"$help")
    if [[ -n $values ]]; then
        COMPREPLY=($(compgen -W "$values" -- "$cur"))
    else
        _filedir
    fi
} &&
    complete -F _weft weft
