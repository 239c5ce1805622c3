import type {Plan} from '../../resolve/decide.ts';
import {decidedId, isByPerson} from '../../resolve/decision.ts';
import {type EarlierWord, lastWords, rememberedOf} from '../../review/remembered.ts';
import {count} from '../../text/sentences.ts';
import {openJournal} from '../../worktree/journal.ts';
import {hasTree, type Repository} from '../../worktree/repository.ts';
import type {RunEdit} from '../../worktree/run-edit.ts';
import type {Analysis} from '../analyze.ts';
import type {Context} from '../context.ts';
import type {RunEvent} from '../events.ts';
import {openKept} from '../records/kept-file.ts';
import {explainDecline, isRefusal, lastingIds, personsWords} from './earlier.ts';
import {addWords, wordsForm} from './kept-words.ts';

/**
 * Keeps what a person has declined in a plan, and what is taken up again, for later runs in this folder.
 * @param isTold whether replies are written, which show it to all others
 * @throws {Failure} `decisions-unwritable`, `newer-record`
 */
export async function* rememberDecisions(
	{analysis, plan}: {analysis: Analysis<Repository>; plan: Plan},
	isTold: boolean,
	context: Context,
): AsyncGenerator<RunEvent, void> {
	const {pullRequest, repository, decisions, recalled, answers} = analysis;
	const kept = openKept(wordsForm, repository.records, pullRequest, context);
	const {forGood, ...others} = answers.words;
	const said = [...Object.values(others).flat(), ...((await kept.take())?.words ?? [])];
	const [known, withMemory] = [lastWords(said), lastWords([...forGood, ...said])];
	const proposals = plan.rulings.map(({proposal}) => proposal);
	const standing = await recordDeclines(analysis, context);
	const {declined, taken} = personsWords(proposals, decisions, recalled?.takenUp ?? new Set());
	const ruled = plan.rulings.flatMap(({proposal, outcome}) =>
		proposal.findings.flatMap(finding =>
			lastingIds(proposal).map(id => ({
				...{finding, id, outcome},
				isRefused: outcome === 'declined' || standing.has(proposal.change.id),
			})),
		),
	);
	const isHeld = (id: string) =>
		ruled.some(one => {
			const word = one.id === id ? rememberedOf(one.finding, {id}, withMemory) : withMemory.get(id);
			return word !== undefined && word.kind !== 'taken';
		});
	const applied = ruled.flatMap(({id, outcome}) => (outcome === 'apply' ? [id] : []));
	const takenUp = [...new Set([...taken, ...applied])].filter(isHeld);
	const refused = new Set(ruled.flatMap(({id, isRefused}) => (isRefused ? [id] : [])));
	const isDone = (id: string) => decisions.some(one => one.action === 'done' && one.finding === id && isByPerson(one));
	const fresh = [...declined].filter(
		([id, {isNew}]) => isNew && (refused.has(id) || isDone(id)) && known.get(id)?.kind !== 'declined',
	);
	// What was read comes before what is decided now, whatever the clock of the host shows.
	const now = {by: null, at: Math.max(context.now(), ...answers.words.onHost.map(({at}) => at + 1))};
	const words: EarlierWord[] = [
		...fresh.map(([id, {reason}]): EarlierWord => ({...now, kind: 'declined', ids: [id], reason})),
		...(takenUp.length > 0 ? [{...now, kind: 'taken' as const, ids: takenUp, reason: null}] : []),
	];
	if (words.length === 0) return;
	await addWords(kept, words, context);
	const many = fresh.filter(([id]) => refused.has(id)).length;
	if (isTold || many === 0 || pullRequest.source.kind === 'recording') return;
	const where = hasTree(repository) ? 'in this clone' : 'on this machine';
	const text = `${count(many, 'decline')} ${many === 1 ? 'is' : 'are'} kept only ${where}; --reply makes ${many === 1 ? 'it' : 'them'} hold everywhere`;
	yield {type: 'warning', warning: {kind: 'declined-here', commentId: null, text}};
}

/**
 * Records which edits of earlier runs a person has declined since, so that no commit and no push takes them, and which are taken
 * up again. Returns the ids of their changes that are declined.
 * @throws {Failure} `journal-unreadable`, `journal-unwritable`
 */
async function recordDeclines(
	{repository, decisions, recalled}: Pick<Analysis<Repository>, 'repository' | 'decisions' | 'recalled'>,
	context: Context,
): Promise<Set<string>> {
	const words = new Map(decisions.filter(isByPerson).map(word => [decidedId(word), word]));
	const declined = new Set<string>();
	if (words.size === 0 && !recalled?.takenUp.size) return declined;
	const decide = (edit: RunEdit): RunEdit => {
		const ids = [...edit.changes, ...edit.findings];
		const said = ids.flatMap(id => words.get(id) ?? []);
		const refusal = said.every(isRefusal) ? said[0] : undefined;
		if (refusal)
			return {...edit, declined: refusal.shown ?? explainDecline(null, refusal.reason, edit.findings[0] ?? '')};
		const isTakenUp = said.length > 0 || ids.some(id => recalled?.takenUp.has(id));
		const {declined: _, ...taken} = edit;
		return isTakenUp ? taken : edit;
	};
	const journal = openJournal(repository.records, context);
	const runs = (await journal.listReadable()).filter(({state}) => state !== 'undone');
	for (const {id, edits} of runs) {
		const decided = edits.map(decide);
		for (const {changes, declined: reason} of decided) {
			if (reason !== undefined) for (const change of changes) declined.add(change);
		}
		const isNew = decided.some(({declined: reason}, index) => reason !== edits[index]?.declined);
		if (isNew) await journal.revise(id, {edits: decided});
	}
	return declined;
}
