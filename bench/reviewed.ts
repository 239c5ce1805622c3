import {mkdirSync, writeFileSync} from 'node:fs';
import {dirname, join} from 'node:path';
import {formatRecording} from '../source/github/recording.ts';
import {runSync} from './child.ts';
import type {Environment} from './isolation.ts';
import {type Shape, synthesize} from './synthetic.ts';

/** Makes a repository with the two commits of a synthetic pull request, and its recording, in this folder. */
export function makeReviewed(
	folder: string,
	env: Environment,
	shape: Shape,
	comments: number,
	fewestSlots?: number,
): {root: string; recording: string} {
	const root = join(folder, 'template');
	const git = (...args: string[]) => runSync('git', args, {cwd: root, env}).trim();
	const {seen, today} = synthesize(shape, comments, undefined, fewestSlots);
	mkdirSync(root, {recursive: true});
	git('init', '--quiet');
	const [first, head] = [seen, today].map(files => {
		for (const [path, source] of files) {
			mkdirSync(dirname(join(root, path)), {recursive: true});
			writeFileSync(join(root, path), source);
		}
		git('add', '--all');
		git('commit', '--quiet', '--message', 'A version');
		return git('rev-parse', 'HEAD');
	}) as [string, string];
	const recording = join(folder, 'recording.json');
	const {pullRequest} = synthesize(shape, comments, {seen: first, head}, fewestSlots);
	writeFileSync(recording, formatRecording(pullRequest));
	return {root, recording};
}
