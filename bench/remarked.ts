import {mkdirSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {shouldRead} from '../test/emulators/vendor/obedient.ts';
import {runSync} from './child.ts';
import type {Environment} from './isolation.ts';

export const file = 'list.txt';

/** The text of line `number` (1-based) before and after. */
export const before = (number: number) => `item ${number}`;
export const after = (number: number) => `ITEM ${number}`;

/**
 * Makes a repository with one file, and the recording of its review: a comment in prose on each line, and at the end a
 * suggestion that needs no model.
 */
export function makeRemarked(folder: string, env: Environment, remarks: number): {root: string; recording: string} {
	const root = join(folder, 'repository');
	const git = (...args: string[]) => runSync('git', args, {cwd: root, env}).trim();
	mkdirSync(root, {recursive: true});
	git('init', '--quiet');
	const lines = Array.from({length: remarks + 1}, (_, index) => before(index + 1));
	writeFileSync(join(root, file), `${lines.join('\n')}\n`);
	git('add', '--all');
	git('commit', '--quiet', '--message', 'A list');
	const oid = git('rev-parse', 'HEAD');
	const commentOn = (line: number, body: string) => ({
		id: line,
		path: file,
		body,
		line,
		original_line: line,
		side: 'RIGHT',
		commit_id: oid,
		original_commit_id: oid,
		diff_hunk: `@@ -0,0 +1,${line} @@\n${lines
			.slice(0, line)
			.map(text => `+${text}`)
			.join('\n')}`,
		user: {login: 'reviewer', type: 'User'},
		author_association: 'MEMBER',
		html_url: `https://github.com/octo/app/pull/1#discussion_r${line}`,
	});
	const comments = lines.map((_, index) => {
		const line = index + 1;
		return commentOn(line, line <= remarks ? shouldRead(after(line)) : `\`\`\`suggestion\n${after(line)}\n\`\`\``);
	});
	const recording = join(folder, 'review.json');
	writeFileSync(recording, JSON.stringify(comments));
	return {root, recording};
}
