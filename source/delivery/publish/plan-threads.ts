import {closeThread, type ThreadClosing} from '../../review/closing/close-thread.ts';
import type {Verified} from '../../review/closing/fate.ts';
import {type Decided, decidedAfter} from '../../review/closing/marker.ts';
import type {OwnWords, ThreadPlan} from '../../review/closing/thread-plan.ts';
import type {Finding, FindingSource, Place} from '../../review/finding.ts';
import {type RememberedIds, rememberedOf} from '../../review/remembered.ts';
import {lastingIds, type PersonsWords} from '../../run/decisions/earlier.ts';
import type {JudgedFinding} from '../../run/report/outcome.ts';
import type {FatedFinding} from './fates.ts';

/** The plan for each review thread that findings were read from, by its id. */
export function planThreads(
	fated: readonly FatedFinding[],
	run: string,
	verified: Verified | null,
	words: WordsKnown,
	ownWords: readonly OwnWords[],
): Map<string, ThreadPlan> {
	const inThread = new Map<string, {judged: FatedFinding; source: FindingSource}[]>();
	for (const judged of fated) {
		for (const source of [judged.finding.source, ...judged.finding.alsoTold]) {
			if (source.threadId === null) continue;
			const known = inThread.get(source.threadId);
			if (known) known.push({judged, source});
			else inThread.set(source.threadId, [{judged, source}]);
		}
	}
	const own = new Map(ownWords.map(({thread, text}) => [thread, text]));
	return new Map(
		[...inThread].map(([thread, entries]) => [
			thread,
			{...planThread(entries, run, verified, words), ownWords: own.get(thread) ?? null},
		]),
	);
}

function planThread(
	entries: readonly {judged: FatedFinding; source: FindingSource}[],
	run: string,
	verified: Verified | null,
	words: WordsKnown,
): Omit<ThreadPlan, 'ownWords'> {
	const asking = entries.filter(({judged}) => judged.fates.length > 0);
	const closing: ThreadClosing = closeThread(
		asking.flatMap(({judged}) => judged.fates),
		verified,
	);
	return {
		closing,
		run,
		findings: asking.map(({judged}) => judged.finding.id),
		place: asking[0] ? placeOnHead(asking[0].judged) : null,
		decided: decidedAbout(
			asking.map(({judged}) => judged),
			words,
		),
		made: new Set(asking.flatMap(({judged}) => judged.made)),
		// A repetition has another body than the finding; only the comment that was read is compared.
		read: new Map(
			asking.flatMap(({judged: {finding}, source}) =>
				source === finding.source ? [[source.commentId, finding.bodyHash] as const] : [],
			),
		),
		isAsWritten: asking.every(({judged}) => judged.isAsWritten),
		isCompared: asking.some(({judged}) => judged.rulings.length > 0),
		applied: new Set(asking.flatMap(({judged, source}) => (judged.isApplied ? [source.commentId] : []))),
	};
}

/** Where a finding is, if the path that its comment names is one of the pull request. */
export function placeOnHead({finding, rulings}: {finding: Finding; rulings: FatedFinding['rulings']}): Place | null {
	const placed = rulings.find(
		({proposal}) => proposal.placement.kind !== 'refused' && proposal.placement.kind !== 'gone',
	);
	return placed ? {path: placed.proposal.path, lines: finding.lines} : null;
}

/** What people decided, in this run and before. */
export type WordsKnown = {
	persons: PersonsWords;
	/** The last words that the pull request shows. */
	onHost: RememberedIds;
};

/** What the pull request does not show yet of what people decided about findings. */
export function decidedAbout(judged: readonly JudgedFinding[], {persons, onHost}: WordsKnown): Decided {
	const declined = new Set<string>();
	const taken = new Set<string>();
	for (const {finding, rulings, verdict} of judged) {
		const all = [
			{ids: [finding.id], isDeclined: verdict.outcome === 'declined'},
			...rulings.map(({proposal, outcome}) => ({ids: lastingIds(proposal), isDeclined: outcome === 'declined'})),
		];
		for (const {ids, isDeclined} of all) {
			for (const id of ids) {
				const shown = rememberedOf(finding, {id}, onHost)?.kind;
				if (isDeclined && persons.declined.has(id) && shown !== 'declined') declined.add(id);
				if (!isDeclined && persons.taken.has(id) && (shown === 'declined' || shown === 'reverted')) taken.add(id);
			}
		}
	}
	return {declined: [...declined], taken: [...taken], reverted: []};
}

/** What a summary has of it: what no later word replaces, and what is new. */
export const decidedInSummary = (before: Decided, later: Decided, standing: RememberedIds): Decided => {
	const stands = (kind: keyof Decided) => before[kind].filter(id => (standing.get(id)?.kind ?? kind) === kind);
	const kept = {declined: stands('declined'), taken: stands('taken'), reverted: stands('reverted')};
	return decidedAfter(kept, later);
};
