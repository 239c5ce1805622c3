import type {PullRequestBuilder} from '../../../test/emulators/github/data.ts';
import type {ActorData} from '../../../test/emulators/github/records.ts';
import {suggestion} from '../../../test/helpers/pull-request.ts';

export type SuggestionOn = {
	id: string;
	/** Of the first comment. */
	number: string;
	path: string;
	/** 1-based and inclusive. */
	lines: readonly [start: number, end: number];
	/** What the reviewer sees there. */
	shown: readonly string[];
	/** What it looks at. */
	commit: string;
	replacement: readonly string[];
	author: ActorData;
	authorAssociation?: string;
};

/** Adds a thread that suggests other lines. */
export function suggest(
	pull: PullRequestBuilder,
	{id, number, path, lines: [start, end], shown, commit: oid, replacement, ...by}: SuggestionOn,
): void {
	const commit = {oid};
	const hunk = [`@@ -${start},${shown.length} +${start},${shown.length} @@`, ...shown.map(line => ` ${line}`)];
	const place = {path, line: end, startLine: start === end ? null : start};
	const seen = {commit, originalCommit: commit, diffHunk: hunk.join('\n')};
	const body = `Better so.\n\n${suggestion(...replacement)}`;
	pull.thread({...place, ...seen, ...by, id, fullDatabaseId: number, body});
}
