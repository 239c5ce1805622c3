import {closeThread, type ThreadClosing} from '../../../review/closing/close-thread.ts';
import type {Verified} from '../../../review/closing/fate.ts';
import type {ThreadPlan} from '../../../review/closing/thread-acts.ts';
import type {FindingSource} from '../../../review/finding.ts';
import {decidedAbout, type WordsKnown} from './decided.ts';
import type {FatedFinding} from './fates.ts';

/** The plan for each review thread that findings were read from, by its id. */
export function planThreads(
	fated: readonly FatedFinding[],
	run: string,
	verified: Verified | null,
	words: WordsKnown,
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
	return new Map([...inThread].map(([thread, entries]) => [thread, planThread(entries, run, verified, words)]));
}

function planThread(
	entries: readonly {judged: FatedFinding; source: FindingSource}[],
	run: string,
	verified: Verified | null,
	words: WordsKnown,
): ThreadPlan {
	const asking = entries.filter(({judged}) => judged.fates.length > 0);
	const closing: ThreadClosing = closeThread(
		asking.flatMap(({judged}) => judged.fates),
		verified,
	);
	return {
		closing,
		run,
		findings: asking.map(({judged}) => judged.finding.id),
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
		isCompared: asking.some(({judged}) => judged.rulings.length > 0),
		applied: new Set(asking.flatMap(({judged, source}) => (judged.isApplied ? [source.commentId] : []))),
	};
}
