/** Where the program keeps what, for the manual. */
export const keptFiles = [
	{where: '~/.config/pr-resolve/', what: 'your settings and the location of your API keys'},
	{where: '~/.cache/pr-resolve/', what: 'cached answers of models'},
	{where: '~/.local/state/pr-resolve/', what: 'spending per day and month; runs that were made without a checkout'},
	{where: '.git/pr-resolve/', what: 'runs to undo, decisions (per clone)'},
] as const;
