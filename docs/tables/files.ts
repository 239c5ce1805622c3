import {keptFiles} from '../../source/commands/files.ts';
import {withSection} from './section.ts';

/** A page with the table of files. */
export function withFiles(page: string): string {
	const rows = keptFiles.map(({what, where}) => `| ${what} | \`${where}\` |`);
	const keychain = '| API keys, if you chose to store them there | the system keychain |';
	return withSection(page, 'files', ['| what | where |', '| --- | --- |', ...rows, keychain].join('\n'));
}
