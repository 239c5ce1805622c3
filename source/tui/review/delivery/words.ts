import {alwaysTold, deliveryLines, threadWords} from '../../../delivery/delivery-lines.ts';
import {isReached} from '../../../delivery/publish/published.ts';
import {reportDelivery} from '../../../delivery/publish/report-publication.ts';
import type {Verification} from '../../../delivery/verify/verification.ts';
import {type DeliveryLine, verificationLines} from '../../../delivery/verify/verification-lines.ts';
import type {RunState} from '../../../run/state.ts';
import {count} from '../../../text/sentences.ts';
import {noWrites} from '../../../worktree/run-effects.ts';
import type {Notice} from '../../app/state.ts';
import type {ReviewState} from '../state.ts';

/** What steps after writing came to, a line each. @param where leads to the output of a failed command */
export function stepResults(run: RunState, {rulings}: ReviewState['index'], where = ''): DeliveryLine[] {
	const nameOf = (change: string) => rulings.get(change)?.proposal.findings[0]?.title ?? change;
	const {verification, heldBack} = run;
	const verified =
		verification && verification.state !== 'not-run' ? verificationLines({verification, heldBack}, nameOf, where) : [];
	return [...verified, ...deliveryLines({...reportDelivery(run), uncommitted: run.committed?.left ?? []})];
}

function verifiedWords({state, dropped}: Verification): string[] {
	if (state === 'not-run') return [];
	if (dropped.length > 0) return [`verification reverted ${count(dropped.length, 'change')}`];
	return [state === 'passed' ? 'verified' : 'not verified'];
}

function committedWords({commits, on}: NonNullable<RunState['committed']>): string[] {
	const oid = commits.at(-1)?.oid;
	if (oid === undefined) return [];
	return [`committed ${oid.slice(0, 10)}${on?.branch ? ` on ${on.branch}` : ''}`];
}

/** The same in one line; what did not work has a page of its own. */
export function endNotice(end: RunState): Notice {
	const {committed, pushed, published, effects, stops, verification} = end;
	const writes = effects?.done ?? noWrites;
	const done = [
		...(verification ? verifiedWords(verification) : []),
		...(committed ? committedWords(committed) : []),
		...(pushed ? [`pushed to ${pushed.target.repository} ${pushed.target.branch}`] : []),
	];
	const isTold = published !== null && isReached(published);
	const threads = isTold ? threadWords(writes, alwaysTold) : threadWords({...writes, replies: 0, resolved: 0});
	const text = [done.join(', '), ...threads].filter(Boolean).join('; ');
	const isWhole = stops.length === 0 && (committed?.left.length ?? 0) === 0;
	return {text: text || 'nothing was done', tone: isWhole ? 'good' : 'warning'};
}

/** Whether more than a line has to be read about it. @param seen the run as it was when the user had read about it; null if never */
export const needsReading = ({verification, committed, stops}: RunState, seen: RunState | null): boolean =>
	(stops.length > 0 && stops !== seen?.stops) ||
	((committed?.left.length ?? 0) > 0 && committed !== seen?.committed) ||
	(verification !== null &&
		verification !== seen?.verification &&
		verification.state !== 'passed' &&
		verification.state !== 'not-run');
