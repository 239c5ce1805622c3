/**
 * What a shell runs once to complete pr-resolve's words. Each script asks the program what could come next, so that it knows
 * today's flags, reviewers and runs. It passes the words up to the cursor, a line end before each and a period after the last,
 * because shells drop empty words and ends of lines. It gets `<word>\t<help>` lines, or `:files` where the shell completes files.
 */
export const scripts = {
	// bash takes `=` for a word of its own.
	bash: `_pr_resolve() {
	local IFS=$'\\n' line found cur="\${COMP_WORDS[COMP_CWORD]}"
	[ "$cur" = = ] && cur=
	found=$(pr-resolve completion bash --words=$'\\n'"\${COMP_WORDS[*]:1:COMP_CWORD}." 2>/dev/null)
	COMPREPLY=()
	if [ "$found" = :files ]; then
		compopt -o filenames 2>/dev/null
		COMPREPLY=($(compgen -f -- "$cur"))
	else
		for line in $found; do COMPREPLY+=("$(printf %q "\${line%%$'\\t'*}")"); done
	fi
}
complete -F _pr_resolve pr-resolve
`,
	zsh: `#compdef pr-resolve
_pr_resolve() {
	local line found word help
	local -a rows
	found=$(pr-resolve completion zsh --words=$'\\n'"\${(pj:\\n:)words[2,CURRENT]}." 2>/dev/null)
	if [[ $found == :files ]]; then
		_files
	else
		for line in \${(f)found}; do
			word=\${line%%$'\\t'*} help=\${line#*$'\\t'}
			rows+=("\${word//:/\\\\:}\${help:+:$help}")
		done
		_describe -V pr-resolve rows
	fi
}
if [[ \${funcstack[1]} == _pr_resolve ]]; then _pr_resolve "$@"; else compdef _pr_resolve pr-resolve; fi
`,
	fish: `function __pr_resolve_words
	set -l words (commandline -opc)[2..] (commandline -ct)
	set -l text (begin; printf '\\n%s' $words; printf .; end | string collect)
	set -l found (pr-resolve completion fish --words=$text 2>/dev/null)
	if test "$found" = :files
		__fish_complete_path (commandline -ct)
	else
		printf '%s\\n' $found
	end
end
complete -c pr-resolve -f -a '(__pr_resolve_words)'
`,
} as const;
