/** Where the documentation is; the homepage in package.json. */
export const documentation = 'https://github.com/OWNER/pr-resolve#readme';

/** Where the program keeps what, for the manual. */
export const keptFiles = [
	{where: '~/.config/pr-resolve/', what: 'your settings and the location of your API keys'},
	{where: '~/.cache/pr-resolve/', what: 'cached answers of models'},
	{
		where: '~/.local/state/pr-resolve/',
		what: 'spending per day and month; times of writes to GitHub; runs without a checkout; how far a fleet is; what stats has counted; speed of local models',
	},
	{where: '$TMPDIR/pr-resolve-<user id>/', what: 'compiled code for a faster start; in /tmp if TMPDIR is not set'},
	{where: '.git/pr-resolve/', what: 'runs to undo, decisions (per clone)'},
] as const;
