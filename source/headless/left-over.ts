import type {Report} from '../run/report.ts';
import {count} from '../text/count.ts';
import {shownIn} from '../text/safe.ts';
import {sentences} from '../text/sentences.ts';

/** What stopped a step after writing, and what to do about it, in lines. What git or a server wrote is set off. */
export function formatStop({message, remedy}: Pick<Report['stops'][number], 'message' | 'remedy'>): string[] {
	const [first = '', ...written] = message.split('\n');
	if (written.length === 0) return sentences(first, remedy).split('\n');
	return [first, ...written.map(line => `  ${line}`), ...(remedy === '' ? [] : remedy.split('\n'))];
}

/** The changes that were applied and not committed: a line for each file and reason. @param room in cells */
export function formatUncommitted(uncommitted: readonly Report['uncommitted'][number][], room: number): string[] {
	const groups = Map.groupBy(uncommitted, ({path, reason}) => JSON.stringify([path, reason]));
	return [...groups.values()].map(edits => {
		const {path, reason} = edits[0]!;
		const changes = new Set(edits.flatMap(edit => edit.changes)).size;
		const many = changes > 1 ? ` (${count(changes, 'change')})` : '';
		return `left uncommitted: ${shownIn(room, path)}${many}: ${reason}`;
	});
}
