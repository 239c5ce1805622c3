import {withSection} from './section.ts';

/** Where the program keeps what. */
export const files = [
	{what: 'your settings and the location of your API keys', where: '~/.config/pr-resolve/'},
	{what: 'cached answers of models', where: '~/.cache/pr-resolve/'},
	{what: 'spending per day and month', where: '~/.local/state/pr-resolve/'},
	{what: 'runs to undo, decisions (per clone)', where: '.git/pr-resolve/'},
] as const;

/** A page with the table of files. */
export function withFiles(page: string): string {
	const rows = files.map(({what, where}) => `| ${what} | \`${where}\` |`);
	const keychain = '| API keys, if you chose to store them there | the system keychain |';
	return withSection(page, 'files', ['| what | where |', '| --- | --- |', ...rows, keychain].join('\n'));
}
