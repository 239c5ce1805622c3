import {formatUnknown, threadWords} from '../../delivery/delivery-lines.ts';
import {spell} from '../../failure.ts';
import {closedSentence, count, sentences} from '../../text/sentences.ts';
import {countFixed, countOutcomes, outcomeTable} from '../report/outcome.ts';
import {formatUnread} from '../report/reported-error.ts';
import type {FleetEntry} from './fleet-entry.ts';
import {type LeaveReason, leaveReasons} from './fleet-list.ts';
import type {FleetReport, FleetTotals} from './fleet-report.ts';

const reasonWords = {
	closed: 'not open',
	archived: 'in archived repositories',
	draft: 'drafts',
	author: 'by other authors',
	older: 'updated earlier',
	shard: 'in other shards',
	'max-prs': 'over --max-prs',
} as const satisfies Record<LeaveReason, string>;

/** What is in a list and what is not: `3 repositories: 12 pull requests with comments, 4 without; skipped: 2 drafts.` */
export function formatListed({totals, repositories, leftOut}: FleetReport): string {
	const {pullRequests, states} = totals;
	const read = count(repositories.read, 'repository', 'repositories');
	const found = `${read}: ${count(pullRequests - states.quiet, 'pull request')} with comments`;
	const quiet = states.quiet > 0 ? `, ${states.quiet} without` : '';
	const skipped = leaveReasons.flatMap(reason => {
		const number = leftOut[reason] ?? 0;
		return number > 0 ? `${number} ${number === 1 && reason === 'draft' ? reason : reasonWords[reason]}` : [];
	});
	return `${found}${quiet}${skipped.length > 0 ? `; skipped: ${skipped.join(', ')}` : ''}.`;
}

/** What could not be read, a sentence or two each. */
export const formatMissing = ({repositories: {unread}, incomplete}: FleetReport): string[] => [
	...formatUnread(unread.map(({repository, ...failure}) => ({repository, failure}))).map(String),
	...incomplete,
];

/** What became of a pull request: `3 applied, 1 stale, commit 9be01d7c21`, `failed: ...` @param isBrief without the reason */
export function formatTaken({state, commits, unknown, error, ...entry}: FleetEntry, isBrief = false): string {
	const why = error ? error.message.replace(/\.$/, '') : '';
	const ids = commits.map(({oid}) => `commit ${oid.slice(0, 10)}`);
	// A run that is undone has one that reverts it.
	const made = countMade({...entry, undone: entry.undone.length}, ids, entry.run === null);
	const lost = (formatUnknown(unknown) ?? '').replace(/\.$/, '').replace(/^U/, 'u');
	const reason = isBrief ? '' : why;
	const failed = reason === '' ? 'failed' : `failed: ${reason}`;
	const stopped = state === 'not-started' ? 'not started' : state === 'failed' ? failed : '';
	const nothing = entry.summary ? 'no findings' : why === '' ? 'nothing to undo' : '';
	const parts = stopped ? [stopped, made, lost] : [made || nothing, lost, reason];
	return parts.filter(Boolean).join('; ');
}

/** What ended a fleet before its last pull request, a line each: its other runs are to be finished too. */
export const formatFleetEnds = ({ends, pullRequests}: FleetReport): string[] => {
	const isOneHost = new Set(pullRequests.map(({host}) => host)).size < 2;
	return ends.map(({host, message, remedy}) => {
		const where = isOneHost || host === null ? '' : `${host}: `;
		return closedSentence(
			sentences(`${where}${message}`, spell(remedy, {continue: 'run the same command with --resume'})),
		);
	});
};

/** All runs together, and those that were not taken to their end. */
export function formatFleetTotals({totals, action}: FleetReport): string {
	const {states, commits} = totals;
	const runs = count(states.done, 'pull request');
	const left = [
		...(states.failed > 0 ? [`${states.failed} failed`] : []),
		...(states['not-started'] > 0 ? [`${states['not-started']} not started`] : []),
	];
	const made = countMade(totals, commits > 0 ? [count(commits, 'commit')] : [], action === 'preview');
	const verb = action === 'preview' ? 'Looked at' : 'Done:';
	return `${[`${verb} ${[runs, ...left].join(', ')}`, made].filter(Boolean).join('; ')}.`;
}

/** What can follow the runs: how to go on with what is left, and how to undo one. */
export function formatNext({totals: {states, commits, replies}, action}: FleetReport): string[] {
	if (action !== 'apply' && action !== 'undo') return [];
	const isLeft = states.failed + states['not-started'] > 0;
	return [
		...(isLeft ? ['To go on with those that are left, run the same command with --resume.'] : []),
		...(action === 'apply' && commits + replies > 0
			? ['To undo one, take its run from pr-resolve runs: pr-resolve undo <run> --publish']
			: []),
	];
}

function countMade({summary, undone, ...writes}: Counted, commits: readonly string[], isPreview: boolean): string {
	const made = [
		...(summary ? countOutcomes(outcome => summary[outcomeTable[outcome].key]) : []),
		...countFixed(summary?.fixed),
		...(undone > 0 ? [`${count(undone, 'run')} ${isPreview ? 'to undo' : 'undone'}`] : []),
		...commits,
	];
	return [made.join(', '), ...threadWords(writes)].filter(Boolean).join('; ');
}

type Counted = Pick<FleetTotals, 'summary' | 'replies' | 'resolved' | 'undone' | 'unresolved'>;
