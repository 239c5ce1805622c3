import * as z from 'zod/mini';
import {revertedBy} from '../../delivery/record.ts';
import type {EarlierWord} from '../../review/remembered.ts';
import {countShape, ifShaped} from '../../system/shape.ts';
import {isPushed} from '../../worktree/publication.ts';
import {startOfRun} from '../../worktree/run-id.ts';
import type {Run} from '../../worktree/run-record.ts';
import type {Context} from '../context.ts';
import type {KeptFile, KeptForm} from '../records/kept-file.ts';

const wordShape: z.ZodMiniType<EarlierWord> = z.object({
	kind: z.enum(['declined', 'reverted', 'taken']),
	ids: z.array(z.string()),
	by: z.nullable(z.string()),
	reason: z.nullable(z.string()),
	at: countShape,
	isTold: z.optional(z.literal(true)),
});

/** What people have declined here, and taken up again: replies need not be written. */
export const wordsForm: KeptForm<{words: EarlierWord[]}> = {
	kind: 'declines',
	read: ifShaped(z.object({words: z.array(wordShape)})),
	unkept: {code: 'decisions-unwritable', what: 'your decisions', remedy: 'Make the folder writable.'},
};

/** Adds words, which replace those on the same ids. @throws {Failure} `decisions-unwritable`, `newer-record`, `locked` */
export const addWords = (
	kept: KeptFile<{words: EarlierWord[]}>,
	words: readonly EarlierWord[],
	context: Context,
): Promise<void> =>
	kept.alone(async () => {
		const said = new Set(words.flatMap(({ids}) => ids));
		const others = ((await kept.take())?.words ?? [])
			.map(word => ({...word, ids: word.ids.filter(id => !said.has(id))}))
			.filter(({ids}) => ids.length > 0);
		await kept.keep({words: [...others, ...words]});
	}, context);

/** What runs have reverted on the pull request, whether a reply says so or not. */
export function wordsInRuns(runs: readonly Run[]): EarlierWord[] {
	const byId = new Map(runs.map(run => [run.id, run]));
	return runs.flatMap((run): EarlierWord[] => {
		const reverted = byId.get(revertedBy(run) ?? '');
		if (!reverted || !isPushed(run) || run.state === 'undone') return [];
		const ids = [...new Set(reverted.edits.flatMap(({findings}) => findings))];
		return [{kind: 'reverted', ids, by: null, reason: null, at: startOfRun(run.id) ?? 0}];
	});
}
