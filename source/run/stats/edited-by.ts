import {align} from '../../resolve/place/align.ts';
import {hasWord} from '../../resolve/place/words.ts';
import type {LineRange} from '../../review/finding.ts';
import {blameLines, lastChangeOf} from '../../worktree/blame.ts';
import type {Git} from '../../worktree/git.ts';
import type {EditedLines} from './stand-on-head.ts';

/** Lines that are gone are looked for one by one; so many tell whose edit it was. */
const mostRemoved = 5;

/**
 * Whether commits of the pull request have edited lines since their reviewer saw them. `base`: only others have, whose edits came in
 * with a merge or a rebase; `unknown`: the history does not show it.
 * @param published object ids: the commits of the pull request
 */
export async function editedBy(
	{path, today, trace}: EditedLines,
	{git, head, published}: {git: Git; head: string; published: ReadonlySet<string>},
): Promise<'pull request' | 'base' | 'unknown'> {
	const {seen, where} = trace;
	if (seen === null || where.kind === 'unknown') return 'unknown';
	const before = seen.seen.lines;
	const {to} = align(before, today);
	const kept = new Set(to);
	const isNew = (line: number) => !kept.has(line - 1);
	const [from, until] = [seen.start - seen.seen.firstLine, seen.end - seen.seen.firstLine];
	const isGone = (line: string, index: number) => index >= from && index <= until && to[index] === -1 && hasWord(line);
	const removed = before.filter(isGone).toSorted((one, other) => other.length - one.length);
	const commits: string[] = [];
	for (const range of rangesOf(where, isNew)) commits.push(...(await blameLines(git, head, path, range)));
	for (const line of removed.slice(0, mostRemoved)) {
		const last = await lastChangeOf(git, head, path, line);
		if (last !== null) commits.push(last);
	}
	if (commits.some(oid => published.has(oid))) return 'pull request';
	return commits.length > 0 ? 'base' : 'unknown';
}

/** The longest ranges of lines that are wanted. */
function rangesOf({start, end}: LineRange, isWanted: (line: number) => boolean): LineRange[] {
	const ranges: LineRange[] = [];
	for (let line = start; line <= end; line++) {
		if (!isWanted(line)) continue;
		const last = ranges.at(-1);
		if (last?.end === line - 1) last.end = line;
		else ranges.push({start: line, end: line});
	}
	return ranges;
}
