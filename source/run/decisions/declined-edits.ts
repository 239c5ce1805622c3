import {decidedId} from '../../resolve/decision.ts';
import {openJournal} from '../../worktree/journal.ts';
import type {Repository} from '../../worktree/repository.ts';
import type {RunEdit} from '../../worktree/run-edit.ts';
import type {Run} from '../../worktree/run-record.ts';
import type {Analysis} from '../analyze.ts';
import type {Context} from '../context.ts';
import {explainDecline, isRefusal} from './earlier.ts';

/**
 * Records which edits of earlier runs a person has declined since, so that no commit and no push takes them, and which are taken
 * up again. Returns the ids of their changes that are declined.
 * @throws {Failure} `journal-unreadable`, `journal-unwritable`
 */
export async function recordDeclines(
	{repository, decisions, recalled}: Pick<Analysis<Repository>, 'repository' | 'decisions' | 'recalled'>,
	context: Context,
): Promise<Set<string>> {
	const words = new Map(decisions.filter(({by}) => by !== 'rule').map(word => [decidedId(word), word]));
	const declined = new Set<string>();
	if (words.size === 0 && !recalled?.takenUp.size) return declined;
	const decide = (edit: RunEdit): RunEdit => {
		const ids = [...edit.changes, ...edit.findings];
		const said = ids.flatMap(id => words.get(id) ?? []);
		const refusal = said.every(isRefusal) ? said[0] : undefined;
		if (refusal) return {...edit, declined: refusal.shown ?? explainDecline(null, refusal.reason, edit.findings[0]!)};
		const isTakenUp = said.length > 0 || ids.some(id => recalled?.takenUp.has(id));
		const {declined: _, ...taken} = edit;
		return isTakenUp ? taken : edit;
	};
	const journal = openJournal(repository.records, context);
	const runs = (await journal.list()).filter((run): run is Run => run.state !== 'broken' && run.state !== 'undone');
	for (const {id, edits} of runs) {
		const decided = edits.map(decide);
		for (const {changes, declined: reason} of decided) {
			if (reason !== undefined) for (const change of changes) declined.add(change);
		}
		const isNew = decided.some(({declined: reason}, index) => reason !== edits[index]!.declined);
		if (isNew) await journal.revise(id, {edits: decided});
	}
	return declined;
}
