import {changeIdOf, type Decision, decidedId, isByPerson} from '../../resolve/decision.ts';
import type {Proposal} from '../../resolve/proposal.ts';
import {type Change, type DeclinedForGood, type Finding, needsPerson, nothingProposed} from '../../review/finding.ts';
import {type Remembered, type RememberedIds, rememberedOf} from '../../review/remembered.ts';
import type {Warning} from '../warning.ts';
import {applyDecisions} from './apply-decisions.ts';

/** Which earlier declines and reversals no longer hold. */
export type Reconsider = {
	/** Ids of findings; null for all. */
	findings: ReadonlySet<string> | null;
	/** Whether only what was reverted is taken up, and no person's decline. */
	isForReverted: boolean;
};

/** What the decisions of a run make of earlier ones. */
export type Recalled = {
	/** Ids of the changes that are taken up again, or of findings without any. */
	takenUp: ReadonlySet<string>;
	/** Those of them that were reverted, which no rule holds back because of that. */
	restored: ReadonlySet<string>;
	/** Why changes, and findings without any, are left to a person who has not taken them up: by their ids. */
	held: ReadonlyMap<string, string>;
};

/** As `applyDecisions`, with what people decided in earlier runs where no decision says otherwise. */
export function decideWithEarlier(
	findings: readonly Finding[],
	given: readonly Decision[],
	words: RememberedIds,
	reconsider: Reconsider | null,
): ReturnType<typeof applyDecisions> & {recalled: Recalled} {
	const {decisions: valid, warnings} = applyDecisions(findings, given);
	const {earlier, ...recalled} = recall(findings, valid, words, reconsider);
	const {findings: decided, decisions} = applyDecisions(findings, [...earlier, ...valid]);
	// A change that is deferred is held; what is in words has none.
	const left = decided.map(one => {
		const isDeferred = isLeft(one) && words.get(one.id)?.kind === 'deferred';
		const why = isDeferred ? recalled.held.get(one.id) : undefined;
		return why === undefined ? one : {...one, ...nothingProposed(needsPerson(why))};
	});
	return {findings: left, decisions, recalled, warnings};
}

/** @param given those that are valid */
function recall(
	findings: readonly Finding[],
	given: readonly Decision[],
	words: RememberedIds,
	reconsider: Reconsider | null,
): Recalled & {earlier: Decision[]} {
	const decisionOn = new Map(given.map(decision => [decidedId(decision), decision]));
	const earlier: Decision[] = [];
	const takenUp = new Set<string>();
	const restored = new Set<string>();
	const held = new Map<string, string>();
	const recallOne = (finding: Finding, change: Change | null) => {
		const id = change?.id ?? finding.id;
		const word = rememberedOf(finding, change, words);
		if (!word || word.memory) return;
		const present = decisionOn.get(id) ?? decisionOn.get(finding.id);
		const isUp = present ? !isRefusal(present) : word.kind === 'taken' || ends(reconsider, finding, word);
		const isReverted = word.kind === 'reverted';
		if (isUp) {
			takenUp.add(id);
			if (isReverted) restored.add(id);
		}
		if (isUp || present) return;
		if (isReverted || word.kind === 'deferred') held.set(id, explain(word, finding));
		else earlier.push(declineBy(word, finding, change));
	};
	const recallForGood = (finding: Finding, word: Remembered) => {
		const ids = [finding, ...finding.changes].map(({id}) => id);
		const present = ids.flatMap(id => decisionOn.get(id) ?? []);
		const said = ids.flatMap(id => words.get(id) ?? []).filter(({memory}) => !memory);
		const isUp =
			present.some(decision => !isRefusal(decision)) ||
			said.some(({kind}) => kind === 'taken') ||
			(present.length === 0 && ends(reconsider, finding, word));
		if (isUp) for (const id of ids) takenUp.add(id);
		else if (present.length + said.length === 0) earlier.push(declineBy(word, finding, null));
		else if (!decisionOn.has(finding.id)) {
			const open = finding.changes.filter(({id}) => !decisionOn.has(id) && !words.has(id));
			earlier.push(...open.map(change => declineBy(word, finding, change)));
		}
	};
	for (const finding of findings) {
		const word = words.get(finding.id);
		if (word?.memory) recallForGood(finding, word);
		if (isLeft(finding)) recallOne(finding, null);
		for (const change of finding.changes) recallOne(finding, change);
	}
	return {earlier, takenUp, restored, held};
}

function declineBy(word: Remembered, finding: Finding, change: Change | null): Decision {
	const {memory, reason, isTold} = word;
	const by = memory ? ('memory' as const) : word.isAgents ? ('agent' as const) : ('earlier' as const);
	const made = {
		reason,
		shown: explain(word, finding),
		text: null,
		bodyHash: null,
		by,
		...(memory && {memory}),
		...(isTold && {isTold}),
	};
	return change ? {...made, change: change.id, action: 'decline'} : {...made, finding: finding.id, action: 'done'};
}

const isLeft = ({changes, disposition}: Finding) =>
	changes.length === 0 && (disposition?.outcome === 'needs-model' || disposition?.outcome === 'needs-person');

export const isRefusal = ({action}: Decision) => action === 'decline' || action === 'done';

/** Whether `--reconsider` ends a decline or a reversal of something that a finding asks for. */
export const isTakenUpBy = (reconsider: Reconsider | null, finding: Finding, words: RememberedIds): boolean =>
	[null, ...finding.changes].some(change => ends(reconsider, finding, rememberedOf(finding, change, words)));

const ends = (reconsider: Reconsider | null, {id}: Finding, word: Remembered | undefined): boolean =>
	reconsider !== null &&
	word !== undefined &&
	word.kind !== 'taken' &&
	(word.kind === 'reverted' || !reconsider.isForReverted) &&
	(reconsider.findings?.has(id) ?? true);

/** Whether a finding is left alone until a person takes it up, so that no model is asked about it. */
export function isAtRest(finding: Finding, words: RememberedIds, reconsider: Reconsider | null): boolean {
	const word = rememberedOf(finding, null, words);
	return word !== undefined && word.kind !== 'taken' && !ends(reconsider, finding, word);
}

function explain({kind, by, run, reason, isAgents, memory}: Remembered, {id}: Finding): string {
	if (memory) return explainForGood(memory, id);
	const why = reason === null ? '' : `: ${reason}`;
	if (kind === 'reverted') return `an undo has reverted it (${wayUp(id)})`;
	if (kind === 'deferred') return isAgents ? `the agent leaves it to you${why}` : `you have put it off${why}`;
	return isAgents ? `the agent has declined it${why}` : explainDecline(by, reason, id, run);
}

function explainForGood({entry, by, reason, commit, isOwn}: DeclinedForGood, id: string): string {
	if (isOwn) return `your settings ignore it: ${reason} (${wayUp(id)})`;
	const where = commit === null ? '' : ` in ${commit.slice(0, 10)}`;
	return `${by} has declined it for good${where}: ${reason} (entry ${entry}; ${wayUp(id)})`;
}

/** @param by login; null for a run of this clone @param id of the finding @param run that said so; default: not known */
export function explainDecline(by: string | null, reason: string | null, id: string, run?: string): string {
	const who = by === null ? 'you have' : `${by} has`;
	return `${who} declined it${reason === null ? '' : `: ${reason}`} (${run === undefined ? '' : `in run ${run}; `}${wayUp(id)})`;
}

const wayUp = (id: string) => `reconsider with --reconsider=${id}`;

/** Warnings about findings that are to be reconsidered, and of which nothing was declined or reverted. */
export function unfitReconsider(
	reconsider: Reconsider | null,
	findings: readonly Finding[],
	words: RememberedIds,
): Warning[] {
	// Another pull request of a fleet may have it.
	if (!reconsider?.findings || reconsider.isForReverted) return [];
	const known = new Set(
		findings.filter(one => [null, ...one.changes].some(change => rememberedOf(one, change, words))).map(({id}) => id),
	);
	const excluded = new Set(findings.filter(isInResolved).map(({id}) => id));
	return [...reconsider.findings]
		.filter(id => !known.has(id))
		.map(id => ({
			kind: 'decision-ignored',
			commentId: null,
			text: `--reconsider=${id} is ignored: ${excluded.has(id) ? resolved : 'nothing of such a finding is declined or reverted'}`,
		}));
}

/** Of a resolved thread that is left out, what is declined is not known. */
const isInResolved = ({thread, disposition}: Finding) =>
	thread?.isResolved === true && disposition?.outcome === 'not-actionable';

const resolved = 'its thread is resolved; pass --include-resolved too';

/** What a person decided in a run, as later ones have to know it. */
export type PersonsWords = {
	/** With the reason; `isNew`: in this run. */
	declined: ReadonlyMap<string, {reason: string | null; isNew: boolean}>;
	taken: ReadonlySet<string>;
};

/** The ids by which later runs know a change: a model may answer with another one. */
export const lastingIds = ({change, aliases, findings}: Pick<Proposal, 'change' | 'aliases' | 'findings'>): string[] =>
	change.model ? findings.map(({id}) => id) : [change.id, ...aliases];

/** @param decisions those that the plan was made with */
export function personsWords(
	proposals: readonly Proposal[],
	decisions: readonly Decision[],
	takenUp: ReadonlySet<string>,
): PersonsWords {
	const byChange = new Map(decisions.filter(isByPerson).map(decision => [changeIdOf(decision), decision] as const));
	const declined = new Map<string, {reason: string | null; isNew: boolean}>();
	const taken = new Set<string>();
	for (const decision of decisions) {
		if (decision.action !== 'done' || !isByPerson(decision)) continue;
		declined.set(decision.finding, {reason: decision.reason, isNew: decision.by !== 'earlier'});
	}
	for (const proposal of proposals) {
		const ids = [proposal.change.id, ...proposal.aliases];
		const made = ids.flatMap(id => byChange.get(id) ?? []);
		const decision = made.find(({action}) => action !== 'decline') ?? made[0];
		for (const id of lastingIds(proposal)) {
			if (decision?.action === 'decline') {
				declined.set(id, {reason: decision.reason, isNew: decision.by !== 'earlier'});
			} else if (ids.some(one => takenUp.has(one))) taken.add(id);
		}
	}
	return {declined, taken};
}
