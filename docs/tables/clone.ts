import {readFileSync} from 'node:fs';
import {join} from 'node:path';
import {withSection} from './section.ts';

/** A page with the sentence on how to get the program, by the repository in package.json. */
export function withClone(page: string): string {
	const {repository} = JSON.parse(readFileSync(join(import.meta.dirname, '../../package.json'), 'utf8')) as {
		repository: string;
	};
	const path = repository.replace(/^github:/, '');
	// Until the first release, package.json does not name the owner.
	const unnamed = path.startsWith('OWNER/') ? ' (`OWNER` is the owner of this repository)' : '';
	return withSection(
		page,
		'clone',
		`Get it with \`git clone https://github.com/${path} && cd pr-resolve\`${unnamed}, then run:`,
	);
}
