import {count, sentences} from '../../text/sentences.ts';
import type {LeftEdit} from '../../worktree/commit/gather.ts';
import type {ClosingStop} from '../events.ts';

/** What stopped a step after writing, and what to do about it, in lines. What git or a server wrote is set off. */
export function formatStop({message, remedy}: Pick<ClosingStop, 'message' | 'remedy'>): string[] {
	const [first = '', ...written] = message.split('\n');
	if (written.length === 0) return sentences(first, remedy).split('\n');
	return [first, ...written.map(line => `  ${line}`), ...`${remedy}`.split('\n').filter(line => line !== '')];
}

/** The changes that were applied and not committed: a line for each file and reason, with the lines of the file. The paths are not escaped. */
export function formatUncommitted(uncommitted: readonly LeftEdit[]): string[] {
	const groups = Map.groupBy(uncommitted, ({path, reason}) => JSON.stringify([path, reason]));
	return [...groups.values()].map(edits => {
		const {path, reason} = edits[0]!;
		const lines = edits.map(({lines: {start, end}}) => (start === end ? `${start}` : `${start}-${end}`));
		const changes = new Set(edits.flatMap(edit => edit.changes)).size;
		const many = changes > 1 ? ` (${count(changes, 'change')})` : '';
		return `left uncommitted: ${path} ${[...new Set(lines)].join(', ')}${many}: ${reason}`;
	});
}
