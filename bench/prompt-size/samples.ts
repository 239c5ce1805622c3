import {parseRecording} from '../../source/github/recording.ts';
import {parseText} from '../../source/resolve/text.ts';
import {type Case, openCorpus} from '../accuracy/corpus.ts';
import {pullRequestWith} from '../accuracy/labels/posted.ts';
import {commentedLines, openLabels} from '../accuracy/labels/rows.ts';
import {shapes, synthesize} from '../synthetic.ts';
import type {Sample} from './subjects.ts';

/** The whole pull requests of a corpus, and its labeled comments, each alone. */
export function samplesOf(folder: string): {pulls: Sample[]; single: Sample[]} {
	const {cases, content} = openCorpus(folder, {kinds: ['pull'], limit: null});
	const labels = openLabels(folder);
	const single = (labels?.rows ?? []).flatMap((row): Sample[] => {
		const bytes = row.path === null ? null : labels!.fileAt(row, row.path);
		if (row.kind !== 'inline' || !bytes) return [];
		const {id, kind, body, path, side, diff_hunk: diffHunk, author_login: login} = row;
		const pullRequest = pullRequestWith({
			id,
			kind,
			body,
			login,
			path,
			side,
			diffHunk,
			lines: commentedLines(row),
			replyTo: null,
		});
		const file = () => linesOf(bytes);
		return [{pullRequest, today: file, at: (_, wanted) => (wanted === path ? file() : null)}];
	});
	return {pulls: cases.map(candidate => pullOf(candidate, content)), single};
}

const linesOf = (bytes: Buffer) => parseText(bytes.toString()).lines;

function pullOf({id, comments, commits}: Case, content: (key: string) => Buffer): Sample {
	const at = (name: string | null, path: string) => {
		const key = commits.find(commit => commit.name === name)?.files[path];
		return key === undefined ? null : linesOf(content(key));
	};
	const head = commits.at(-1)!.name;
	return {pullRequest: parseRecording(JSON.stringify(comments), id), today: path => at(head, path), at};
}

/** Synthetic pull requests in place of a corpus, without their suggestions. */
export function madeUpSamples(): Sample[] {
	return Object.values(shapes).map(shape => {
		const {pullRequest, seen, today} = synthesize(shape, 40);
		for (const {comments} of pullRequest.reviewThreads) {
			for (const comment of comments) comment.body = comment.body.replace(/```suggestion\n[\s\S]*?```/, '');
		}
		const lines = (source: string | undefined) => (source === undefined ? null : parseText(source).lines);
		return {
			pullRequest,
			today: path => lines(today.get(path)),
			at: (commit, path) => lines((commit === 'seen' ? seen : today).get(path)),
		};
	});
}
